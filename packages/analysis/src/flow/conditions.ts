import { isFunction } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";
import { skipsTheRest } from "./leaving.js";

/** Something that has to hold for a node to run. */
export interface Condition {
  readonly test: Node;
  /** The answer of the test with which the node is reached. */
  readonly reachedWhen: boolean;
  /** The value the test has to be equal to, in a `switch`. */
  readonly equals?: Node;
  /** The statement that leaves when the answer is another one; `undefined` when the node stands inside of the condition. */
  readonly leavesBy: Node | undefined;
}

/**
 * The conditions under which a node of `root` runs, the nearest first: those round it, and those that leave before it.
 * The head of a loop is none of them: it says how often, not whether.
 */
export function conditionsOf(tree: Tree, node: Node, root: Node): Condition[] {
  const found: Condition[] = [];
  for (
    let child = node, up = tree.parentOf(child);
    up !== undefined && child !== root;
    child = up, up = tree.parentOf(up)
  ) {
    switch (up.type) {
      case "IfStatement":
      case "ConditionalExpression":
        if (up.test !== child) found.push({ test: up.test, reachedWhen: up.consequent === child, leavesBy: undefined });
        break;
      case "LogicalExpression":
        if (up.right === child && up.operator !== "??")
          found.push({ test: up.left, reachedWhen: up.operator === "&&", leavesBy: undefined });
        break;
      case "SwitchCase": {
        const owner = tree.parentOf(up);
        if (up.test && owner?.type === "SwitchStatement")
          found.push({ test: owner.discriminant, equals: up.test, reachedWhen: true, leavesBy: undefined });
        found.push(...leavingBefore(up.consequent, child));
        break;
      }
      case "BlockStatement":
      case "Program":
        found.push(...leavingBefore(up.body, child));
        break;
      default:
        // A named function is reached by its calls; what stands round its text says nothing.
        if (up.type === "FunctionDeclaration" && up !== root) return found;
    }
  }
  return found;
}

/** `if (x) return;` in front of a statement is a condition of it. */
function leavingBefore(statements: readonly Node[], child: Node): Condition[] {
  const found: Condition[] = [];
  for (const statement of statements) {
    if (statement === child) break;
    if (statement.type !== "IfStatement") continue;
    if (skipsTheRest(statement.consequent))
      found.unshift({ test: statement.test, reachedWhen: false, leavesBy: statement.consequent });
    if (statement.alternate && skipsTheRest(statement.alternate))
      found.unshift({ test: statement.test, reachedWhen: true, leavesBy: statement.alternate });
  }
  return found;
}

/** The function that runs a node when it is called by its name or handed over, callbacks seen through. */
export function homeOf(tree: Tree, node: Node): Node {
  let owner: Node = tree.ownerOf(node);
  while (isFunction(owner)) {
    const parent = tree.parentOf(owner);
    if (owner.type === "FunctionDeclaration" || parent?.type !== "CallExpression" || parent.callee === owner) break;
    owner = tree.ownerOf(owner);
  }
  return owner;
}
