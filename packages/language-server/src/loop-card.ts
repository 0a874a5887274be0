import type { AgentLoop, Evidence, FileFinding, Judgement, Run } from "@agent-loop/engine";
import { DECIDERS } from "./exit-deciders.js";

const KINDS: Readonly<Record<AgentLoop["kind"], string>> = {
  while: "`while` loop",
  "do-while": "`do` loop",
  for: "`for` loop",
  recursion: "recursion",
  timer: "timer",
  event: "event handler that fires itself",
  queue: "queue that feeds itself",
  graph: "graph with a cycle",
  delegation: "delegation round a cycle",
  retry: "retry",
  run: "run of a framework",
};

/** Explains a loop to the person who wrote it, in Markdown: what it calls, what bounds it, who decides each exit, what is missing. */
export function loopCard(loop: AgentLoop, findings: readonly FileFinding[], text: string): string {
  const lines = [`**Agent loop** (${KINDS[loop.kind]}) · ${verdict(loop)}`, ""];

  for (const { callee, evidence, certainty } of loop.calls) {
    lines.push(`- asks \`${callee}\`${certainty === "proven" ? "" : ` (${certainty})`}${reasons(evidence)}`);
  }
  for (const { callee, failure } of loop.tools) {
    lines.push(`- runs \`${callee}\`${failure === "unknown" ? "" : `; a failure ${FAILURES[failure]}`}`);
  }
  for (const { text: limit, measure, covers, fault, evidence } of loop.bounds) {
    const state = fault !== undefined ? `cannot take effect: ${fault.replaceAll("-", " ")}` : COVERS[covers];
    lines.push(`- bound in ${measure}: \`${limit}\`, ${state}${reasons(evidence)}`);
  }
  for (const { decidedBy, result, span, evidence } of loop.exits) {
    lines.push(
      `- is left by ${DECIDERS[decidedBy]}${result === "unknown" ? "" : ` (${result.replaceAll("-", " ")})`}: \`${firstLine(text.slice(span.start, span.end))}\`${reasons(evidence)}`,
    );
  }

  const missing = findings.map(({ message, rule }) => `- ${message} (\`${rule}\`)`);
  if (missing.length > 0) lines.push("", "**Missing**", "", ...missing);
  const doubts = loop.doubts.map(
    ({ what, settledBy }) => `- ${what}${settledBy === undefined ? "" : `; ${settledBy}`}`,
  );
  if (doubts.length > 0) lines.push("", "**Not known**", "", ...doubts);
  return lines.join("\n");
}

const FAILURES: Readonly<Record<"observed" | "ends-loop" | "swallowed", string>> = {
  observed: "is shown to the model",
  "ends-loop": "ends the loop",
  swallowed: "is swallowed",
};

const COVERS: Readonly<Record<Judgement, string>> = {
  yes: "covers every way round",
  no: "does not cover every way round",
  unknown: "may cover every way round",
};

/** One line that sums a loop up. */
export function verdict({ bounded, ceiling, budgeted }: AgentLoop): string {
  const limit =
    bounded === "no"
      ? "nothing but the model ends it"
      : bounded === "unknown"
        ? "whether it ends is not known"
        : ceiling === undefined
          ? "bounded"
          : `at most ${ceiling} turns`;
  return budgeted === "yes" ? `${limit}, within a budget` : limit;
}

/** One line that sums up a call that loops inside of its SDK. */
export function runTitle({ steps, bounded }: Run): string {
  if (bounded === "no") return "nothing but the model ends it";
  if (bounded === "unknown") return "whether it ends is not known";
  return steps === undefined ? "bounded" : `at most ${steps} steps`;
}

/** The first reason is enough beside a fact; `explain` has them all. */
function reasons(evidence: readonly Evidence[]): string {
  const [first] = evidence;
  return first === undefined ? "" : ` — ${first.what}`;
}

function firstLine(code: string): string {
  const [line = ""] = code.split(/\r?\n/, 1);
  const short = line.replaceAll("`", "'").trim();
  return short.length > 60 ? `${short.slice(0, 57)}…` : short;
}
