import type { ViewedLoop } from "agent-loop-language-server";
import type { DrawnLoop } from "./panel-messages.js";

const KINDS: Readonly<Record<ViewedLoop["kind"], string>> = {
  while: "while loop",
  "do-while": "do loop",
  for: "for loop",
  recursion: "recursion",
  timer: "timer",
  event: "event that raises itself",
  queue: "queue that feeds itself",
  graph: "graph with a cycle",
  delegation: "delegation round a cycle",
  retry: "retry",
  run: "agent run",
};

/** What the page needs of a loop to draw it. */
export function drawnLoop(loop: ViewedLoop): DrawnLoop {
  return {
    title: loopTitle(loop),
    verdict: loop.verdict,
    engineer: loop.engineer?.title ?? null,
    stations: loop.gates.map(({ id, state, facts, findings }) => ({
      id,
      state,
      facts: facts.map(({ text, range }) => ({ text, linked: range !== null })),
      findings: findings.map(({ rule, message, strictOnly, mends }) => ({
        rule,
        message,
        strictOnly,
        mends: mends.map(({ title }) => title),
      })),
    })),
  };
}

export function loopTitle({ kind, head }: ViewedLoop): string {
  return `${KINDS[kind]}, line ${head.start.line + 1}`;
}
