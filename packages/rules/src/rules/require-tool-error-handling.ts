import { defineRule, type AnyRule } from "../rule.js";
import { suggestObservation } from "../scaffold/tool-failure.js";

/**
 * Tools fail every day: a timeout, a wrong argument, a name that does not exist. A model that is
 * told can try another way; a run that dies of it, or a call that is never answered, cannot.
 */
export const requireToolErrorHandling: AnyRule = defineRule({
  id: "require-tool-error-handling",
  summary: "Require that a failing tool becomes something the model can act on",
  preset: "recommended",
  severity: "warn",
  messages: {
    "ends-run":
      "When {{callee}} fails, the run ends with it and the model never learns why. Catch the failure and answer the call with what went wrong.",
    arguments:
      "{{callee}} throws when the model stopped in the middle of its arguments, and the run ends. Catch it and answer the call with what is wrong.",
    unanswered:
      "The failure ends in this handler, and the call gets no answer: the model waits for a result that never comes. Answer the call with what went wrong.",
    silent:
      "{{callee}} hides its failure and returns nothing, so done and not done look the same to the model. Return what went wrong.",
    "let-out":
      "{{callee}} is told to let failures of its tools out: the first one ends the run, and the model never learns why. Leave its handling on, so that the model reads what went wrong.",
    missing:
      "A name that the model made up gives nothing here, and nothing is what the model reads: it cannot tell that there is no such tool. Answer the call with what is wrong and which tools there are.",
    skipped: "The call is passed over when {{callee}}, and gets no answer. Answer it with what is wrong, by its id.",
    "first-only":
      "Only the first call of a reply is answered, and then the model is asked again: the next request lacks the results of the others, and is refused. Answer every call before the next turn.",
    "first-few":
      "The calls of a reply beyond these get no answer, and then the model is asked again: the next request lacks their results, and is refused. Answer the others too, with what is to be done about them.",
    unmatched:
      "A name that the model made up matches no branch here, and the call gets no answer. Add a branch that answers it with what is wrong and which tools there are.",
    "unknown-name":
      "A name that the model made up ends the run here. Answer the call with what is wrong and which tools there are.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const point of model.failurePoints) {
      yield {
        span: point.span,
        messageId: point.kind,
        data: { callee: `\`${point.callee}\`` },
        evidence: point.evidence,
        suggestions: suggestObservation(model, point, context),
      };
    }
  },
});
