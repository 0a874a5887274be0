import { endsTheTurns } from "../flow/leaving.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { textOf } from "../file/file-context.js";
import type { DeadLimit } from "../model/file-model.js";

const TOGETHER = new Set(["Promise.all", "Promise.allSettled", "Promise.any"]);

/** Budgets that every one of several parallel spenders looks at before any of them has spent. */
export function readParallelBudgets(analysis: LoopAnalysis): DeadLimit[] {
  const found: DeadLimit[] = [];
  for (const call of analysis.context.tree.calls) {
    if (!TOGETHER.has(dottedName(call.callee) ?? "")) continue;
    const spender = spenderOf(analysis, call);
    const early = spender && checkedTooEarly(analysis, spender);
    if (early !== undefined)
      found.push({ ...early, evidence: [{ what: "all of them start at once", at: spanOf(call) }, ...early.evidence] });
  }
  return found;
}

/** The function that `Promise.all(list.map(fn))` starts for every item. */
function spenderOf(analysis: LoopAnalysis, call: CallExpression): FunctionNode | undefined {
  const [first] = call.arguments;
  const mapped = first === undefined ? undefined : bare(first);
  if (mapped?.type !== "CallExpression") return undefined;
  const callee = bare(mapped.callee);
  const isMap = callee.type === "MemberExpression" && /^(?:map|flatMap)$/.test(propertyName(callee) ?? "");
  const callback = isMap ? mapped.arguments[0] : dottedName(callee) === "Array.from" ? mapped.arguments[1] : undefined;
  if (callback === undefined) return undefined;
  const value = bare(callback);
  if (isFunction(value)) return startedBy(analysis, value);
  const entity = analysis.context.bindings.entityOf(value);
  return entity.kind === "function" ? entity.node : undefined;
}

/** `(task) => work(task)` starts `work`. */
function startedBy(analysis: LoopAnalysis, fn: FunctionNode): FunctionNode {
  const body = bare(fn.body);
  return body.type === "CallExpression" ? (analysis.context.bindings.calleeOf(body) ?? fn) : fn;
}

function checkedTooEarly(analysis: LoopAnalysis, fn: FunctionNode): DeadLimit | undefined {
  const { context } = analysis;
  const awaits: Node[] = [];
  const tests: { name: string; node: Node }[] = [];
  const moves: { name: string; node: Node }[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === "AwaitExpression") awaits.push(node);
    if (node.type === "IfStatement" && endsTheTurns(node.consequent)) tests.push(...comparedIn(node.test));
    if (node.type === "AssignmentExpression" && node.operator === "+=") {
      const name = dottedName(node.left);
      if (name !== undefined) moves.push({ name, node });
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  const asked = analysis.calls.all.find(({ node }) => isWithin(node, fn.body)) ?? analysis.calls.madeBy(fn);
  const first = awaits[0];
  if (asked === undefined || first === undefined) return undefined;
  for (const { name, node } of tests) {
    const own = moves.filter((move) => move.name === name);
    // Something that waits before the test lets others spend first; what is booked before the wait is seen by all.
    if (node.range[0] > first.range[0] || own.length === 0 || isLocal(analysis, fn, name)) continue;
    if (
      own.every(
        (move) =>
          move.node.range[0] >= first.range[0] &&
          !isWithin(move.node, first) &&
          awaits.some((wait) => wait.range[0] <= move.node.range[0]),
      )
    ) {
      return {
        span: spanOf(node),
        text: textOf(context, node),
        fault: "checked-too-early",
        of: asked.callee,
        evidence: own.map((move) => ({ what: `\`${name}\` moves only after the wait`, at: spanOf(move.node) })),
      };
    }
  }
  return undefined;
}

/** The places that an `if` compares by size. */
function comparedIn(test: Node): { name: string; node: Node }[] {
  const value = bare(test);
  if (value.type === "LogicalExpression") return [...comparedIn(value.left), ...comparedIn(value.right)];
  if (value.type !== "BinaryExpression" || !/^[<>]=?$/.test(value.operator)) return [];
  return [value.left, value.right].flatMap((side) => namesIn(side)).map((name) => ({ name, node: value }));
}

function namesIn(node: Node): string[] {
  const value = bare(node);
  if (value.type === "BinaryExpression") return [...namesIn(value.left), ...namesIn(value.right)];
  const name = dottedName(value);
  return name === undefined ? [] : [name];
}

/** A variable of the function itself is not shared. */
function isLocal(analysis: LoopAnalysis, fn: FunctionNode, name: string): boolean {
  const [root = ""] = name.split(".");
  if (root === "this") return false;
  let local = true;
  const visit = (node: Node): void => {
    if (node.type === "Identifier" && node.name === root) {
      const variable = analysis.context.scopes.variableOf(node);
      if (variable !== undefined && !isWithin(variable.identifier, fn)) local = false;
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  return local;
}
