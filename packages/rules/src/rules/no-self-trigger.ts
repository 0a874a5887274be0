import type { FileModel, OwnCheck, SafePredicate, SelfTrigger } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { defineRule, type AnyRule, type RuleContext } from "../rule.js";
import { importEdits } from "../scaffold/imports.js";
import { readStyle } from "../scaffold/style.js";

/**
 * A bot that answers its own message, a hook that sends the model back whenever it wants to stop, a
 * worker that feeds its own queue: a loop without a loop statement, in which nobody counts.
 */
export const noSelfTrigger: AnyRule = defineRule({
  id: "no-self-trigger",
  summary: "Disallow handlers whose own effect fires them again",
  preset: "recommended",
  severity: "error",
  messages: {
    effect:
      "`{{raise}}` raises {{event}} again, which this handler answers: it can talk to itself for ever. Leave out what it caused itself, or count the hops and stop.",
    return:
      "This answer to {{event}} sends the model round again each time it wants to stop. Let a stop through that is already the result of this hook, or count and stop.",
    predicate:
      "This stays true once the answer has come, so every answer is sent straight back to the model. Ask only for what is new in the last step, or count the rounds.",
    render:
      "`{{raise}}` changes {{event}}, which this effect depends on, so it runs again after every answer. Remember that it has run, or ask for a state that the answer ends.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const trigger of model.selfTriggers) {
      yield {
        span: trigger.span,
        messageId: trigger.by,
        data: { event: trigger.event, raise: trigger.raise },
        evidence: trigger.evidence,
        suggestions: mends(trigger, model, context),
      };
    }
  },
});

function mends({ check, safePredicate }: SelfTrigger, model: FileModel, { text }: RuleContext<object>): Suggestion[] {
  if (check !== undefined) return [leaveOutOwn(check)];
  return safePredicate === undefined ? [] : [useSafePredicate(safePredicate, model, text)];
}

function leaveOutOwn({ test, leave, at, indent }: OwnCheck): Suggestion {
  return {
    title: `Leave out what it caused itself: ${test}`,
    edits: [{ span: { start: at, end: at }, text: `${indent}if (${test}) ${leave}` }],
    preferred: true,
  };
}

function useSafePredicate({ name, module, span }: SafePredicate, model: FileModel, text: string): Suggestion {
  const edits = importEdits({ model, text, style: readStyle(text, model.path) }, [{ module, name }]);
  return { title: `Use ${name}`, edits: [...edits, { span, text: name }], preferred: true };
}
