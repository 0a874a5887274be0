import type { Decider, Exit } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { textOf } from "../model/file-context.js";
import { contains } from "../flow/origins.js";
import type { Origin } from "../flow/origins.js";
import { bare, dottedName, isFunction, isLoop, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { Coverage } from "./bounds.js";
import type { RegionNode } from "./region.js";

/** An exit together with the nodes that rules of this package still have to look at. */
export interface FoundExit extends Exit {
  readonly node: Node;
  /** The conditions that have to hold for it, the innermost first. */
  readonly guards: readonly Guard[];
}

interface Guard {
  readonly test: Node;
  /** `catch`: reached because something failed. */
  readonly how: "if" | "unless" | "case" | "catch";
}

/** Every edge out of a cycle, and who decides that it is taken. */
export function readExits(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], coverage: Coverage): FoundExit[] {
  const exits: FoundExit[] = [];
  const tests = boundTests(coverage);
  const test = "test" in cycle.node ? cycle.node.test : null;
  if (test && !isAlwaysTrue(test)) exits.push(exitOf(analysis, test, [{ test, how: "unless" }], "unknown", tests));
  for (const { node, frame } of region) {
    if (frame?.call !== undefined && cycle.members.every((member) => member !== frame.fn)) continue;
    if (!leaves(analysis, cycle, node)) continue;
    const guards = guardsOf(analysis, cycle, node);
    exits.push(exitOf(analysis, node, guards, resultOf(node), tests));
  }
  return exits;
}

function isAlwaysTrue(test: Node): boolean {
  return test.type === "Literal" && Boolean(test.value);
}

function resultOf(node: Node): Exit["result"] {
  if (node.type === "ThrowStatement") return "throws";
  return "unknown";
}

/** Whether a jump leaves this cycle, and not only something inside of it. */
function leaves(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  const { tree } = analysis.context;
  switch (node.type) {
    case "ReturnStatement": {
      if (node.argument && cycle.members.length > 0 && returnsIntoCycle(analysis, cycle, node.argument)) return false;
      const owner = tree.ownerOf(node);
      return owner === cycle.node || cycle.members.some((member) => member === owner) || contains(owner, cycle.node);
    }
    case "ThrowStatement": {
      for (let up = tree.parentOf(node), child: Node = node; up !== undefined && up !== cycle.node; child = up, up = tree.parentOf(up)) {
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
        if (owner?.type === "SwitchStatement") guards.push({ test: owner.discriminant, how: "case" });
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

function exitOf(analysis: LoopAnalysis, node: Node, guards: readonly Guard[], result: Exit["result"], bounds: ReadonlyMap<string, Decider>): FoundExit {
  const { decidedBy, evidence, test } = decide(analysis, guards, bounds);
  return { node, guards, span: spanOf(node), decidedBy, result, test: test ? spanOf(test) : undefined, evidence };
}

/** Tests of effective bounds by position, with what they measure. */
function boundTests(coverage: Coverage): ReadonlyMap<string, Decider> {
  return new Map(
    coverage.bounds.map((bound): [string, Decider] => [
      `${bound.span.start}:${bound.span.end}`,
      bound.measure === "tokens" || bound.measure === "cost" || bound.measure === "time" ? "budget" : "ceiling",
    ]),
  );
}

/** Names of conditions that only a person or a caller can make true. */
const ABORTS = /(?:abort|cancel|stop(?:ped|ping|Requested)?$|interrupt|quit|exit|shutdown|closed|disposed|running|active|enabled|alive)/i;

function decide(analysis: LoopAnalysis, guards: readonly Guard[], bounds: ReadonlyMap<string, Decider>): { decidedBy: Decider; evidence: Evidence[]; test: Node | undefined } {
  let best: { decidedBy: Decider; evidence: Evidence[]; test: Node | undefined } = { decidedBy: "unknown", evidence: [], test: guards[0]?.test };
  let rank = 0;
  for (const guard of guards) {
    if (guard.how === "catch") {
      if (rank < RANK.error) best = { decidedBy: "error", evidence: [{ what: "something failed", at: spanOf(guard.test) }], test: guard.test };
      rank = Math.max(rank, RANK.error);
      continue;
    }
    const found = decideTest(analysis, guard.test, bounds);
    if (found === undefined || RANK[found.decidedBy] <= rank) continue;
    rank = RANK[found.decidedBy];
    best = { ...found, test: guard.test };
  }
  return best;
}

/** When several things decide together, the one that the model cannot fake counts. */
const RANK: Readonly<Record<Decider, number>> = {
  unknown: 0,
  error: 1,
  abort: 2,
  "model-signal": 3,
  "model-text": 4,
  human: 5,
  ceiling: 6,
  budget: 7,
  oracle: 8,
};

function decideTest(analysis: LoopAnalysis, test: Node, bounds: ReadonlyMap<string, Decider>): { decidedBy: Decider; evidence: Evidence[] } | undefined {
  const parts = operands(test);
  let best: { decidedBy: Decider; evidence: Evidence[] } | undefined;
  for (const part of parts) {
    const found = decidePart(analysis, part, bounds);
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

function decidePart(analysis: LoopAnalysis, part: Node, bounds: ReadonlyMap<string, Decider>): { decidedBy: Decider; evidence: Evidence[] } | undefined {
  const own = bounds.get(`${part.range[0]}:${part.range[1]}`);
  if (own !== undefined) return { decidedBy: own, evidence: [] };
  const origins = analysis.origins.of(part);
  const text = textOf(analysis.context, part);
  const find = <K extends Origin["kind"]>(kind: K): (Origin & { kind: K }) | undefined =>
    origins.find((origin): origin is Origin & { kind: K } => origin.kind === kind);
  const oracle = find("oracle");
  if (oracle) return { decidedBy: "oracle", evidence: [{ what: `\`${text}\` is a check outside the model`, at: spanOf(oracle.node) }] };
  const human = find("human");
  if (human) return { decidedBy: "human", evidence: [{ what: "a person decides", at: spanOf(human.node) }] };
  const match = find("text-match");
  if (match) return { decidedBy: "model-text", evidence: [{ what: `\`${textOf(analysis.context, match.node)}\` looks for words in the reply of \`${match.call.callee}\``, at: spanOf(match.node) }] };
  const outside = origins.find((origin): origin is Origin & { kind: "call" } => origin.kind === "call" && origin.awaited);
  if (outside) return { decidedBy: "oracle", evidence: [{ what: `\`${textOf(analysis.context, outside.node)}\` is asked`, at: spanOf(outside.node) }] };
  const reply = find("reply");
  if (reply) return { decidedBy: "model-signal", evidence: [{ what: `\`${text}\` comes from the reply of \`${reply.call.callee}\``, at: spanOf(reply.node) }] };
  if (find("clock") ?? find("timeout-signal")) return { decidedBy: "budget", evidence: [{ what: `\`${text}\` asks the clock`, at: spanOf(part) }] };
  if (find("abort-signal") ?? (ABORTS.test(dottedName(part) ?? "") ? true : undefined)) return { decidedBy: "abort", evidence: [{ what: `\`${text}\` is raised by a person or a caller`, at: spanOf(part) }] };
  return undefined;
}
