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
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { span, what, evidence } of model.gameableChecks)
      yield { span, messageId: "writable", data: { what }, evidence };
  },
});
