import { endsTheTurns } from "../flow/leaving.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, MemberExpression, Node } from "../syntax/node.js";
import { getterOf } from "../bind/getters.js";
import { textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
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

/** What is started for every item, and the call in the callback by which it is: `(task) => work(task, purse)`. */
interface Spender {
  readonly fn: FunctionNode;
  readonly started: { readonly call: CallExpression; readonly callback: FunctionNode } | undefined;
}

/** The function that `Promise.all(list.map(fn))` starts for every item. */
function spenderOf(analysis: LoopAnalysis, call: CallExpression): Spender | undefined {
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
  return entity.kind === "function" ? { fn: entity.node, started: undefined } : undefined;
}

/** `(task) => work(task)` starts `work`. */
function startedBy(analysis: LoopAnalysis, callback: FunctionNode): Spender {
  const body = settled(callback.body);
  const fn = body.type === "CallExpression" ? analysis.context.bindings.calleeOf(body) : undefined;
  return fn !== undefined && body.type === "CallExpression"
    ? { fn, started: { call: body, callback } }
    : { fn: callback, started: undefined };
}

function checkedTooEarly(analysis: LoopAnalysis, spender: Spender): DeadLimit | undefined {
  const { context } = analysis;
  const { fn } = spender;
  const awaits: Node[] = [];
  const tests: { name: string; node: Node }[] = [];
  const moves: { name: string; node: Node }[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === "AwaitExpression") awaits.push(node);
    if (node.type === "IfStatement" && endsTheTurns(node.consequent)) tests.push(...comparedIn(context, node.test));
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
    if (node.range[0] > first.range[0] || own.length === 0 || isLocal(analysis, spender, name)) continue;
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

/** The places that an `if` compares by size, also by a getter of the object that holds them: `if (purse.empty)`. */
function comparedIn(context: FileContext, test: Node): { name: string; node: Node }[] {
  const value = bare(test);
  if (value.type === "LogicalExpression")
    return [...comparedIn(context, value.left), ...comparedIn(context, value.right)];
  if (value.type === "UnaryExpression") return comparedIn(context, value.argument);
  if (value.type === "MemberExpression" || value.type === "CallExpression") return comparedInside(context, value);
  if (value.type !== "BinaryExpression" || !/^[<>]=?$/.test(value.operator)) return [];
  return [value.left, value.right].flatMap((side) => namesIn(side)).map((name) => ({ name, node: value }));
}

/** What a getter or method of an object compares, by the names that the object has here. */
function comparedInside(
  context: FileContext,
  asked: MemberExpression | CallExpression,
): { name: string; node: Node }[] {
  const member = asked.type === "CallExpression" ? bare(asked.callee) : asked;
  const fn = asked.type === "CallExpression" ? context.bindings.calleeOf(asked) : getterOf(context, asked);
  const object = member.type === "MemberExpression" ? dottedName(member.object) : undefined;
  const [only, ...others] = fn === undefined ? [] : context.tree.returnsOf(fn);
  if (object === undefined || only === undefined || others.length > 0) return [];
  const answer = bare(only);
  return (answer.type === "BinaryExpression" ? comparedIn(context, answer) : []).flatMap(({ name }) =>
    name.startsWith("this.") ? [{ name: `${object}${name.slice("this".length)}`, node: asked }] : [],
  );
}

function namesIn(node: Node): string[] {
  const value = bare(node);
  if (value.type === "BinaryExpression") return [...namesIn(value.left), ...namesIn(value.right)];
  const name = dottedName(value);
  return name === undefined ? [] : [name];
}

/** A variable of the function itself is not shared, unless it is a parameter that all of them are given the same for. */
function isLocal(analysis: LoopAnalysis, { fn, started }: Spender, name: string): boolean {
  const [root = ""] = name.split(".");
  if (root === "this") return false;
  const { scopes } = analysis.context;
  let local = true;
  const visit = (node: Node): void => {
    if (node.type === "Identifier" && node.name === root) {
      const variable = scopes.variableOf(node);
      if (variable !== undefined && !isWithin(variable.identifier, fn)) local = false;
      const index = variable?.kind === "parameter" ? fn.params.findIndex((one) => one === variable.identifier) : -1;
      const given = index < 0 ? undefined : started?.call.arguments[index];
      if (started !== undefined && given?.type === "Identifier" && name.includes(".")) {
        const shared = scopes.variableOf(given);
        if (shared !== undefined && !isWithin(shared.identifier, started.callback)) local = false;
      }
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  return local;
}
