import process from "node:process";
import { FORMATS, repositoryRoot, type Format } from "agent-loop/formats";
import type { ESLint } from "eslint";
import { evidenceOf } from "./evidence.js";
import { fileReport } from "./file-report.js";
import { eslintAsTool } from "./reporting-eslint.js";

/** What ESLint calls with its results; newer versions also say whether they want colour. */
export type EslintFormatter = (results: readonly ESLint.LintResult[], context: FormatterContext) => Promise<string>;

export type FormatterContext = Pick<ESLint.LintResultData, "cwd" | "rulesMeta"> & {
  readonly color?: boolean | undefined;
};

/**
 * A formatter that prints what ESLint has found, of all rules, as the command prints its findings.
 *
 * Those of this project come with their evidence, which ESLint's messages do not hold: their files
 * are looked at once more.
 */
export function eslintFormatter(format: Format): EslintFormatter {
  return async (results, { cwd, rulesMeta, color }) => {
    const evidence = await evidenceOf(results, cwd);
    const reports = results.map((result) => fileReport(result, evidence.get(result.filePath)));
    // Where there is no terminal `isTTY` is not even there, and "unknown" would leave the choice to others.
    const colour = color ?? (process.stdout.isTTY ? process.env["NO_COLOR"] === undefined : false);
    return FORMATS[format](reports, { cwd, root: repositoryRoot(cwd), colour, tool: eslintAsTool(rulesMeta) });
  };
}
