import type { Insertion, RecursionShape, RecursiveCall, RecursiveFunction } from "../model/file-model.js";
import type { FileContext } from "../file/file-context.js";
import { dottedName, isFunction } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { bookedFunction, headOf } from "./cycles.js";

/**
 * How a recursion can hand something on from turn to turn: a parameter more for each of its
 * functions, and an argument more for each of their calls.
 *
 * `undefined` where that would change or break something else: a function that is handed on as a
 * value would get a stranger's argument, one with a declared type takes no more of them.
 */
export function readRecursionShape(context: FileContext, cycle: Cycle): RecursionShape | undefined {
  const { node: root, members } = cycle;
  // What is handed on here would be lost in the other file.
  if (!isFunction(root) || root.body.type !== "BlockStatement" || cycle.abroad.length > 0) return undefined;
  const calls: RecursiveCall[] = [];
  for (const call of context.tree.calls) {
    const direct = context.bindings.calleeOf(call);
    const callee = direct ?? bookedFunction(context, call);
    if (callee === undefined || !members.includes(callee)) continue;
    const caller = memberRound(context, members, call);
    if (caller === undefined) continue;
    // A way round that leaves out the root would go on uncounted.
    if (callee !== root && caller !== root && members.length > 2) return undefined;
    if (callee !== root && caller === callee) return undefined;
    const shape =
      direct === undefined ? bookedCall(context, call, callee, root) : directCall(context, call, callee, root);
    if (shape === undefined) return undefined;
    calls.push(shape);
  }
  const functions: RecursiveFunction[] = [];
  for (const fn of [root, ...members.filter((member) => member !== root)]) {
    if (!canTakeParameter(context, fn)) return undefined;
    functions.push(parametersOf(context, fn));
  }
  return calls.length > 0 ? { members: functions, calls, counter: counterOf(context, root, members) } : undefined;
}

/** `attempt = 0`, of a function whose own calls all say `attempt + 1` at its place. */
function counterOf(
  context: FileContext,
  root: FunctionNode,
  members: readonly FunctionNode[],
): RecursionShape["counter"] {
  if (members.length > 1) return undefined;
  const own = context.tree.calls.filter(
    (call) => context.bindings.calleeOf(call) === root && memberRound(context, members, call) === root,
  );
  for (const [index, parameter] of root.params.entries()) {
    if (
      parameter.type !== "AssignmentPattern" ||
      parameter.left.type !== "Identifier" ||
      parameter.right.type !== "Literal"
    )
      continue;
    const { name } = parameter.left;
    const start = parameter.right.value;
    if ((start !== 0 && start !== 1) || (context.scopes.variableOf(parameter.left)?.writes.length ?? 0) > 0) continue;
    if (own.length > 0 && own.every((call) => isOneMore(call.arguments[index], name))) return { name, start };
  }
  return undefined;
}

function isOneMore(argument: Node | undefined, name: string): boolean {
  if (argument?.type !== "BinaryExpression" || argument.operator !== "+") return false;
  return (
    argument.left.type === "Identifier" &&
    argument.left.name === name &&
    argument.right.type === "Literal" &&
    argument.right.value === 1
  );
}

function memberRound(context: FileContext, members: readonly FunctionNode[], node: Node): FunctionNode | undefined {
  for (let owner = context.tree.ownerOf(node); isFunction(owner); owner = context.tree.ownerOf(owner)) {
    const fn = owner;
    if (members.includes(fn)) return fn;
  }
  return undefined;
}

function directCall(
  context: FileContext,
  call: CallExpression,
  callee: FunctionNode,
  root: FunctionNode,
): RecursiveCall | undefined {
  if (
    call.arguments.length > callee.params.length ||
    call.arguments.some((argument) => argument.type === "SpreadElement")
  )
    return undefined;
  const missing = "undefined, ".repeat(callee.params.length - call.arguments.length);
  const last = call.arguments.at(-1);
  const end = last?.range[1] ?? call.range[1] - 1;
  return {
    toRoot: callee === root,
    argumentsEnd: { at: end, text: last === undefined ? missing : `, ${missing}` },
    replaces: undefined,
  };
}

