import type { AgentLoop } from "@agent-loop/engine";

/** Who decides an exit, in the words of a card and of a view. */
export const DECIDERS: Readonly<Record<AgentLoop["exits"][number]["decidedBy"], string>> = {
  ceiling: "the ceiling",
  budget: "the budget",
  oracle: "a check outside the model",
  "model-text": "the text of the reply",
  "model-signal": "the model's own signal",
  abort: "an abort signal",
  human: "a person",
  error: "an error",
  unknown: "something that cannot be read",
};
