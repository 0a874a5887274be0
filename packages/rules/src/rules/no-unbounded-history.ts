import { isAboveSteps } from "../loop-size.js";
import { defineRule, type AnyRule } from "../rule.js";

/**
 * A history that only grows and is sent whole is paid for again in every turn, and pushes the task
 * out of the window in which the model reads well.
 */
export const noUnboundedHistory: AnyRule = defineRule({
  id: "no-unbounded-history",
  summary: "Disallow re-sending a history that only ever grows in a long loop",
  preset: "strict",
  severity: "warn",
  messages: {
    grows:
      "`{{name}}` grows in every turn and is sent whole each time: cost grows with the square of the turns, and the context window ends before the loop does. Send a window of it, replace the old part by a summary, or let the server keep the conversation.",
  },
  defaults: { above: 20 },
  schema: { above: { type: "integer", minimum: 0 } },
  *check(model, { options }) {
    const seen = new Set<number>();
    for (const loop of model.loops) {
      const { history } = loop;
      if (
        history.grows !== "yes" ||
        history.trimmed !== "no" ||
        loop.kind === "retry" ||
        !isAboveSteps(loop, options.above)
      )
        continue;
      const span = history.sentAt ?? loop.head;
      if (seen.has(span.start)) continue;
      seen.add(span.start);
      yield { span, messageId: "grows", data: { name: history.name ?? "the history" }, evidence: history.evidence };
    }
  },
});
