import type { FileContext } from "../file/file-context.js";
import type { Node } from "../syntax/node.js";

/** Whether an expression stands where only its truth counts. */
export function isAskedForTruth(context: FileContext, node: Node): boolean {
  const parent = context.tree.parentOf(node);
  switch (parent?.type) {
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "LogicalExpression":
    case "ChainExpression":
      return (
        isAskedForTruth(context, parent) ||
        (parent.type === "LogicalExpression" && parent.left === node && parent.operator !== "??")
      );
    case "UnaryExpression":
      return parent.operator === "!";
    default:
      return false;
  }
}
