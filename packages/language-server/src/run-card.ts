import type { FileFinding, Run } from "@agent-loop/engine";
import { runTitle } from "./loop-card.js";
import { AT_LIMIT, runLimitFact } from "./loop-gates.js";

/** Explains a call that loops inside of its SDK, in Markdown: its limits, what happens at them, what is missing, and how all that is known. */
export function runCard(run: Run, findings: readonly FileFinding[], text: string): string {
  const { callee, sdk, version, limits, atLimit, budgetOptions, evidence } = run;
  const lines = [
    `**Agent run** \`${callee}\` of ${sdk}${version === undefined ? "" : ` ${version}`} · ${runTitle(run)}`,
    "",
  ];
  for (const limit of limits) for (const fact of runLimitFact(limit, text)) lines.push(`- limit: \`${fact.text}\``);
  if (atLimit !== "never") lines.push(`- at its limit it ${AT_LIMIT[atLimit]}`);
  if (budgetOptions.length > 0) lines.push(`- takes ${budgetOptions.map((option) => `\`${option}\``).join(", ")}`);
  const known = [...evidence, ...limits.flatMap((limit) => limit.evidence)].map(({ what }) => what);
  for (const what of new Set(known)) lines.push(`- ${what}`);
  if (findings.length > 0)
    lines.push("", "**Missing**", "", ...findings.map(({ message, rule }) => `- ${message} (\`${rule}\`)`));
  return lines.join("\n");
}
