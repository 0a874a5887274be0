import type { AgentLoop, FileModel } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { isInside } from "../loop-size.js";
import { defineRule, type AnyRule } from "../rule.js";
import { suggestOracle, type ScaffoldContext } from "../scaffold/suggest.js";

/**
 * A model that calls no more tools has stopped; whether the ticket is settled or the build is green
 * is another question, and only something outside of it can answer.
 */
export const requireCompletionCheck: AnyRule = defineRule({
  id: "require-completion-check",
  summary: "Require a check outside the model before work counts as done",
  preset: "strict",
  severity: "warn",
  messages: {
    unchecked:
      "The work counts as done because the model says so (`{{what}}`): nothing outside of it has looked at the result. Check the outcome itself (a test, the stored record, a schema) before the end is accepted.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    const found = [
      ...model.loops.flatMap((loop) =>
        loop.unchecked === undefined
          ? []
          : [{ ...loop.unchecked, within: loop.shape.statement, suggestions: suggestCheck(model, loop, context) }],
      ),
      ...model.uncheckedWork.map((work) => ({ ...work, within: work.span, suggestions: [] })),
    ];
    for (const work of found) {
      // The inner of two loops is where the word is given.
      if (
        found.some(
          (inner) => inner !== work && inner.within.start !== work.within.start && isInside(inner.within, work.within),
        )
      )
        continue;
      yield {
        span: work.span,
        messageId: "unchecked",
        data: { what: work.what },
        evidence: work.evidence,
        suggestions: work.suggestions,
      };
    }
  },
});

/** A check at the only good end; where there are several, each needs a thought of its own. */
function suggestCheck(model: FileModel, loop: AgentLoop, context: ScaffoldContext): Suggestion[] {
  const good = loop.exits.filter(
    (exit) => exit.decidedBy === "model-signal" && exit.result !== "throws" && exit.result !== "failure",
  );
  const [only] = good;
  return only !== undefined && good.length === 1 ? suggestOracle(model, loop, only, context) : [];
}
