import type { Decider, Exit } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { definedAs } from "../file/argument-paths.js";
import { textOf } from "../file/file-context.js";
import type { Origin } from "../flow/origins.js";
import { bare, dottedName, isFunction, isLoop, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { answerOutside } from "./caught-exits.js";
import { withResults } from "./exit-results.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { Coverage } from "./bounds.js";
import { stopsTimer } from "./pacing.js";
import { readQuantities } from "./quantities.js";
import type { RegionNode } from "./region.js";

/** An exit together with the nodes that rules of this package still have to look at. */
export interface FoundExit extends Exit {
  readonly node: Node;
  /** The conditions that have to hold for it, the innermost first. */
  readonly guards: readonly Guard[];
  /** What a `catch` round the cycle does about the error that this exit is. */
  readonly answer: Node | undefined;
  /** The statement that hands the result to the caller. */
  readonly handedBy: Node | undefined;
}

export interface Guard {
  readonly test: Node;
  /** The condition as it is written, when `test` is only a part of it. */
  readonly whole?: Node;
  /** `catch`: reached because something failed. */
  readonly how: "if" | "unless" | "case" | "catch";
}

/** Every edge out of a cycle, and who decides that it is taken. */
export function readExits(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  coverage: Coverage,
): FoundExit[] {
  const tests = boundTests(analysis, cycle, region, coverage);
  const edges: Edge[] = [];
  const test = "test" in cycle.node ? cycle.node.test : null;
  if (test && !isAlwaysTrue(test)) edges.push({ node: test, guards: [{ test, how: "unless" }] });
  for (const { node, frame } of region) {
    const answer =
      node.type === "ThrowStatement" ? answerOutside(analysis.context.tree, cycle, node, frame) : undefined;
    if (answer !== undefined) edges.push({ node, answer, guards: guardsOf(analysis, cycle, node) });
    if (answer !== undefined || (frame?.call !== undefined && cycle.members.every((member) => member !== frame.fn)))
      continue;
    if (leaves(analysis, cycle, node)) edges.push({ node, guards: guardsOf(analysis, cycle, node) });
    else if (isReentry(analysis, cycle, node)) edges.push(...endsOfRecursion(analysis, cycle, node));
  }
  const exits = edges.flatMap(({ node, answer, guards }) =>
    ways(guards).map((way) => ({ ...exitOf(analysis, cycle, node, way, tests), answer })),
  );
  return withResults(analysis, cycle, distinctExits(exits));
}

interface Edge {
  readonly node: Node;
  /** What a `catch` round the cycle does about an error. */
  readonly answer?: Node | undefined;
  readonly guards: readonly Guard[];
}

function isAlwaysTrue(test: Node): boolean {
  return test.type === "Literal" && Boolean(test.value);
}

/** One jump that several conditions allow is several exits; those that the same thing decides are one. */
function distinctExits(exits: readonly FoundExit[]): FoundExit[] {
  const seen = new Set<string>();
  return exits.filter((exit) => {
    const key = `${exit.node.range[0]}:${exit.node.range[1]}:${exit.decidedBy}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const MAX_WAYS = 8;

/** The ways in which a list of conditions can hold: `a || b` is two, `a && b` is one with two conditions. */
function ways(guards: readonly Guard[]): (readonly Guard[])[] {
  let all: (readonly Guard[])[] = [[]];
  for (const guard of guards) {
    const parts = waysOf(guard);
    if (all.length * parts.length > MAX_WAYS) return [guards];
    all = all.flatMap((way) => parts.map((part) => [...way, ...part]));
  }
  return all;
}

function waysOf(guard: Guard): (readonly Guard[])[] {
  const { how } = guard;
  if (how !== "if" && how !== "unless") return [[guard]];
  const test = bare(guard.test);
  const whole = guard.whole ?? guard.test;
  if (test.type === "UnaryExpression" && test.operator === "!")
    return waysOf({ test: test.argument, how: how === "if" ? "unless" : "if", whole });
  if (test.type !== "LogicalExpression" || test.operator === "??") return [[{ test, how, whole }]];
  const [left, right] = [waysOf({ test: test.left, how, whole }), waysOf({ test: test.right, how, whole })];
  const isEither = (test.operator === "||") === (how === "if");
  if (isEither) return [...left, ...right];
  return left.flatMap((a) => right.map((b) => [...a, ...b]));
}

/** A call by which a recursion comes round. */
function isReentry(analysis: LoopAnalysis, cycle: Cycle, node: Node): node is CallExpression {
  if (node.type !== "CallExpression" || cycle.members.length === 0) return false;
  const callee = cycle.booked.get(node) ?? analysis.context.bindings.calleeOf(node);
  return callee !== undefined && cycle.members.includes(callee);
}

/** A recursion ends where a condition of its own call does not hold. */
function endsOfRecursion(analysis: LoopAnalysis, cycle: Cycle, call: CallExpression): Edge[] {
  return guardsOf(analysis, cycle, call).flatMap(({ test, how }): Edge[] => {
    if (how !== "if" && how !== "unless") return [];
    return [{ node: test, guards: [{ test, how: how === "if" ? "unless" : "if" }] }];
  });
}

/** Whether a jump leaves this cycle, and not only something inside of it. */
function leaves(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  const { tree } = analysis.context;
  switch (node.type) {
    case "ReturnStatement": {
      if (node.argument && cycle.members.length > 0 && returnsIntoCycle(analysis, cycle, node.argument)) return false;
      const owner = tree.ownerOf(node);
      return owner === cycle.node || cycle.members.some((member) => member === owner) || isWithin(cycle.node, owner);
    }
    case "ThrowStatement": {
      for (
        let up = tree.parentOf(node), child: Node = node;
        up !== undefined && up !== cycle.node;
        child = up, up = tree.parentOf(up)
      ) {
        if (up.type === "TryStatement" && up.block === child && up.handler) return false;
        if (isFunction(up) && !cycle.members.some((member) => member === up)) return false;
      }
      return true;
    }
    case "BreakStatement": {
      const label = node.label?.name;
      if (label !== undefined) return label === cycle.label;
      for (let up = tree.parentOf(node); up !== undefined; up = tree.parentOf(up)) {
        if (up === cycle.node) return true;
        if (isLoop(up) || up.type === "SwitchStatement" || isFunction(up)) return false;
      }
      return false;
    }
    case "CallExpression":
      return cycle.repeats && stopsTimer(node);
    default:
      return false;
  }
}

function returnsIntoCycle(analysis: LoopAnalysis, cycle: Cycle, value: Node): boolean {
  const call = bare(value.type === "AwaitExpression" ? value.argument : value);
  if (call.type !== "CallExpression") return false;
  const callee = analysis.context.bindings.calleeOf(call);
  return callee !== undefined && cycle.members.some((member) => member === callee);
}

/** The conditions between the head of the cycle and a statement, the innermost first. */
export function guardsOf(analysis: LoopAnalysis, cycle: Cycle, node: Node): Guard[] {
  const { tree } = analysis.context;
  const guards: Guard[] = [];
  let child = node;
  for (let up = tree.parentOf(node); up !== undefined && up !== cycle.node; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "IfStatement":
        if (up.consequent === child) guards.push({ test: up.test, how: "if" });
        else if (up.alternate === child) guards.push({ test: up.test, how: "unless" });
        break;
      case "ConditionalExpression":
        if (up.test !== child) guards.push({ test: up.test, how: up.consequent === child ? "if" : "unless" });
        break;
      case "LogicalExpression":
        if (up.right === child) guards.push({ test: up.left, how: up.operator === "&&" ? "if" : "unless" });
        break;
      case "SwitchCase": {
        const owner = tree.parentOf(up);
        // `switch (true)` asks each of its cases.
        if (owner?.type === "SwitchStatement")
          guards.push(
            isAlwaysTrue(owner.discriminant) && up.test !== null
              ? { test: up.test, how: "if" }
              : { test: owner.discriminant, how: "case" },
          );
        break;
      }
      case "CatchClause":
        guards.push({ test: up, how: "catch" });
        break;
      case "BlockStatement":
        guards.push(...skippedBefore(up.body, child));
        break;
      default:
        if (isFunction(up)) return guards;
    }
  }
  return guards;
}

/** `if (x) continue;` before a statement is a condition of it. */
function skippedBefore(statements: readonly Node[], child: Node): Guard[] {
  const guards: Guard[] = [];
  for (const statement of statements) {
    if (statement === child) break;
    if (statement.type === "IfStatement" && statement.alternate === null && endsInContinue(statement.consequent)) {
      guards.unshift({ test: statement.test, how: "unless" });
    }
  }
  return guards;
}

function endsInContinue(node: Node): boolean {
  if (node.type === "ContinueStatement") return true;
  return node.type === "BlockStatement" && node.body.at(-1)?.type === "ContinueStatement";
}

function exitOf(
  analysis: LoopAnalysis,
  cycle: Cycle,
  node: Node,
  guards: readonly Guard[],
  bounds: ReadonlyMap<string, BoundTest>,
): FoundExit {
  const { decidedBy, evidence, test, asked } = decide(analysis, guards, bounds);
  const decision = asked !== undefined && isWithin(asked, cycle.node) ? asked : test;
  return {
    node,
    guards,
    span: spanOf(node),
    decidedBy,
    result: "unknown",
    answer: undefined,
    handedBy: undefined,
    handsOver: undefined,
    test: test ? spanOf(test) : undefined,
    decision: decision ? spanOf(decision) : undefined,
    evidence,
  };
}

interface BoundTest {
  readonly decidedBy: Decider;
  /** The outcome of the test once the limit is reached. */
  readonly reachedWhen: boolean;
}

/** Tests of bounds by position, with what they measure. */
function boundTests(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  coverage: Coverage,
): ReadonlyMap<string, BoundTest> {
  const tests = new Map<string, BoundTest>();
  // Without a bound nothing is compared, and there is no need to look again.
  if (coverage.bounds.length === 0) return tests;
  for (const quantity of readQuantities(analysis, cycle, region)) {
    const decidedBy =
      quantity.measure === "tokens" || quantity.measure === "cost" || quantity.measure === "time"
        ? "budget"
        : "ceiling";
    for (const { node, reachedWhen } of quantity.tests)
      tests.set(`${node.range[0]}:${node.range[1]}`, { decidedBy, reachedWhen });
  }
  return tests;
}

/** Names of conditions that only a person or a caller can make true. */
const ABORTS =
  /(?:abort|cancel|stop(?:ped|ping|Requested)?$|interrupt|quit|exit|shutdown|closed|disposed|running|active|enabled|alive)/i;

type Decision = Pick<FoundExit, "decidedBy" | "evidence"> & {
  readonly test: Node | undefined;
  readonly asked: Node | undefined;
};

function decide(analysis: LoopAnalysis, guards: readonly Guard[], bounds: ReadonlyMap<string, BoundTest>): Decision {
  let best: Decision = {
    decidedBy: "unknown",
    evidence: [],
    test: guards[0]?.whole ?? guards[0]?.test,
    asked: undefined,
  };
  let rank = 0;
  let mayBeChecked = false;
  for (const guard of guards) {
    const found = decideGuard(analysis, guard, bounds);
    mayBeChecked ||= found?.examined === true;
    if (found === undefined) continue;
    const weight = found.unreadable ? UNREADABLE : RANK[found.decidedBy];
    if (weight <= rank) continue;
    rank = weight;
    best = {
      decidedBy: found.decidedBy,
      evidence: found.evidence,
      test: guard.whole ?? guard.test,
      asked: found.asked,
    };
  }
  // The words only propose the end where something that cannot be read looks at the work as well.
  return best.decidedBy === "model-text" && mayBeChecked ? { ...best, decidedBy: "unknown", evidence: [] } : best;
}

/** When several things decide together, the one that the model cannot fake counts. */
const RANK: Readonly<Record<Decider, number>> = {
  unknown: 0,
  error: 1,
  abort: 2,
  "model-signal": 3,
  "model-text": 4,
  human: 6,
  ceiling: 7,
  budget: 8,
  oracle: 9,
};
/** A call we cannot look into may be a check outside the model, so beside it nobody says that the model decides. */
const UNREADABLE = 5;

interface Found {
  readonly decidedBy: Decider;
  readonly evidence: readonly Evidence[];
  readonly unreadable?: boolean;
  /** The question itself, where the condition only keeps its answer. */
  readonly asked?: Node;
  /** A function of another file has looked at what the model wrote. */
  readonly examined?: boolean;
}

/** Names of functions that take a reply apart, and say nothing about the work. */
const TAKES_APART =
  /tool|call|pars|extract|text|json|content|reply|response|message|finish|stop|strip|clean|normali|trim|split/i;

/** `shortestPath(level) !== null`: somebody else's function that is handed the work. */
function isExamination({ context }: LoopAnalysis, node: Node): boolean {
  if (node.type !== "CallExpression" || TAKES_APART.test(dottedName(node.callee) ?? "text")) return false;
  let root: Node = bare(node.callee);
  while (root.type === "MemberExpression") root = bare(root.object);
  return root.type === "Identifier" && context.scopes.variableOf(root)?.kind === "import";
}

function decideGuard(analysis: LoopAnalysis, guard: Guard, bounds: ReadonlyMap<string, BoundTest>): Found | undefined {
  if (guard.how === "catch")
    return { decidedBy: "error", evidence: [{ what: "something failed", at: spanOf(guard.test) }] };
  const own = bounds.get(`${guard.test.range[0]}:${guard.test.range[1]}`);
  if (own !== undefined) {
    // `if (step < MAX) …` is no exit at the limit: what stands inside runs before it.
    return own.reachedWhen === (guard.how !== "unless") ? { decidedBy: own.decidedBy, evidence: [] } : undefined;
  }
  let best: Found | undefined;
  for (const part of operands(guard.test)) {
    const found = decidePart(analysis, part);
    if (found !== undefined && (best === undefined || RANK[found.decidedBy] > RANK[best.decidedBy])) best = found;
  }
  return best;
}

/** The conditions that are joined by `&&` and `||`. */
export function operands(test: Node): Node[] {
  const expression = bare(test);
  if (expression.type === "LogicalExpression") return [...operands(expression.left), ...operands(expression.right)];
  if (expression.type === "UnaryExpression" && expression.operator === "!") return operands(expression.argument);
  return [expression];
}

/** `n >= 4`, where `n` is one more than what a map holds for a key. */
function countsRepetitions(analysis: LoopAnalysis, part: Node): boolean {
  if (part.type !== "BinaryExpression" || !/^(?:[<>]=?|[!=]==?)$/.test(part.operator)) return false;
  return [part.left, part.right].some((side) => {
    const value = definedAs(analysis.context, side);
    return (
      value.type === "BinaryExpression" &&
      value.operator === "+" &&
      [value.left, value.right].some((term) => readsEntry(term))
    );
  });
}

function readsEntry(node: Node): boolean {
  const value = bare(node);
  if (value.type === "LogicalExpression") return readsEntry(value.left);
  if (value.type === "MemberExpression") return value.computed && propertyName(value) === undefined;
  return (
    value.type === "CallExpression" && value.callee.type === "MemberExpression" && propertyName(value.callee) === "get"
  );
}

/** What sets something up hands back what can be asked, and no answer. */
const SETS_UP = /(?:^|\.)(?:init|initiali[sz]e|set_?up|connect|bootstrap)$/i;

function decidePart(analysis: LoopAnalysis, part: Node): Found | undefined {
  if (countsRepetitions(analysis, part))
    return {
      decidedBy: "ceiling",
      evidence: [{ what: `\`${textOf(analysis.context, part)}\` counts how often it was seen`, at: spanOf(part) }],
    };
  const owner = analysis.context.tree.parentOf(part);
  const origins =
    owner?.type === "SwitchStatement" && owner.discriminant === part
      ? analysis.origins.ofSwitch(owner)
      : analysis.origins.of(part);
  const text = textOf(analysis.context, part);
  const find = <K extends Origin["kind"]>(kind: K): (Origin & { kind: K }) | undefined =>
    origins.find((origin): origin is Origin & { kind: K } => origin.kind === kind);
  const oracle = find("oracle");
  if (oracle)
    return {
      decidedBy: "oracle",
      evidence: [{ what: `\`${text}\` is a check outside the model`, at: spanOf(oracle.node) }],
    };
  const human = find("human");
  if (human) return { decidedBy: "human", evidence: [{ what: "a person decides", at: spanOf(human.node) }] };
  const outside = origins.find(
    (origin): origin is Origin & { kind: "call" } =>
      origin.kind === "call" && origin.awaited && !SETS_UP.test(dottedName(origin.node.callee) ?? ""),
  );
  if (outside)
    return {
      decidedBy: "oracle",
      evidence: [{ what: `\`${textOf(analysis.context, outside.node)}\` is asked`, at: spanOf(outside.node) }],
    };
  const match = find("text-match") ?? analysis.origins.wordsUnder(part).find((origin) => origin.kind === "text-match");
  if (match)
    return {
      decidedBy: "model-text",
      evidence: [
        {
          what: `\`${textOf(analysis.context, match.node)}\` looks for words in the reply of \`${match.call.callee}\``,
          at: spanOf(match.node),
        },
      ],
      asked: match.node,
    };
  const reply = find("reply");
  if (reply)
    return {
      decidedBy: "model-signal",
      evidence: [{ what: `\`${text}\` comes from the reply of \`${reply.call.callee}\``, at: spanOf(reply.node) }],
      examined: isExamination(analysis, reply.node),
    };
  if (find("clock") ?? find("timeout-signal"))
    return { decidedBy: "budget", evidence: [{ what: `\`${text}\` asks the clock`, at: spanOf(part) }] };
  if (find("abort-signal") ?? (ABORTS.test(dottedName(part) ?? "") ? true : undefined))
    return {
      decidedBy: "abort",
      evidence: [{ what: `\`${text}\` is raised by a person or a caller`, at: spanOf(part) }],
    };
  return find("call") ? { decidedBy: "unknown", evidence: [], unreadable: true } : undefined;
}
