import { forEachChild } from "../syntax/node.js";
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
