import { calledOn } from "../bind/called-on.js";
import type { FileContext } from "../file/file-context.js";
import { declaredName } from "../project/declared-name.js";
import type { FunctionShape } from "../project/module-summary.js";
import { UNKNOWN_SHAPE } from "../project/module-summary.js";
import { isFunction } from "../syntax/node.js";
import type { CallExpression, FunctionNode } from "../syntax/node.js";

/** A function of this file that a call into another file comes back to, and the functions on the way. */
export interface ReturningCall {
  readonly fn: FunctionNode;
  readonly through: readonly FunctionShape[];
}

/** The calls that leave the file and come back into it: recursion across files. */
export function readReturningCalls(context: FileContext): ReadonlyMap<CallExpression, readonly ReturningCall[]> {
  const { bindings, file, project, tree } = context;
  const found = new Map<CallExpression, readonly ReturningCall[]>();
  if (project === undefined) return found;
  let named: ReadonlyMap<string, FunctionNode> | undefined;
  for (const call of tree.calls) {
    const entity = bindings.entityOf(call.callee);
    if (entity.kind !== "remote" || entity.shape.kind !== "function") continue;
    const back = project.waysBack(entity.shape, calledOn(context, call) ?? UNKNOWN_SHAPE, file.path);
    if (back.length === 0) continue;
    named ??= functionsByName(context);
    const names = named;
    const returning = back.flatMap(({ to, through }) => {
      const fn = names.get(to);
      return fn === undefined ? [] : [{ fn, through }];
    });
    if (returning.length > 0) found.set(call, returning);
  }
  return found;
}

/** The functions whose name within the file is theirs alone. */
function functionsByName({ tree }: FileContext): ReadonlyMap<string, FunctionNode> {
  const named = new Map<string, FunctionNode>();
  const shared = new Set<string>();
  for (const fn of tree.functions) {
    if (!isFunction(fn)) continue;
    const name = declaredName(tree, fn);
    // A function inside of another one is called like the one it is in.
    const holder = tree.parentOf(fn);
    const isDeclared =
      fn.type === "FunctionDeclaration" ||
      holder?.type === "VariableDeclarator" ||
      holder?.type === "MethodDefinition" ||
      holder?.type === "PropertyDefinition" ||
      holder?.type === "Property" ||
      holder?.type === "ExportDefaultDeclaration";
    if (!isDeclared) continue;
    if (named.has(name)) shared.add(name);
    named.set(name, fn);
  }
  for (const name of shared) named.delete(name);
  return named;
}
