import type { Bound, BoundFault, LimitDefect } from "../model/file-model.js";
import type { Judgement } from "../model/judgement.js";
import { isLoop, isWithin } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Coverage } from "./bounds.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";

/** Faults by which a limit never takes effect; a limit that is only too large would, some day. */
const NEVER: ReadonlySet<BoundFault> = new Set([
  "never-moves",
  "jumped-over",
  "infinite",
  "not-a-number",
  "reset",
  "raised",
  "absent-means-unlimited",
  "chosen-by-model",
]);
const COUNTS =
  /\b(?:\w*(?:turn|step|iter|round|attempt|count|tries|tried|retr|depth|loop|hop|cycle|pass|used|spent|total|cost|token)\w*|[ijkn])\b/i;

/** Which one of the limit rules speaks about a cycle. */
export function readLimitDefect(
  analysis: LoopAnalysis,
  cycle: Cycle,
  bounded: Judgement,
  coverage: Coverage,
): LimitDefect | undefined {
  if (bounded !== "no") return undefined;
  if (coverage.onlyRetries) return "retries";
  return findDeadBound(analysis, cycle, coverage.bounds) === undefined ? "unbounded" : "ineffective";
}

/** The limit of a cycle that can never take effect. */
export function findDeadBound(analysis: LoopAnalysis, cycle: Cycle, bounds: readonly Bound[]): Bound | undefined {
  return bounds.find((bound) => {
    if (bound.fault === undefined || !NEVER.has(bound.fault) || isOfInnerLoop(analysis, cycle, bound)) return false;
    if (bound.fault !== "never-moves" && bound.fault !== "reset") return true;
    // What never moves, or starts anew, is a counter that was forgotten only if it looks like one and stands in the cycle itself.
    return COUNTS.test(bound.text) && [cycle.node, ...cycle.members].some((node) => isAround(node, bound));
  });
}

/** A bound that stands in a loop inside of the cycle is that loop's own, and starts anew with it. */
function isOfInnerLoop(analysis: LoopAnalysis, cycle: Cycle, bound: Bound): boolean {
  return analysis.context.tree.loops.some(
    (loop) => loop !== cycle.node && isAround(loop, bound) && !isWithin(cycle.node, loop) && isLoop(loop),
  );
}

function isAround(outer: Node, { span }: Bound): boolean {
  return outer.range[0] <= span.start && span.end <= outer.range[1];
}
