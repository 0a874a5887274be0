import { defineRule, type AnyRule } from "../rule.js";

/**
 * An agent that can edit the tests, their configuration or their report can make them pass without
 * doing the work, and sooner or later one does.
 */
export const noGameableOracle: AnyRule = defineRule({
  id: "no-gameable-oracle",
  summary: "Disallow deciding checks that the agent's own tools can write",
  preset: "strict",
  severity: "warn",
  messages: {
    writable:
      "`{{what}}` decides about the work in a folder that the agent itself can write: it can change what is checked instead of doing the work. Run the check in a clean checkout with tests and configuration from elsewhere, or keep the agent's tools out of them.",
    stored:
      "`{{what}}` decides about the work by a value that the agent's own tool sets: it can say that the work is done instead of doing it. Let something else than the agent write what decides, or check the outcome itself.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { span, what, place, evidence } of model.gameableChecks)
      yield { span, messageId: place === "record" ? "stored" : "writable", data: { what }, evidence };
  },
});
