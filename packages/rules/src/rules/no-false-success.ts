import { defineRule, type AnyRule } from "../rule.js";
import { suggestThrow, suggestThrowFurther } from "../scaffold/honest-exit.js";

/**
 * Whoever gets the same from a run that was cut off at its limit as from one that is through will
 * go on as if the work were done.
 */
export const noFalseSuccess: AnyRule = defineRule({
  id: "no-false-success",
  summary: "Disallow handing back a success at a limit",
  preset: "recommended",
  severity: "warn",
  messages: {
    ceiling:
      "At the limit this hands back the same as a good end does: the caller goes on as if the work were done. Throw, or say in the result that the limit ended it.",
    "silent-limit":
      "{{what}} may have been ended by its limit without an error, and its text is used as if it were the answer. Look at why it ended first.",
    "swallowed-limit":
      "This catch makes an ordinary result of every error of {{what}}, the exceeded limit too: the caller cannot tell it from an answer. Let the error through, or say in the result that there is none.",
    "unread-flag":
      "{{what}} says whether the work came to an end, and nobody asks: what its limit has cut off goes on as the answer. Look at the flag first.",
    "answered-limit":
      "At the limit of {{what}} this is handed on as its answer: the caller cannot tell it from work that is done. Leave the error to the caller, or return something that says there is no answer.",
  },
  defaults: {},
  schema: {},
  *check(model, { text }) {
    const seen = new Set<number>();
    for (const loop of model.loops) {
      for (const exit of loop.exits) {
        const isLimit = exit.decidedBy === "ceiling" || exit.decidedBy === "budget";
        const span = exit.handsOver ?? exit.span;
        if (!isLimit || exit.result !== "same-as-success" || seen.has(span.start)) continue;
        seen.add(span.start);
        const isShared = loop.exits.some(
          (other) => other.decidedBy !== exit.decidedBy && other.handsOver?.start === span.start,
        );
        yield {
          span,
          messageId: "ceiling",
          evidence: [{ what: "the limit", at: exit.test ?? exit.span }],
          // What a good end hands over too cannot become an error.
          suggestions: isShared ? [] : suggestThrow(model, span, "Stopped at the limit: the work is not done.", text),
        };
      }
    }
    for (const end of model.falseSuccesses) {
      const suggestions =
        end.handler === undefined
          ? []
          : suggestThrowFurther(model, end.span, end.handler, "The run failed: there is no result.", text);
      yield { span: end.span, messageId: end.how, data: { what: end.what }, evidence: end.evidence, suggestions };
    }
  },
});
