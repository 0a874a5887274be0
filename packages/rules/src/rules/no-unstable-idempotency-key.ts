import type { IdempotencyKey } from "@agent-loop/analysis";
import { defineRule, type AnyRule } from "../rule.js";

/**
 * A key protects only if the second time brings the same one. Chance, the clock and the number of
 * the attempt give every attempt a key of its own, which is as good as none and looks like one.
 */
export const noUnstableIdempotencyKey: AnyRule = defineRule({
  id: "no-unstable-idempotency-key",
  summary: "Disallow idempotency keys that are new each time, or that the SDK never sends",
  preset: "recommended",
  severity: "error",
  messages: {
    unstable:
      "The key of {{callee}} holds {{part}}, so it is another one each time the call is repeated, and protects from nothing. Make it of the task and the step, or make it once before the first attempt and keep it.",
    notSent:
      "{{callee}} accepts this key and never sends it: a repeated call is a second one. Look for the result before you create, or keep the first result yourself.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { fault, span, callee, evidence } of model.keys) {
      if (fault === undefined) continue;
      yield {
        span,
        messageId: fault === "not-sent" ? "notSent" : "unstable",
        data: { callee: `\`${callee}\``, part: PART[fault] },
        evidence,
      };
    }
  },
});

const PART: Readonly<Record<NonNullable<IdempotencyKey["fault"]>, string>> = {
  chance: "a random value that is drawn anew",
  clock: "the time of the call",
  attempt: "the number of the attempt",
  delivery: "the id of one delivery",
  cursor: "a cursor that moves on",
  "not-sent": "nothing",
};
