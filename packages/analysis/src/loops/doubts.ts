import type { Evidence } from "../model/judgement.js";
import { calleeText, contractOf, isNamed, textOf } from "../model/file-context.js";
import { bare, dottedName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { operands } from "./exits.js";
import type { FoundExit } from "./exits.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";

/** Names of things that may hold a limit we cannot read. Only used to stay silent, never to report. */
const LIMIT_NAME =
  /limit|budget|quota|allowance|remain|exceed|exhaust|maxed|max[A-Z_]|deadline|timed?_?out|expired|circuit|breaker|throttl|attempts|retries|turns|steps|iterations|rounds|depth|shouldStop|should_stop|shouldContinue|shouldAbort|shouldHalt|shouldTerminate|canContinue|canProceed|keepGoing|termination|tooMany|watchdog|loopDetect|stuck|stall|repeat/i;
const GUARD_NAME = /(?:limit|budget|quota|allowance|circuit|breaker|iteration|step|turn|attempt|termination|loop|guard|usage|spend|cost)\w*\.?(?:check|assert|ensure|consume|charge|spend|use|tick|increment|next|record|guard|enforce|throwIf|verify)|(?:check|assert|ensure|enforce|consume|charge|increment|throwIf)\w*(?:limit|budget|quota|allowance|circuit|iteration|steps?|turns?|attempt|termination|loop|spend|cost)/i;

/** What may bound a cycle and cannot be read: while there is any, nobody says that it is unbounded. */
export function readDoubts(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], exits: readonly FoundExit[]): Evidence[] {
  const { context } = analysis;
  const doubts: Evidence[] = [];
  for (const exit of exits) {
    for (const guard of exit.guards) {
      if (guard.how === "catch") continue;
      for (const part of operands(guard.test)) {
        const doubt = hiddenLimit(analysis, part);
        if (doubt !== undefined) doubts.push(doubt);
      }
    }
  }
  for (const { node } of region) {
    if (node.type !== "CallExpression") continue;
    if (isNamed(context, node, context.settings.bounds)) {
      doubts.push({ what: `the settings name \`${calleeText(context, node)}\` as a bound`, at: spanOf(node) });
      continue;
    }
    const fn = context.bindings.calleeOf(node);
    if (fn !== undefined) {
      if (contractOf(context, fn)?.what === "bound") doubts.push({ what: `a comment declares \`${calleeText(context, node)}\` a bound`, at: spanOf(fn) });
      continue;
    }
    if (analysis.calls.at(node) === undefined && isGuardCall(node)) doubts.push(doubtAbout(analysis, node, "may throw when an allowance is spent"));
  }
  return doubts;
}

function isGuardCall(call: CallExpression): boolean {
  const name = dottedName(call.callee);
  return name !== undefined && GUARD_NAME.test(name);
}

/** A condition of an exit that asks something with the name of a limit, and that we cannot look into. */
function hiddenLimit(analysis: LoopAnalysis, part: Node): Evidence | undefined {
  const { context, origins } = analysis;
  const expression = bare(part);
  for (const origin of origins.of(expression)) {
    if (origin.kind === "call" && !origin.tainted && LIMIT_NAME.test(dottedName(origin.node.callee) ?? "")) {
      return doubtAbout(analysis, origin.node, "may answer that a limit is reached");
    }
    if (origin.kind === "state" && LIMIT_NAME.test(origin.name)) {
      return { what: `\`${textOf(context, expression)}\` may say that a limit is reached`, at: spanOf(expression), settledBy: "comparing the count with its limit in this file" };
    }
  }
  return undefined;
}

function doubtAbout(analysis: LoopAnalysis, call: CallExpression, what: string): Evidence {
  const callee = calleeText(analysis.context, call);
  return { what: `\`${callee}\` ${what}`, at: spanOf(call), settledBy: `\`bounds: ["${callee}"]\` in the settings, or a \`@agentLoop bound\` comment beside it` };
}

const BUDGET_NAME = /token|cost|usd|spen[dt]|price|credits?|budget|quota|deadline|timeout|time_?left|elapsed|expire|duration/i;

/** Conditions of exits that ask something with the name of a budget, also one we cannot read. */
export function readBudgetDoubts(analysis: LoopAnalysis, exits: readonly FoundExit[]): Evidence[] {
  const { context } = analysis;
  return exits.flatMap((exit) =>
    exit.guards
      .filter(({ test, how }) => how !== "catch" && BUDGET_NAME.test(withoutLiterals(textOf(context, test, 400))))
      .map(({ test }) => ({ what: `\`${textOf(context, test)}\` may be a budget`, at: spanOf(test) })),
  );
}

/** Words inside of string literals name values, not quantities: `stop_reason === "max_tokens"`. */
function withoutLiterals(text: string): string {
  return text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""');
}
