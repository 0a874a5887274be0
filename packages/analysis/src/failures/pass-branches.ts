import type { TSESTree } from "@typescript-eslint/types";
import { isWithin } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";

/** The `if` in whose first branch a place stands, directly in the body of a pass over the calls. */
export function findBranchInPass(tree: Tree, node: Node, pass: Node): TSESTree.IfStatement | undefined {
  const parent = tree.parentOf(node);
  const branch = parent?.type === "BlockStatement" ? tree.parentOf(parent) : parent;
  if (branch?.type !== "IfStatement" || !isWithin(node, branch.consequent)) return undefined;
  const block = tree.parentOf(branch);
  return block === pass || (block !== undefined && tree.parentOf(block) === pass) ? branch : undefined;
}
