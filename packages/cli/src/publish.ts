import { resolve } from "node:path";
import type { FileReport } from "@agent-loop/engine";
import type { Console, ExitCode } from "./console.js";
import { FORMATS, type Format } from "./formats/all-formats.js";
import { AGENT_LOOP } from "./formats/reporting-tool.js";
import { repositoryRoot } from "./repository-root.js";
import { tally } from "./tally.js";
import { writeFile } from "./write-file.js";

/** How results are shown, and when they are a failure. */
export interface Publication {
  readonly format: Format;
  /** A file to write instead of printing. */
  readonly output: string | undefined;
  readonly maxWarnings: number | undefined;
  readonly quiet: boolean;
  /** Findings are no failure: a merge judges them later. */
  readonly exitZero: boolean;
}

/** Prints results, or writes them to a file, and says how the command ends. */
export function publish(
  results: readonly FileReport[],
  { format, output, maxWarnings, quiet, exitZero }: Publication,
  io: Console,
): ExitCode {
  const { errors, warnings } = tally(results);
  const shown = quiet ? results.map(errorsOnly) : results;
  const text = FORMATS[format](shown, {
    cwd: io.cwd,
    root: repositoryRoot(io.cwd),
    colour: io.colour && output === undefined,
    tool: AGENT_LOOP,
  });
  if (output === undefined) io.out(text);
  else writeFile(resolve(io.cwd, output), text, output);

  const tooMany = maxWarnings !== undefined && warnings > maxWarnings;
  if (tooMany) io.err(`agent-loop: ${warnings} warnings are more than --max-warnings ${maxWarnings} allows.\n`);
  return (errors > 0 || tooMany) && !exitZero ? 1 : 0;
}

function errorsOnly(result: FileReport): FileReport {
  return { ...result, findings: result.findings.filter(({ severity }) => severity === "error") };
}
