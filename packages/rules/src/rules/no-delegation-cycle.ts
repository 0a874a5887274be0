import type { DelegationCycle } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { defineRule, type AnyRule } from "../rule.js";

/**
 * A limit belongs to one run. When an agent asks another in a run of its own, and that one may ask
 * back, each run keeps its limit and the ring has none: the two can keep each other busy for days.
 */
export const noDelegationCycle: AnyRule = defineRule({
  id: "no-delegation-cycle",
  summary: "Disallow agents that can hand work round in a ring that no limit covers",
  preset: "recommended",
  severity: "error",
  messages: {
    ring: "Work can go round {{ring}} for ever: each run has a limit of its own, and no limit covers the nesting. Leave this way out, or carry a depth with the call and stop at a limit.",
    self: "{{ring}} can start itself again for ever: each run has a limit of its own, and no limit covers the nesting. Carry a depth with the call and stop at a limit.",
  },
  defaults: {},
  schema: {},
  *check(model) {
    for (const cycle of model.delegationCycles) {
      const [first = "an agent", ...others] = cycle.members.map((name) => `\`${name}\``);
      yield {
        span: cycle.span,
        messageId: others.length > 0 ? "ring" : "self",
        data: { ring: others.length > 0 ? [first, ...others, first].join(" → ") : first },
        evidence: cycle.evidence,
        suggestions: mends(cycle, model.names),
      };
    }
  },
});

function mends({ withdrawal, depth }: DelegationCycle, taken: ReadonlySet<string>): Suggestion[] {
  const found: Suggestion[] = [];
  if (depth !== undefined && !taken.has("depth")) {
    const insert = (at: number, text: string): { span: { start: number; end: number }; text: string } => ({
      span: { start: at, end: at },
      text,
    });
    found.push({
      title: "Count how deep the work has been handed on, and stop with an error at three",
      edits: [
        insert(depth.parameter, ", depth = 0"),
        insert(
          depth.body,
          `${depth.indent}if (depth >= 3) throw new Error("Handed on three levels deep without a result.");`,
        ),
        insert(depth.argument, ", depth + 1"),
      ],
      preferred: true,
    });
  }
  if (withdrawal !== undefined)
    found.push({
      title: "Leave out this way back",
      edits: [{ span: withdrawal, text: "" }],
      preferred: found.length === 0,
    });
  return found;
}
