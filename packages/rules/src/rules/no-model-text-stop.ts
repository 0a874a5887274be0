import { defineRule, type AnyRule } from "../rule.js";
import { suggestOracle } from "../scaffold/suggest.js";

/**
 * A model that writes "DONE" has written a word, not finished the work: it can write it too early,
 * in a quotation, in another language, or never.
 */
export const noModelTextStop: AnyRule = defineRule({
  id: "no-model-text-stop",
  summary: "Disallow ending an agent loop on words in the model's reply",
  preset: "recommended",
  severity: "error",
  messages: {
    words:
      "Words in the reply of {{call}} end this loop: they can come too early, in a quotation, or never. Let a structured field or a tool call propose the end, and a check outside the model decide it.",
    route:
      "Words in a message end this graph: they can come too early, in a quotation, or never. Let a structured field or a tool call propose the end, and a check outside the model decide it.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    // A jump out of nested loops is one exit of each, and one defect.
    const seen = new Set<number>();
    for (const loop of model.loops) {
      for (const exit of loop.exits) {
        const span = exit.decision ?? exit.span;
        if (exit.decidedBy !== "model-text" || exit.result === "throws" || seen.has(span.start)) continue;
        seen.add(span.start);
        yield {
          span,
          messageId: "words",
          data: { call: loop.calls[0]?.callee ?? "the model" },
          evidence: exit.evidence,
          suggestions: suggestOracle(model, loop, exit, context),
        };
      }
    }
    for (const stop of model.textStops) {
      if (seen.has(stop.span.start)) continue;
      yield {
        span: stop.span,
        messageId: stop.of === "graph" ? "route" : "words",
        data: { call: stop.what },
        evidence: stop.evidence,
      };
    }
  },
});
