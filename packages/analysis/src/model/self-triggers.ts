import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { SelfTrigger } from "./handlers.js";

export function readSelfTriggers(_analysis: LoopAnalysis): SelfTrigger[] {
  return [];
}
