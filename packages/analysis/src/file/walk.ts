import { forEachChild, isFunction } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";

/** Calls `visit` for a node and everything in it, until `visit` says that it has seen enough. */
export function walk(node: Node, visit: (node: Node) => boolean | undefined): boolean {
  if (visit(node) === true) return true;
  let found = false;
  forEachChild(node, (child) => {
    if (!found) found = walk(child, visit);
  });
  return found;
}

/** Whether `test` holds for a node or for something in it that runs with it; what a function inside of it does is left out. */
export function someInPlace(node: Node, test: (inner: Node) => boolean): boolean {
  if (test(node)) return true;
  if (isFunction(node)) return false;
  let found = false;
  forEachChild(node, (child) => {
    found ||= someInPlace(child, test);
  });
  return found;
}
