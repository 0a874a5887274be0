import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { Handoff } from "./handoffs.js";

export function readHandoffs(_analysis: LoopAnalysis): Handoff[] {
  return [];
}
