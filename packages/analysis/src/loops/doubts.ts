import type { TSESTree } from "@typescript-eslint/types";
import { getterOf } from "../bind/getters.js";
import { definedAs } from "../file/argument-paths.js";
import type { Frame } from "../flow/paths.js";
import type { Bound, BoundFault } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import type { Guard, RemoteShape } from "../project/module-summary.js";
import { calleeText, contractOfCall, isNamed, textOf } from "../file/file-context.js";
import { bare, dottedName, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Coverage } from "./bounds.js";
import type { Cycle } from "./cycle.js";
import { isCaught, saysWhichError } from "./error-tests.js";
import { operands } from "./exits.js";
import type { FoundExit } from "./exits.js";
import { countedOutOfSight } from "./hidden-moves.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isWait } from "./pacing.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

/** Names of things that may hold a limit we cannot read. Only used to stay silent, never to report. */
const LIMIT_NAME =
  /limit|budget|quota|allowance|remain|exceed|exhaust|maxed|max[A-Z_]|deadline|timed?_?out|expired|circuit|breaker|throttl|attempts|retries|turns|steps|iterations|rounds|depth|shouldStop|mustStop|should_stop|shouldContinue|shouldAbort|shouldHalt|shouldTerminate|canContinue|canProceed|keepGoing|strategy|termination|tooMany|watchdog|loopDetect|stuck|stall|repeat/i;
/** Names of questions whether one may go on, whose answer may count the turns. */
const ASKS_LEAVE =
  /^(?:(?:may|can|could|should|must|is|has|do|to|keep|ok|okay)_?(?:i_?)?(?:be_?)?)?(?:allow(?:s|ed)?|permit(?:s|ted)?|grant(?:s|ed)?|admit(?:s|ted)?|afford(?:s)?|govern(?:s)?|continue|proceed|carry_?on|go_?(?:on|ahead|again|round)|going|another|again|run_?again|run_?on|try_?again|ask_?again)(?:_?(?:another|again|more|turn|round|step|call|with|for))?$/i;
const GUARD_NAME =
  /(?:limit|budget|quota|allowance|circuit|breaker|iteration|step|turn|attempt|termination|loop|guard|usage|spend|cost)\w*\.?(?:check|assert|ensure|consume|charge|spend|use|tick|increment|next|record|guard|enforce|throwIf|verify)|(?:check|assert|ensure|enforce|consume|charge|increment|throwIf)\w*(?:limit|budget|quota|allowance|circuit|iteration|steps?|turns?|attempt|termination|loop|spend|cost)/i;

/** What may bound a cycle and cannot be read: while there is any, nobody says that it is unbounded. */
export function readDoubts(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  { bounds, counted }: Pick<Coverage, "bounds" | "counted">,
): Evidence[] {
  const { context } = analysis;
  const doubts: Evidence[] = [];
  const counts = countedPlaces(analysis, region);
  for (const exit of exits) {
    for (const guard of exit.guards) {
      if (guard.how === "catch") continue;
      for (const part of operands(guard.test)) {
        if (isReadHere(analysis, part, bounds)) continue;
        // What other errors lead out, and this one sends round, is no limit of ours.
        if (guard.how === "unless" && saysWhichError(context, part)) continue;
        const doubt =
          (counted.has(bare(part)) ? undefined : hiddenLimit(analysis, part)) ??
          countedOutOfSight(analysis, bare(part), region) ??
          toldTheCount(analysis, part, counts);
        if (doubt !== undefined) doubts.push(doubt);
      }
    }
  }
  for (const { node } of region) {
    if (node.type === "ConditionalExpression") doubts.push(...withheldTools(analysis, node));
    if (node.type !== "CallExpression") continue;
    if (isNamed(context, node, context.settings.bounds)) {
      doubts.push({ what: `the settings name \`${calleeText(context, node)}\` as a bound`, at: spanOf(node) });
      continue;
    }
    if (contractOfCall(context, node)?.what === "bound") {
      doubts.push({ what: `a comment declares \`${calleeText(context, node)}\` a bound`, at: spanOf(node) });
      continue;
    }
    if (context.bindings.calleeOf(node) !== undefined) continue;
    const guard = guardOf(analysis, node);
    // What a model call throws after the reply is about the reply: `if (response.status >= 400) throw`.
    const holdsLimit =
      guard === "throws-first" || (analysis.calls.at(node) === undefined && (guard === "throws" || isGuardCall(node)));
    if (holdsLimit) doubts.push(doubtAbout(analysis, node, "may throw when an allowance is spent"));
  }
  doubts.push(...askedForEach(analysis, cycle, region), ...carriedRuns(analysis, region));
  return doubts;
}

