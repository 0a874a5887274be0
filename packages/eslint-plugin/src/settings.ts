import { readAnalysisSettings } from "@agent-loop/rules";
import type { AnalysisSettings } from "@agent-loop/analysis";

const read = new WeakMap<object, AnalysisSettings>();

/**
 * The analysis settings of a lint run, from `settings["agent-loop"]` of the ESLint configuration.
 *
 * @throws Error with a line for each mistake: ESLint stops, as it does for mistaken rule options.
 */
export function settingsOf(shared: Readonly<Record<string, unknown>>): AnalysisSettings {
  const known = read.get(shared);
  if (known !== undefined) return known;
  const { settings, problems } = readAnalysisSettings(shared["agent-loop"]);
  if (problems.length > 0) {
    throw new Error(problems.map(({ message }) => `settings["agent-loop"]: ${message}`).join("\n"));
  }
  read.set(shared, settings);
  return settings;
}
