import { resolve } from "node:path";
import type { FileReport } from "@agent-loop/engine";
import type { Console, ExitCode } from "./console.js";
import { fileError } from "./file-errors.js";
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
}

/** Prints results, or writes them to a file, and says how the command ends. */
export function publish(results: readonly FileReport[], { format, output, maxWarnings, quiet }: Publication, io: Console): ExitCode {
  const { errors, warnings } = tally(results);
  const shown = quiet ? results.map(errorsOnly) : results;
  const text = FORMATS[format](shown, { cwd: io.cwd, root: repositoryRoot(io.cwd), colour: io.colour && output === undefined, tool: AGENT_LOOP });
  if (output === undefined) io.out(text);
  else writeReport(output, text, io.cwd);

  const tooMany = maxWarnings !== undefined && warnings > maxWarnings;
  if (tooMany) io.err(`agent-loop: ${warnings} warnings are more than --max-warnings ${maxWarnings} allows.\n`);
  return errors > 0 || tooMany ? 1 : 0;
}

function errorsOnly(result: FileReport): FileReport {
  return { ...result, findings: result.findings.filter(({ severity }) => severity === "error") };
}

function writeReport(output: string, text: string, cwd: string): void {
  try {
    writeFile(resolve(cwd, output), text);
  } catch (error) {
    throw fileError(output, "written", error);
  }
}
