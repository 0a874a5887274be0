import { FileLinter, posix, readConfig, workspaceRoot, type Config, type FileReport } from "@agent-loop/engine";
import { ESLint, type Linter } from "eslint";
import { ownRuleId } from "./own-rule-id.js";

/**
 * What the engine finds in each file in which ESLint has found something of ours, by the path as ESLint gives it.
 *
 * It is asked under the settings of the configuration that ESLint finds for the file. What it does not
 * find again (the file is on no disk, or another configuration was given on the command line) is
 * missing, and the message has to do without evidence.
 */
export async function evidenceOf(
  results: readonly ESLint.LintResult[],
  cwd: string,
): Promise<ReadonlyMap<string, FileReport>> {
  const paths = results
    .filter(({ messages }) => messages.some(({ ruleId }) => ownRuleId(ruleId) !== undefined))
    .map(({ filePath }) => filePath);
  const eslint = new ESLint({ cwd });
  const configs = await Promise.all(paths.map(async (path) => await engineConfig(eslint, path)));
  const root = workspaceRoot(cwd);
  const linter = new FileLinter({ configs, requireReasons: false });
  return new Map(paths.map((path, config) => [path, linter.lint({ path: posix(path), config, root }).report]));
}

/** All rules, as they are set for a file in ESLint. */
async function engineConfig(eslint: ESLint, path: string): Promise<Config> {
  const { rules = {}, settings = {} } = await eslintConfig(eslint, path);
  const levels = Object.entries(rules).flatMap(([name, entry]) => {
    const id = ownRuleId(name);
    return id === undefined || entry === undefined ? [] : [[id, engineEntry(entry)] as const];
  });
  const own = settings["agent-loop"];
  const wanted = { preset: "strict", rules: Object.fromEntries(levels), ...(typeof own === "object" ? own : {}) };
  // With mistaken settings ESLint would have stopped; those here are of another configuration.
  return { ...readConfig(wanted).config, preset: "strict" };
}

async function eslintConfig(eslint: ESLint, path: string): Promise<Linter.Config> {
  try {
    return ((await eslint.calculateConfigForFile(path)) as Linter.Config | undefined) ?? {};
  } catch {
    // There is none but the one on the command line.
    return {};
  }
}

/** ESLint gives severities as numbers, with the options of a rule behind them. */
function engineEntry(entry: Linter.RuleEntry): unknown {
  const [level, options] = (Array.isArray(entry) ? entry : [entry]) as [Linter.RuleSeverity, object?];
  const severity = level === 0 || level === "off" ? "off" : level === 1 || level === "warn" ? "warn" : "error";
  return options === undefined ? severity : [severity, options];
}
