import type { AgentLoop, Span } from "@agent-loop/analysis";

/** Whether a loop may take more than a number of turns. One turn for each item of a list is as many as there is to do. */
export function isAboveSteps(loop: AgentLoop, steps: number): boolean {
  if (loop.ceiling !== undefined) return loop.ceiling > steps;
  return !loop.bounds.some((bound) => bound.measure === "items" && bound.covers === "yes" && bound.fault === undefined);
}

export function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
