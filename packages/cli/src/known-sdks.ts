import { isNewerMajor, modelPackages } from "@agent-loop/engine";

/** What is known of the SDKs among the dependencies of a project: a sentence, and one for each that is newer than what is known. */
export function sdkSentences(dependencies: Readonly<Record<string, string>>): string[] {
  const known = modelPackages();
  const here = Object.entries(dependencies)
    .filter(([name]) => known.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (here.length === 0) {
    return [
      "None of the dependencies is known to ask a model. Functions of your own that ask one can be named under `modelCalls` in the settings.",
    ];
  }
  const newer = here.flatMap(([name, range]) => {
    const checked = known.get(name);
    return checked !== undefined && isNewerMajor(range, checked)
      ? [
          `${name} ${range} is newer than ${checked}, the last one that was looked at: where they may differ, nothing is reported.`,
        ]
      : [];
  });
  return [`Calls of these are known: ${here.map(([name, range]) => `${name} ${range}`).join(", ")}.`, ...newer];
}
