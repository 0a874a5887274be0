import { defineRule, type AnyRule } from "../rule.js";

/**
 * What cannot be taken back should not hang on one reply of a model: a wrong name, a hallucinated
 * id or an instruction in a document it has read is enough to delete, pay or deploy.
 */
export const requireToolApproval: AnyRule = defineRule({
  id: "require-tool-approval",
  summary: "Require approval before a tool does what cannot be taken back",
  preset: "strict",
  severity: "warn",
  messages: {
    unasked:
      "{{callee}} cannot be taken back, and it happens on the model's word alone. Ask a person or a policy first, or let the model choose only from what is safe.",
    bypassed:
      "Every tool of this run is allowed unasked. Let a person or a policy decide about what cannot be taken back.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { span, kind, callee, evidence } of model.unapproved) {
      yield {
        span,
        messageId: kind === "effect" ? "unasked" : "bypassed",
        data: { callee: `\`${callee}\`` },
        evidence,
      };
    }
  },
});
