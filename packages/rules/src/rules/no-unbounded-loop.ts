import type { AgentLoop, Bound, Evidence } from "@agent-loop/analysis";
import { defineRule, type AnyRule } from "../rule.js";
import { suggestBound } from "../scaffold/suggest.js";

/**
 * An agent loop that only the model can end goes on for as long as the model likes: every turn is
 * paid for, and the history grows with it. A limit that some way round slips past is no better.
 */
export const noUnboundedLoop: AnyRule = defineRule({
  id: "no-unbounded-loop",
  summary: "Require an effective bound on every agent loop",
  preset: "recommended",
  severity: "error",
  messages: {
    unbounded:
      "Nothing but the model ends this loop: `{{call}}` is asked again for as long as its replies say so. Leave the loop at a limit on turns, tokens, cost or time.",
    slipsPast:
      "`{{bound}}` does not cover this loop: a turn can end without meeting it, and `{{call}}` is asked again. Move the count to where every turn passes, before the model is asked.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const loop of model.loops) {
      if (loop.limitDefect !== "unbounded") continue;
      const passed = findPassedBound(loop);
      yield {
        span: loop.head,
        messageId: passed ? "slipsPast" : "unbounded",
        data: { call: loop.calls[0]?.callee ?? "the model", bound: passed?.text ?? "" },
        evidence: evidenceOf(loop, passed),
        suggestions: suggestBound(model, loop, context),
      };
    }
  },
});

/** A limit that would end the cycle, were there not a way round it; what is counted in a turn for other reasons ends nothing. */
function findPassedBound(loop: AgentLoop): Bound | undefined {
  const ends = ({ span }: Bound): boolean =>
    loop.exits.some(({ test, span: at }) =>
      [test, at].some((place) => place !== undefined && place.start <= span.start && span.end <= place.end),
    );
  return loop.bounds.find((bound) => bound.fault === undefined && bound.covers === "no" && ends(bound));
}

function evidenceOf(loop: AgentLoop, passed: Bound | undefined): Evidence[] {
  const [call] = loop.calls;
  return [
    ...(call?.evidence.slice(0, 1) ?? []),
    ...loop.feedback.slice(0, 1),
    ...(passed ? [{ what: `\`${passed.text}\` is the limit`, at: passed.span }] : []),
    ...loop.escapes
      .filter((escape) => escape.start !== loop.head.start)
      .map((escape) => ({ what: "a turn ends here without a limit", at: escape })),
  ];
}
