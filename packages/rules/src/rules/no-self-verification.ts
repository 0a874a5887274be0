import { defineRule, type AnyRule } from "../rule.js";

/**
 * A model that judges its own work mostly becomes more sure of it: without a signal from outside,
 * self-correction does not reliably help.
 */
export const noSelfVerification: AnyRule = defineRule({
  id: "no-self-verification",
  summary: "Disallow ending a loop on a verdict of whoever did the work",
  preset: "strict",
  severity: "warn",
  messages: {
    "own-reply":
      "The reply judges itself: `{{what}}` is filled in by the same call that did the work. Let something outside of it decide: a test, a value worked out by code, another model.",
    conversation:
      "`{{what}}` is the answer of the very conversation that did the work: it has every reason to agree with itself. Ask something outside of it: a test, a fresh checker, another model.",
    agent:
      "`{{what}}` is the verdict of the agent that did the work. Give it to another agent with another method, or to a check that is no model.",
    model:
      "`{{what}}` is the verdict of the model that did the work: it shares its blind spots. Use another model as judge, or better a check that is no model.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    const seen = new Set<number>();
    for (const { selfVerdict } of model.loops) {
      if (selfVerdict === undefined || seen.has(selfVerdict.span.start)) continue;
      seen.add(selfVerdict.span.start);
      yield {
        span: selfVerdict.span,
        messageId: selfVerdict.how,
        data: { what: selfVerdict.what },
        evidence: selfVerdict.evidence,
      };
    }
  },
});
