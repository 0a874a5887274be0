import { lintPaths, type FileResult } from "@agent-loop/engine";
import type { CheckCommand, Format } from "./command-line.js";
import type { Console, ExitCode } from "./console.js";
import { formatJson } from "./formats/json.js";
import { formatStylish } from "./formats/stylish.js";
import { tally } from "./tally.js";

/** Prints results as one text. */
export type Formatter = (results: readonly FileResult[], options: FormatOptions) => string;

export interface FormatOptions {
  /** Paths are shown relative to it. */
  readonly cwd: string;
  readonly colour: boolean;
}

const FORMATTERS: Readonly<Record<Format, Formatter>> = { stylish: formatStylish, json: formatJson };

/** Lints paths and prints what was found. */
export async function check({ paths, preset, config, format, maxWarnings, quiet }: CheckCommand, io: Console): Promise<ExitCode> {
  const results = await lintPaths({
    targets: paths,
    cwd: io.cwd,
    ...(config !== undefined && { configFile: config }),
    ...(preset !== undefined && { preset }),
  });
  const { errors, warnings } = tally(results);
  const shown = quiet ? results.map(errorsOnly) : results;
  io.out(FORMATTERS[format](shown, { cwd: io.cwd, colour: io.colour }));

  const tooMany = maxWarnings !== undefined && warnings > maxWarnings;
  if (tooMany) io.err(`agent-loop: ${warnings} warnings are more than --max-warnings ${maxWarnings} allows.\n`);
  return errors > 0 || tooMany ? 1 : 0;
}

function errorsOnly(result: FileResult): FileResult {
  return { ...result, findings: result.findings.filter(({ severity }) => severity === "error") };
}
