import type { Origins } from "../flow/origins.js";
import type { FileContext } from "../file/file-context.js";
import type { ModelCalls } from "../replies/model-calls.js";

/** What the reading of a cycle builds on. */
export interface LoopAnalysis {
  readonly context: FileContext;
  readonly calls: ModelCalls;
  readonly origins: Origins;
}
