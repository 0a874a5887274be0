import { defineRule, type AnyRule } from "../rule.js";

/**
 * What is stored once is read in every later run, where nobody can tell it from a fact. A mistake of
 * one reply becomes the ground the next ones stand on.
 */
export const noUnverifiedMemory: AnyRule = defineRule({
  id: "no-unverified-memory",
  summary: "Require a check before a reply is written to long-term memory",
  preset: "strict",
  severity: "warn",
  messages: {
    unseen:
      "`{{callee}}` keeps the words of `{{from}}` for later runs, and nothing has looked at them: a mistake in them is read as a fact from now on. Check them first, or let a person confirm them.",
    told: "`{{callee}}` keeps for later runs what the model tells `{{from}}`, and nothing has looked at it: a mistake in it is read as a fact from now on. Check it first, or let a person confirm it.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { span, callee, by, from, evidence } of model.memoryWrites)
      yield { span, messageId: by === "tool" ? "told" : "unseen", data: { callee, from }, evidence };
  },
});
