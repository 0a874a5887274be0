import { defineRule, type AnyRule } from "../rule.js";
import { suggestBudget } from "../scaffold/suggest.js";

/** A ceiling of this many steps or fewer is a budget by itself. */
const FEW_STEPS = 5;

/**
 * A step ceiling says how often the model may be asked, and nothing of what a step may cost: forty
 * steps may be forty replies of full length, each with the whole history before it.
 */
export const requireBudget: AnyRule = defineRule({
  id: "require-budget",
  summary: "Require a budget of tokens, money or time on agent loops that may take many steps",
  preset: "recommended",
  severity: "warn",
  messages: {
    unmetered:
      "This loop may take {{steps}} steps, and nothing limits what they use. Add up the tokens or the cost of {{call}}, or set a deadline, and leave the loop when it is reached.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    for (const loop of model.loops) {
      if (loop.bounded !== "yes" || loop.budgeted !== "no" || loop.ceiling === undefined || loop.ceiling <= FEW_STEPS) continue;
      yield {
        span: loop.head,
        messageId: "unmetered",
        data: { steps: String(loop.ceiling), call: loop.calls[0]?.callee ?? "the model" },
        suggestions: suggestBudget(model, loop, context),
      };
    }
  },
});
