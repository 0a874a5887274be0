import { defineRule, type AnyRule } from "../rule.js";

/**
 * A loop that ends when no tool is called cannot end while every request demands a call: it runs to
 * its limit, and the answer never comes.
 */
export const noForcedToolChoice: AnyRule = defineRule({
  id: "no-forced-tool-choice",
  summary: "Disallow a tool choice that forces a call in every turn",
  preset: "recommended",
  severity: "error",
  messages: {
    forced:
      "`{{choice}}` is sent in every turn of {{callee}}, so the model has to call a tool each time and can never answer. Force it in the first turn only, or make the forced tool the one that ends the run.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const choice of model.forcedChoices) {
      yield {
        span: choice.span,
        messageId: "forced",
        data: { choice: choice.text, callee: choice.callee },
        evidence: choice.evidence,
      };
    }
  },
});
