import { defineRule, type AnyRule } from "../rule.js";

/**
 * A turn that does not know what the last one found out cannot do better: the model asks the same
 * again, the tools run again, and every turn is paid for.
 */
export const noStateAmnesia: AnyRule = defineRule({
  id: "no-state-amnesia",
  summary: "Disallow agent loops that lose what came back between turns",
  preset: "recommended",
  severity: "error",
  messages: {
    "same-input":
      "Every turn sends `{{what}}` the same input: what the last turn found out does not reach the model, so it can only do the same again. Put the reply, the tool results or the findings into what is sent next.",
    rebuilt:
      "`{{what}}` is made anew in every turn: what was added to it at the end of the last one is gone before it is sent. Declare it before the loop.",
    request:
      "The results are kept and the assistant turn that asked for them is not: the model (and most APIs) cannot tell what they answer. Add the assistant message before its results.",
    result:
      "What `{{what}}` answers is lost: the model asked for it and never hears of it. Add each result to the messages that are sent next.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const { lost } of model.loops) {
      if (lost !== undefined)
        yield { span: lost.span, messageId: lost.how, data: { what: lost.what }, evidence: lost.evidence };
    }
  },
});