/** `setTimeout(tick, 500)` becomes `setTimeout(() => tick(…), 500)`. */
function bookedCall(
  context: FileContext,
  call: CallExpression,
  callee: FunctionNode,
  root: FunctionNode,
): RecursiveCall | undefined {
  const [first] = call.arguments;
  // A timer calls with nothing; whatever else books a function may hand something over.
  if (
    first === undefined ||
    callee.params.length > 0 ||
    call.arguments.length > 2 ||
    !/^(?:\w+\.)?set(?:Timeout|Immediate)$/.test(dottedName(call.callee) ?? "")
  )
    return undefined;
  const { range } = first;
  return {
    toRoot: callee === root,
    argumentsEnd: { at: range[1], text: `() => ${context.file.text.slice(range[0], range[1])}(` },
    replaces: { start: range[0], end: range[1] },
  };
}

function canTakeParameter(context: FileContext, fn: FunctionNode): boolean {
  if (fn.params.some((parameter) => parameter.type === "RestElement")) return false;
  const holder = context.tree.parentOf(fn);
  switch (holder?.type) {
    case "VariableDeclarator":
      return holder.id.type === "Identifier" && !holder.id.typeAnnotation && isOnlyCalled(context, fn, holder.id);
    case "MethodDefinition":
      return holder.kind === "method" && !isOverloaded(context, holder) && !isTakenAsValue(context, fn);
    case "PropertyDefinition":
      return !holder.typeAnnotation && !isTakenAsValue(context, fn);
    default:
      return (
        fn.type === "FunctionDeclaration" &&
        fn.id !== null &&
        isOnlyCalled(context, fn, fn.id) &&
        !isDeclaredTwice(context, fn.id.name)
      );
  }
}

/** Whether a function's name is only ever called, exported, or booked by a timer. */
function isOnlyCalled(context: FileContext, fn: FunctionNode, name: Identifier): boolean {
  const variable = context.scopes.variableOf(name);
  if (variable === undefined || variable.writes.length > 0) return false;
  return variable.reads.every((read) => {
    const parent = context.tree.parentOf(read);
    if (
      parent?.type === "ExportSpecifier" ||
      parent?.type === "ExportDefaultDeclaration" ||
      parent?.type === "TSTypeQuery"
    )
      return true;
    if (parent?.type !== "CallExpression") return false;
    return parent.callee === read || bookedFunction(context, parent) === fn;
  });
}

/** Overload signatures would have to change too. */
function isDeclaredTwice(context: FileContext, name: string): boolean {
  return (
    context.scopes.declarationsOf(name) > 1 ||
    new RegExp(`function\\s+${name}\\b[^{]*;\\s*(?:export\\s+)?(?:async\\s+)?function\\s+${name}\\b`).test(
      context.file.text,
    )
  );
}

function isOverloaded(context: FileContext, method: Node): boolean {
  const body = context.tree.parentOf(method);
  if (body?.type !== "ClassBody" || method.type !== "MethodDefinition") return true;
  const name = method.key.type === "Identifier" ? method.key.name : undefined;
  const hasModifier = "override" in method && method.override;
  return (
    hasModifier ||
    body.body.filter((member) => "key" in member && member.key.type === "Identifier" && member.key.name === name)
      .length > 1
  );
}

/** `this.run` anywhere but as a callee: a listener, a callback, a `bind`. */
function isTakenAsValue(context: FileContext, fn: FunctionNode): boolean {
  const key = headOf(context, fn);
  if (key.type !== "Identifier" && key.type !== "PrivateIdentifier") return true;
  const name = key.type === "PrivateIdentifier" ? `#${key.name}` : key.name;
  const pattern = new RegExp(`\\.${name.replaceAll("$", "\\$")}(?![\\w$])(?!\\s*(?:\\?\\.)?[(<])`);
  return pattern.test(context.file.text);
}

function parametersOf(context: FileContext, fn: FunctionNode): RecursiveFunction {
  const { text } = context.file;
  const last = fn.params.at(-1);
  if (last === undefined) {
    const open = text.indexOf("(", fn.typeParameters?.range[1] ?? fn.id?.range[1] ?? fn.range[0]);
    return { parametersStart: undefined, parametersEnd: { at: open + 1, text: "" } };
  }
  const parametersEnd: Insertion = { at: last.range[1], text: ", " };
  const first = fn.params[0];
  const isNaked =
    fn.type === "ArrowFunctionExpression" &&
    first !== undefined &&
    /^(?:async\s+)?$/.test(text.slice(fn.range[0], first.range[0]));
  return isNaked
    ? { parametersStart: { at: first.range[0], text: "(" }, parametersEnd }
    : { parametersStart: undefined, parametersEnd };
}
