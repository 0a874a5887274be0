import { placeOfParameter } from "../bind/parameter-places.js";
import type { ArgumentPath } from "../catalogue/schema.js";
import type { FileContext } from "../file/file-context.js";
import { bare, isFunction, isWithin, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";

/**
 * A function that runs one of several tools by the name it is given: `executeTool(name, args)`.
 *
 * Plain data: a summary carries it to the files that call the function.
 */
export interface Dispatcher {
  /** Where in a call of it the name stands. */
  readonly nameAt: ArgumentPath;
  /** It is known to let a failure out: nothing in it catches a tool that fails, or a name that no tool has. */
  readonly fails: boolean;
}

const MIN_BRANCHES = 2;

/** The tools a function chooses from by one of its parameters: a switch over names, or a table that is asked for one. */
export function findDispatcher(context: FileContext, fn: FunctionNode): Dispatcher | undefined {
  return findSwitchDispatcher(context, fn) ?? byTable(context, fn);
}

export function findSwitchDispatcher(context: FileContext, fn: FunctionNode): Dispatcher | undefined {
  const { tree } = context;
  for (const node of tree.switches) {
    if (tree.ownerOf(node) !== fn) continue;
    const names = node.cases.filter(({ test }) => test?.type === "Literal" && typeof test.value === "string");
    const nameAt = names.length < MIN_BRANCHES ? undefined : placeOfParameter(context, fn, node.discriminant);
    if (nameAt === undefined) continue;
    const risky = tree.calls.some(
      (call) =>
        isWithin(call, node) && tree.ownerOf(call) === fn && isForeign(context, call) && isUncaught(context, call, fn),
    );
    const throws = tree.throws.some(
      (one) => isWithin(one, node) && tree.ownerOf(one) === fn && isUncaught(context, one, fn),
    );
    return { nameAt, fails: risky || throws };
  }
  return undefined;
}

/** `tools[name](args)`, `registry.get(name)?.execute(args)`, `tools.find((tool) => tool.name === name).run(args)` */
function byTable(context: FileContext, fn: FunctionNode): Dispatcher | undefined {
  const { tree } = context;
  for (const call of tree.callsIn(fn)) {
    if (tree.ownerOf(call) !== fn) continue;
    const nameAt = lookedUpBy(context, fn, bare(call.callee), 0);
    if (nameAt !== undefined && call.arguments.length > 0) return { nameAt, fails: isUncaught(context, call, fn) };
  }
  return undefined;
}

/** The parameter by which the function that is called was looked up. */
function lookedUpBy(context: FileContext, fn: FunctionNode, callee: Node, depth: number): ArgumentPath | undefined {
  if (depth > 4) return undefined;
  switch (callee.type) {
    case "MemberExpression":
      if (callee.computed && propertyName(callee) === undefined) return placeOfParameter(context, fn, callee.property);
      // The first member is what runs it: `tool.execute`.
      return depth === 0 &&
        /^(?:execute|run|call|_call|invoke|handler?|func|fn|callback)$/i.test(propertyName(callee) ?? "")
        ? lookedUpBy(context, fn, settled(callee.object), depth + 1)
        : undefined;
    case "Identifier": {
      const definition = context.scopes.variableOf(callee)?.definition;
      if (definition?.type !== "VariableDeclarator" || !definition.init || definition.id.type !== "Identifier")
        return undefined;
      return lookedUpBy(context, fn, settled(definition.init), depth + 1);
    }
    case "CallExpression": {
      const inner = bare(callee.callee);
      const [first] = callee.arguments;
      if (depth === 0 || inner.type !== "MemberExpression" || first === undefined || first.type === "SpreadElement")
        return undefined;
      const method = propertyName(inner);
      if (/^(?:get|getTool|lookup|resolve)$/.test(method ?? "")) return placeOfParameter(context, fn, first);
      if (method !== "find" || !isFunction(first)) return undefined;
      return context.tree
        .returnsOf(first)
        .map((test) => comparedWith(context, fn, test))
        .find((place) => place !== undefined);
    }
    default:
      return undefined;
  }
}

/** `tool.name === name` */
function comparedWith(context: FileContext, fn: FunctionNode, test: Node): ArgumentPath | undefined {
  const value = bare(test);
  if (value.type !== "BinaryExpression" || !/^===?$/.test(value.operator)) return undefined;
  return placeOfParameter(context, fn, value.left) ?? placeOfParameter(context, fn, value.right);
}

/** Work of a package that is waited for or handed back: it may fail for reasons of its own. */
function isForeign(context: FileContext, call: CallExpression): boolean {
  const parent = context.tree.parentOf(call)?.type;
  if (parent !== "AwaitExpression" && parent !== "ReturnStatement") return false;
  const entity = context.bindings.entityOf(call.callee);
  return entity.kind === "package" && (entity.name !== "globalThis" || entity.path === "fetch");
}

function isUncaught({ tree }: FileContext, node: Node, fn: FunctionNode): boolean {
  for (
    let child = node, up = tree.parentOf(child);
    up !== undefined && child !== fn;
    child = up, up = tree.parentOf(up)
  ) {
    if (up.type === "TryStatement" && up.block === child && up.handler !== null) return false;
    if (up.type === "MemberExpression" && up.object === child && propertyName(up) === "catch") return false;
  }
  return true;
}