/** `depth >= this.maxToolCalls ? [] : tools`: without tools the next reply has nothing to go on with. */
function withheldTools({ context }: LoopAnalysis, choice: TSESTree.ConditionalExpression): Evidence[] {
  const test = definedAs(context, choice.test);
  const isNone = (branch: Node): boolean =>
    branch.type === "ArrayExpression"
      ? branch.elements.length === 0
      : branch.type === "Identifier" && branch.name === "undefined";
  if (test.type !== "BinaryExpression" || !/^[<>]=?$/.test(test.operator) || !LIMIT_NAME.test(textOf(context, test)))
    return [];
  const [none, tools] = [bare(choice.consequent), bare(choice.alternate)].sort(
    (a, b) => Number(isNone(b)) - Number(isNone(a)),
  );
  if (none === undefined || tools === undefined || !isNone(none) || !/tool|function/i.test(textOf(context, tools)))
    return [];
  return [
    {
      what: `\`${textOf(context, test)}\` takes the tools away`,
      at: spanOf(choice),
      settledBy: "a limit that ends the loop by itself",
    },
  ];
}

/** A person who is asked about every request of the model paces the turns that have any. */
function askedForEach(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Evidence[] {
  return region.flatMap(({ node, frame }) => {
    if (node.type !== "CallExpression" || !isWait(analysis, node)) return [];
    // The question may stand in a function that the loop calls: its call is what stands in the loop.
    const standsIn = [node, ...callsTo(frame)];
    for (const place of standsIn) {
      for (
        let up = analysis.context.tree.parentOf(place);
        up !== undefined && up !== cycle.node;
        up = analysis.context.tree.parentOf(up)
      ) {
        if (up.type !== "ForOfStatement" || analysis.origins.aspectsOf(up.right).size === 0) continue;
        return [
          {
            what: `a person is asked about each of \`${textOf(analysis.context, up.right)}\``,
            at: spanOf(place),
            settledBy: "a limit on the turns",
          },
        ];
      }
    }
    return [];
  });
}

function callsTo(frame: Frame | undefined): Node[] {
  const calls: Node[] = [];
  for (let current = frame; current !== undefined; current = current.caller) if (current.call) calls.push(current.call);
  return calls;
}

/** A run that is handed the state of the last one goes on counting where that one stopped. */
function carriedRuns(analysis: LoopAnalysis, region: readonly RegionNode[]): Evidence[] {
  return region.flatMap(({ node }) => {
    const call = analysis.calls.at(node);
    if (call?.how !== "run") return [];
    const state = call.node.arguments.find((argument) =>
      analysis.origins
        .of(argument)
        .some((origin) => origin.kind === "reply" && origin.call.node === call.node && origin.path.at(-1) === "state"),
    );
    return state
      ? [
          {
            what: `\`${textOf(analysis.context, state)}\` carries the turns of the run so far, and its own limit counts on`,
            at: spanOf(state),
            settledBy: "a limit on the turns of this loop",
          },
        ]
      : [];
  });
}

/** Whether a question is answered in this file by comparisons that are known to be no limit: `get mayHop() { return max === undefined || hops < max; }`. */
function isReadHere(analysis: LoopAnalysis, part: Node, bounds: readonly Bound[]): boolean {
  if (isReadLimit(part, bounds) || asksForLimit(analysis, part, bounds)) return true;
  const answered = bare(part);
  const [answer, ...others] = answersTo(analysis, answered);
  if (answer === undefined || answer === answered || others.length > 0) return false;
  const parts = operands(answer);
  return (
    parts.some((one) => isReadLimit(one, bounds)) &&
    parts.every((one) => isReadLimit(one, bounds) || asksForLimit(analysis, one, bounds))
  );
}

/** `max === undefined` beside `hops < max` */
function asksForLimit({ context }: LoopAnalysis, part: Node, bounds: readonly Bound[]): boolean {
  const value = bare(part);
  const subject = value.type === "BinaryExpression" && /^[!=]==?$/.test(value.operator) ? bare(value.left) : value;
  const name = dottedName(subject);
  return (
    name !== undefined &&
    bounds.some(({ text, fault }) => fault === "absent-means-unlimited" && text.includes(textOf(context, subject)))
  );
}

const READ_FAULTS: ReadonlySet<BoundFault> = new Set([
  "absent-means-unlimited",
  "infinite",
  "too-large",
  "not-a-number",
  "raised",
  "chosen-by-model",
]);

/** A comparison whose limit is known to be none leaves nothing to guess. */
function isReadLimit(part: Node, bounds: readonly Bound[]): boolean {
  const { range } = bare(part);
  return bounds.some(
    ({ span, fault }) =>
      span.start === range[0] && span.end === range[1] && fault !== undefined && READ_FAULTS.has(fault),
  );
}

/** The variables and fields that a turn counts up or down. */
function countedPlaces({ context }: LoopAnalysis, region: readonly RegionNode[]): ReadonlySet<PlaceKey> {
  const places = new Set<PlaceKey>();
  for (const { node, frame } of region) {
    const target =
      node.type === "UpdateExpression"
        ? node.argument
        : node.type === "AssignmentExpression" &&
            (node.operator === "+=" || node.operator === "-=") &&
            node.right.type === "Literal"
          ? node.left
          : undefined;
    const place = target && placeOf(context, target, frame);
    if (place !== undefined) places.add(place);
  }
  return places;
}

/** An answer that decides, of something that we cannot look into and that is told the count: `await control(reply, step)`. */
function toldTheCount(
  { context, origins }: LoopAnalysis,
  part: Node,
  counts: ReadonlySet<PlaceKey>,
): Evidence | undefined {
  if (counts.size === 0) return undefined;
  const asked = settled(part);
  const calls = origins.of(bare(part)).flatMap((origin) => (origin.kind === "call" ? [origin.node] : []));
  for (const call of asked.type === "CallExpression" ? [asked, ...calls] : calls) {
    if (context.bindings.calleeOf(call) !== undefined) continue;
    const told = call.arguments.flatMap(namedIn).find((node) => counts.has(placeOf(context, node, undefined) ?? ""));
    if (told !== undefined)
      return doubtAbout({ context }, call, `is told \`${textOf(context, told)}\` and may compare it with a limit`);
  }
  return undefined;
}

function namedIn(argument: Node): Node[] {
  const value = bare(argument);
  if (value.type === "Identifier" || value.type === "MemberExpression") return [value];
  return value.type === "ObjectExpression"
    ? value.properties.flatMap((property) => (property.type === "Property" ? namedIn(property.value) : []))
    : [];
}

function isGuardCall(call: CallExpression): boolean {
  const name = dottedName(call.callee);
  return name !== undefined && GUARD_NAME.test(name);
}

/** A condition of an exit that asks something with the name of a limit, and that we cannot look into. */
function hiddenLimit(analysis: LoopAnalysis, part: Node): Evidence | undefined {
  const { context, origins } = analysis;
  const expression = bare(part);
  const compared = answersTo(analysis, expression).flatMap((answer) => comparedElsewhere(analysis, answer) ?? [])[0];
  if (compared !== undefined) return compared;
  const asked = settled(expression);
  if (asked.type === "CallExpression" && ASKS_LEAVE.test(lastName(asked)) && !countsNothing(analysis, asked)) {
    const fn = context.bindings.calleeOf(asked);
    if (fn === undefined) return doubtAbout(analysis, asked, "may answer that a limit is reached");
  }
  for (const origin of origins.of(expression)) {
    if (
      origin.kind === "call" &&
      !asksAboutError(analysis, origin.node) &&
      !countsNothing(analysis, origin.node) &&
      (LIMIT_NAME.test(dottedName(origin.node.callee) ?? "") ||
        (!origin.tainted && guardOf(analysis, origin.node) !== undefined))
    ) {
      return doubtAbout(analysis, origin.node, "may answer that a limit is reached");
    }
    if (origin.kind === "state" && LIMIT_NAME.test(origin.name)) {
      return {
        what: `\`${textOf(context, expression)}\` may say that a limit is reached`,
        at: spanOf(expression),
        settledBy: "comparing the count with its limit in this file",
      };
    }
  }
  return undefined;
}

function lastName(call: CallExpression): string {
  return dottedName(call.callee)?.split(".").at(-1) ?? "";
}

/** A question, and what a function or a getter of this file gives back for it: `this.hasReachedMaximumRounds(from, to)`, `this.over`. */
function answersTo({ context }: LoopAnalysis, question: Node): readonly Node[] {
  const fn = question.type === "CallExpression" ? context.bindings.calleeOf(question) : getterOf(context, question);
  return fn === undefined ? [question] : context.tree.returnsOf(fn).map(bare);
}

/** `isRateLimitError(error)` says what has failed, and counts nothing. */
function asksAboutError({ context }: LoopAnalysis, call: CallExpression): boolean {
  return call.arguments.length > 0 && call.arguments.every((argument) => isCaught(context, argument));
}

/** A function of another file that calls nothing and compares no sizes holds no limit, whatever it is called. */
function countsNothing({ context: { bindings, project } }: LoopAnalysis, call: CallExpression): boolean {
  const entity = bindings.entityOf(call.callee);
  if (entity.kind !== "remote" || entity.shape.kind !== "function") return false;
  const { wraps, calls } = entity.shape.facts;
  const details = project?.detailsOf(entity.shape);
  if (details === undefined || ![...wraps, ...calls].every(asksList)) return false;
  return !details.comparesSizes && details.mayGuard === undefined && entity.shape.facts.contract === undefined;
}

/** `.some(…)`, `.includes(…)`: a question to a list. */
function asksList(call: RemoteShape): boolean {
  return call.kind === "reference" && /^\.(?:some|every|find|filter|includes|has|map)$/.test(call.steps.at(-1) ?? "");
}

/** Whether a function of another file throws or answers by a comparison of something it keeps. */
function guardOf(analysis: LoopAnalysis, call: CallExpression): Guard | undefined {
  const { bindings, project } = analysis.context;
  const entity = bindings.entityOf(call.callee);
  if (entity.kind !== "remote" || entity.shape.kind !== "function") return undefined;
  // What stands behind a model call is about that call.
  return analysis.calls.at(call) === undefined
    ? project?.guardIn(entity.shape)
    : project?.detailsOf(entity.shape)?.mayGuard;
}

/** A comparison of something kept elsewhere with a number: a store, a getter, a counter we cannot see move. */
function comparedElsewhere({ context, origins }: LoopAnalysis, expression: Node): Evidence | undefined {
  if (expression.type !== "BinaryExpression" || !/^[<>]=?$/.test(expression.operator)) return undefined;
  const sides = [bare(expression.left), bare(expression.right)].map((side) => counted(context, side));
  const kept =
    sides.find((side) => side.type === "CallExpression" || (side.type === "MemberExpression" && reachesCall(side))) ??
    sides.find((side) => side.type === "MemberExpression");
  const number = sides.find(
    (side) =>
      side !== kept && (side.type === "Literal" || side.type === "Identifier" || side.type === "MemberExpression"),
  );
  if (kept === undefined || number === undefined) return undefined;
  if (origins.of(kept).some((origin) => origin.kind === "reply" || origin.kind === "clock")) return undefined;
  if (!reachesCall(kept)) return undefined;
  return {
    what: `\`${textOf(context, kept)}\` may count the turns`,
    at: spanOf(kept),
    settledBy: "a counter in the loop",
  };
}

/** `const rounds = history.filter(…).length`: what a name counts. */
function counted(context: LoopAnalysis["context"], side: Node): Node {
  const value = side.type === "Identifier" ? definedAs(context, side) : side;
  return value.type === "MemberExpression" && propertyName(value) === "length" ? value : side;
}

/** Whether a path leads through a call: `get().task.history.length`. */
function reachesCall(node: Node): boolean {
  let current = bare(node);
  while (current.type === "MemberExpression") current = bare(current.object);
  return current.type === "CallExpression";
}

function doubtAbout({ context }: Pick<LoopAnalysis, "context">, call: CallExpression, what: string): Evidence {
  const callee = calleeText(context, call);
  return {
    what: `\`${callee}\` ${what}`,
    at: spanOf(call),
    settledBy: `\`bounds: ["${callee}"]\` in the settings, or a \`@agentLoop bound\` comment beside it`,
  };
}

const BUDGET_NAME =
  /token|cost|usd|spen[dt]|price|credits?|budget|quota|deadline|timeout|time_?left|elapsed|expire|duration/i;

/** Conditions of exits that ask something with the name of a budget, also one we cannot read. */
export function readBudgetDoubts(analysis: LoopAnalysis, exits: readonly FoundExit[]): Evidence[] {
  const { context } = analysis;
  return exits.flatMap((exit) =>
    exit.guards
      .filter(({ test, how }) => how !== "catch" && BUDGET_NAME.test(withoutLiterals(textOf(context, test, 400))))
      .map(({ test }) => ({
        what: `\`${textOf(context, test)}\` may be a budget`,
        at: spanOf(test),
        settledBy: "tokens, cost or time that are added up and compared in this file",
      })),
  );
}

/** Words inside of string literals name values, not quantities: `stop_reason === "max_tokens"`. */
function withoutLiterals(text: string): string {
  return text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""');
}
