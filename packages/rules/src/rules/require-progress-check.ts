import { isAboveSteps, isInside } from "../loop-size.js";
import { defineRule, type AnyRule } from "../rule.js";
import { suggestProgress } from "../scaffold/suggest.js";

/**
 * A step ceiling fires at the wall; it says nothing of the twenty equal calls before it, and every
 * one of them was paid for.
 */
export const requireProgressCheck: AnyRule = defineRule({
  id: "require-progress-check",
  summary: "Require acting loops to notice repeated calls",
  preset: "strict",
  severity: "warn",
  messages: {
    unnoticed:
      "This loop acts on what {{call}} asks for and never notices a repetition: the same call can use up every turn. Compare a fingerprint of the action and its arguments (or of the state) with those before, and stop when nothing new happens.",
  },
  defaults: { above: 5 },
  schema: { above: { type: "integer", minimum: 0 } },
  *check(model, context) {
    const { options } = context;
    const unnoticed = model.loops.filter(
      (loop) =>
        loop.acts === "yes" && loop.progress === "no" && loop.kind !== "retry" && isAboveSteps(loop, options.above),
    );
    for (const loop of unnoticed) {
      // The inner of two loops is the one whose turns repeat.
      if (unnoticed.some((inner) => inner !== loop && isInside(inner.shape.statement, loop.shape.statement))) continue;
      yield {
        span: loop.head,
        messageId: "unnoticed",
        data: { call: loop.calls[0]?.callee ?? "the model" },
        evidence: loop.feedback,
        suggestions: suggestProgress(model, loop, context),
      };
    }
  },
});
