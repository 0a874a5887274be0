import { defineRule, type AnyRule } from "../rule.js";
import { suggestBound } from "../scaffold/suggest.js";

/**
 * A wrong key, an empty account or a request that is too long fails every time: without a cap on
 * the attempts the retry becomes the loop.
 */
export const noUnboundedRetry: AnyRule = defineRule({
  id: "no-unbounded-retry",
  summary: "Require a cap on retries of model and tool calls",
  preset: "recommended",
  severity: "error",
  messages: {
    loop: "{{call}} is tried again after every failure, for ever, also after those that will not go away. Count the attempts, or set a deadline, and pass the last error on.",
    library:
      "{{callee}} tries {{call}} again for ever, also after failures that will not go away. Give it a finite number of attempts or a time limit.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const loop of model.loops) {
      if (loop.limitDefect !== "retries") continue;
      yield {
        span: loop.head,
        messageId: "loop",
        data: { call: loop.calls[0]?.callee ?? "The model" },
        suggestions: suggestBound(model, loop, context),
      };
    }
    for (const retry of model.retries) {
      if (retry.limitDefect !== "retries") continue;
      yield {
        span: retry.mend,
        messageId: retry.isLoop ? "loop" : "library",
        data: { call: retry.repeats, callee: retry.callee },
        evidence: retry.evidence,
      };
    }
  },
});
