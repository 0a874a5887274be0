import { defineRule, type AnyRule } from "../rule.js";

/**
 * An agent takes its input for its task. When that input is another agent's free text, every slip
 * of the first becomes an instruction for the second, and neither can tell.
 */
export const requireHandoffCheck: AnyRule = defineRule({
  id: "require-handoff-check",
  summary: "Require a schema or an assertion between two agents",
  preset: "strict",
  severity: "warn",
  messages: {
    raw: "The text of `{{from}}` becomes the task of `{{to}}` as it is: what one gets wrong, the other carries out. Ask for an object with a schema and pass on its fields, or check the text in between.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { span, from, to, evidence } of model.handoffs)
      yield { span, messageId: "raw", data: { from, to }, evidence };
  },
});
