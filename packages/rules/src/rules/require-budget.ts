import { defineRule, type AnyRule } from "../rule.js";
import { suggestRunDeadline } from "../scaffold/run-limit.js";
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
    run: "This run may take {{steps}} steps, and nothing limits what they use. Give {{callee}} one of the other limits it takes: {{options}}.",
  },
  defaults: { runs: false },
  strictOptions: { runs: true },
  schema: {
    runs: {
      type: "boolean",
      description: "Also report runs of a framework that are given a step limit and nothing else.",
    },
  },
  *check(model, context) {
    for (const loop of model.loops) {
      // What is only tried again after a failure has a cap, and a failure costs little.
      if (
        loop.onlyRetries ||
        loop.bounded !== "yes" ||
        loop.budgeted !== "no" ||
        loop.ceiling === undefined ||
        loop.ceiling <= FEW_STEPS
      )
        continue;
      yield {
        span: loop.head,
        messageId: "unmetered",
        data: { steps: String(loop.ceiling), call: loop.calls[0]?.callee ?? "the model" },
        suggestions: suggestBudget(model, loop, context),
      };
    }
    if (!context.options.runs) return;
    for (const run of model.runs) {
      const steps = run.steps;
      if (!run.stepsGiven || run.bounded !== "yes" || run.budgeted !== "no" || run.budgetOptions.length === 0) continue;
      if (steps !== undefined && steps <= FEW_STEPS) continue;
      yield {
        span: run.head,
        messageId: "run",
        data: {
          steps: steps === undefined ? "many" : String(steps),
          callee: run.callee,
          options: run.budgetOptions.map((option) => `\`${option}\``).join(", "),
        },
        evidence: run.evidence,
        suggestions: suggestRunDeadline(run, context),
      };
    }
  },
});
