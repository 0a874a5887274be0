import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { MemoryWrite } from "./memory-writes.js";

export function readMemoryWrites(_analysis: LoopAnalysis): MemoryWrite[] {
  return [];
}
