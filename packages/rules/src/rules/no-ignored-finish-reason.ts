import { defineRule, type AnyRule } from "../rule.js";
import { suggestWholeReply } from "../scaffold/stop-reason.js";

/**
 * A reply that was cut off, filtered or refused is no answer, and a reason that no branch knows
 * sends the same request again and again.
 */
export const noIgnoredFinishReason: AnyRule = defineRule({
  id: "no-ignored-finish-reason",
  summary: "Require every reason why a model stops to be handled",
  preset: "recommended",
  severity: "warn",
  messages: {
    spins:
      "A reply that stops for any other reason (cut off, filtered, refused) has no branch here: the same request is sent again. End the loop with an error for every reason that is not handled.",
    default:
      "Every other value of `{{what}}` becomes a success here: a reply that was cut off, filtered or refused counts as an answer. Give the good end a case of its own and make an error of the rest.",
    final:
      "A reply of {{what}} without a tool call counts as the answer, also when it was cut off, filtered or refused: nothing looks at why it stopped. Accept it only when the stop reason says that it is whole.",
    rest: "Every reason but {{what}} counts as a good end here, also that of a reply that was cut off, filtered or refused. Accept the answer only when the stop reason says that it is whole.",
  },
  defaults: { truncated: false },
  strictOptions: { truncated: true },
  schema: { truncated: { type: "boolean" } },
  *check(model, { options, text }) {
    const seen = new Set<number>();
    for (const stop of [...model.loops.flatMap((loop) => loop.ignoredStop ?? []), ...model.ignoredStops]) {
      if (((stop.how === "final" || stop.how === "rest") && !options.truncated) || seen.has(stop.span.start)) continue;
      seen.add(stop.span.start);
      yield {
        span: stop.span,
        messageId: stop.how,
        data: { what: stop.what },
        evidence: stop.evidence,
        suggestions: suggestWholeReply(model, stop.mend, text),
      };
    }
  },
});
