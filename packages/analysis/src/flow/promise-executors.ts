import { bare, forEachChild, isFunction } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";

/** The function of `new Promise((resolve, reject) => …)`. */
export function executorOf(node: Node): FunctionNode | undefined {
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "Promise")
    return undefined;
  const [executor] = node.arguments;
  const fn = executor === undefined ? undefined : bare(executor);
  return fn !== undefined && isFunction(fn) ? fn : undefined;
}

/**
 * Whether a function that is handed to a timer or to an emitter settles the promise it stands in: who waits for
 * the promise waits for that function.
 */
export function settlesPromise(tree: Tree, fn: FunctionNode): boolean {
  const home = tree.ownerOf(fn);
  const made = isFunction(home) ? tree.parentOf(home) : undefined;
  if (!isFunction(home) || made === undefined || executorOf(made) !== home) return false;
  const names = home.params.flatMap((parameter) => (parameter.type === "Identifier" ? [parameter.name] : []));
  return names.length > 0 && mentions(fn.body, names);
}

function mentions(node: Node, names: readonly string[]): boolean {
  if (node.type === "Identifier") return names.includes(node.name);
  let found = false;
  forEachChild(node, (child) => {
    found ||= mentions(child, names);
  });
  return found;
}

/** The values that an executor hands to its first parameter: what the promise becomes. */
export function resolvedValues(executor: FunctionNode): Node[] {
  const [resolve] = executor.params;
  if (resolve?.type !== "Identifier") return [];
  const { name } = resolve;
  const values: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === name) {
      const [value] = node.arguments;
      if (value !== undefined && value.type !== "SpreadElement") values.push(value);
    }
    // An executor inside of this one has a `resolve` of its own.
    forEachChild(node, (child) => {
      if (!(
        isFunction(child) &&
        child.params.some((parameter) => parameter.type === "Identifier" && parameter.name === name)
      ))
        visit(child);
    });
  };
  visit(executor.body);
  return values;
}
