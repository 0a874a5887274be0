import type { FileReport, LoopOutline } from "@agent-loop/engine";
import { counted } from "./counted.js";

const RECOGNISED: Readonly<Record<LoopOutline["calls"][number]["certainty"], string>> = {
  proven: "call an SDK, as their imports prove",
  shaped: "known by how the reply is used",
  named: "known by their names alone",
  sdk: "loops inside an SDK",
};

/**
 * What was seen beside the findings: loops, what bounds them, how they were recognised, and the time it took.
 *
 * @param known how many results came from the cache; `undefined` without one.
 */
export function printStats(results: readonly FileReport[], milliseconds: number, known: number | undefined): string {
  const loops = results.flatMap((result) => result.loops);
  const lines = [
    `${counted(results.length, "file")} in ${(milliseconds / 1000).toFixed(1)} s${known === undefined ? "" : `, ${known} of them known from earlier runs`}.`,
    `${counted(loops.length, "agent loop")}${listed(tallied(loops.map(({ kind }) => kind)))}.`,
  ];
  if (loops.length > 0) {
    const measures = loops.flatMap(({ bounds }) => [...new Set(bounds.map(({ measure }) => measure))]);
    const state = (wanted: LoopOutline["bounded"]): number => loops.filter(({ bounded }) => bounded === wanted).length;
    const calls = loops.flatMap((loop) => loop.calls);
    lines.push(
      `With an effective limit: ${state("yes")}${listed(tallied(measures))}; without one: ${state("no")}; not known: ${state("unknown")}.`,
      `With a budget of tokens, money or time: ${loops.filter(({ budgeted }) => budgeted === "yes").length}.`,
      `Model calls in them: ${calls.length}${listed(tallied(calls.map(({ certainty }) => RECOGNISED[certainty])))}.`,
    );
  }
  const byRule = tallied(results.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  if (byRule.length > 0) lines.push(`Findings${listed(byRule)}.`);
  return lines.map((line) => `${line}\n`).join("");
}

/** How often each occurs, the most frequent first. */
function tallied(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function listed(counts: readonly [string, number][]): string {
  return counts.length === 0 ? "" : ` (${counts.map(([name, count]) => `${count} ${name}`).join(", ")})`;
}
