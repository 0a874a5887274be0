import type { Measure } from "../catalogue/schema.js";
import type { Judgement } from "./judgement.js";

/** The part of a reply a value comes from. */
export type ReplyAspect = "reply" | "text" | "tool-calls" | "finish" | "usage" | "structured";

/** What a function may do, as its callers need to know it. */
export interface FunctionSummary {
  readonly callsModel: Judgement;
  /** From the function to the SDK: `src/llm.ts#ask`, `openai chat.completions.create`. */
  readonly via: readonly string[];
  /** The parts of a reply that it hands back. */
  readonly returns: readonly ReplyAspect[];
  readonly dispatchesTool: Judgement;
  readonly hasEffect: Judgement;
  /** Throws, or hands back something to stop on, when an allowance is used up. */
  readonly guards: readonly Measure[];
  readonly asksHuman: Judgement;
}

export const SILENT_FUNCTION: FunctionSummary = {
  callsModel: "unknown",
  via: [],
  returns: [],
  dispatchesTool: "unknown",
  hasEffect: "unknown",
  guards: [],
  asksHuman: "unknown",
};
