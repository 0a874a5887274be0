import { defineRule, type AnyRule } from "../rule.js";
import { suggestBound } from "../scaffold/suggest.js";

/**
 * An agent loop that only the model can end goes on for as long as the model likes: every turn is
 * paid for, and the history grows with it.
 */
export const noUnboundedLoop: AnyRule = defineRule({
  id: "no-unbounded-loop",
  summary: "Require an effective bound on every agent loop",
  preset: "recommended",
  severity: "error",
  messages: {
    unbounded:
      "Nothing but the model ends this loop: {{call}} can be asked for ever. Count the turns, tokens or time and leave the loop at a limit.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const loop of model.loops) {
      if (loop.limitDefect !== "unbounded") continue;
      yield {
        span: loop.head,
        messageId: "unbounded",
        data: { call: loop.calls[0]?.callee ?? "the model" },
        suggestions: suggestBound(model, loop, context),
      };
    }
  },
});
