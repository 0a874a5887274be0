import type { Run } from "@agent-loop/analysis";
import { defineRule, type AnyRule } from "../rule.js";
import { suggestRunLimit } from "../scaffold/run-limit.js";

/**
 * A framework call that loops inside looks like one call and may be ten thousand: the loop, its
 * limit and what lifts that limit are out of sight.
 */
export const noUnboundedRun: AnyRule = defineRule({
  id: "no-unbounded-run",
  summary: "Require an effective limit on framework calls that loop inside",
  preset: "recommended",
  severity: "error",
  messages: {
    missing: "{{callee}} goes round until the model stops asking for tools: this SDK sets no limit of its own. {{how}}",
    lifted: "`{{given}}` lets {{callee}} go round for ever. {{how}}",
    left: "Only the model ends this run: `{{given}}` takes the place of any limit, and the model may never make it true. Add a condition that counts steps, tokens or cost.",
    repeated:
      "Only the model's own output ends this repetition: `{{given}}` may never say so. Let the condition end it, too, once `{{rounds}}` has reached a number of yours.",
  },
  defaults: {},
  schema: {},
  *check(model, context) {
    const seen = new Set<number>();
    for (const run of model.runs) {
      // An agent and the calls that run it share one limit, and one report.
      if (run.limitDefect !== "unbounded" || seen.has(run.mend.start)) continue;
      seen.add(run.mend.start);
      const given = run.limits.find((limit) => limit.given !== undefined && limit.effective === "no");
      const left = given?.option.conditions === true && given.value === undefined;
      yield {
        span: run.mend,
        messageId:
          run.shape.rounds !== undefined ? "repeated" : given === undefined ? "missing" : left ? "left" : "lifted",
        data: {
          callee: run.callee,
          how: howToLimit(run),
          given: excerpt(context.text, run),
          rounds: run.shape.rounds ?? "",
        },
        evidence: run.evidence,
        suggestions: suggestRunLimit(model, run, context),
      };
    }
  },
});

function howToLimit({ shape, budgetOptions }: Run): string {
  if (shape.option !== undefined) return `Give it \`${shape.option}\`.`;
  const [option] = budgetOptions;
  return option === undefined
    ? "End it from outside, by a deadline."
    : `Give it \`${option}\` with a deadline (\`AbortSignal.timeout\`).`;
}

function excerpt(text: string, { mend }: Run): string {
  const whole = text.slice(mend.start, mend.end).replace(/\s+/g, " ");
  return whole.length > 60 ? `${whole.slice(0, 59)}…` : whole;
}
