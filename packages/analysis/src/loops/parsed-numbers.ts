import type { FileContext } from "../file/file-context.js";
import { bare, dottedName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";

/** Places that hold text somebody outside of the program has written. */
const OUTSIDE =
  /\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b|\bBun\.env\b|\bprocess\.argv\b|\bgetSetting\(|\bconfig\.get\(|\bsearchParams\.get\(|\bheaders\.get\(|\blocalStorage\.getItem\(/;
const CHECKS =
  /^(?:is(?:NaN|Finite|Integer|SafeInteger)|Number\.is(?:NaN|Finite|Integer|SafeInteger))$|(?:assert|check|ensure|valid|invariant|clamp|sanit|positive|finite)/i;
const MAX_DEPTH = 4;

/** Whether text comes from the environment or from settings, which may hold anything. */
export function isTextFromOutside(context: FileContext, node: Node, depth = 0): boolean {
  if (OUTSIDE.test(context.file.text.slice(node.range[0], node.range[1]))) return true;
  const value = bare(node);
  if (depth > MAX_DEPTH) return false;
  switch (value.type) {
    case "Identifier": {
      const definition = context.scopes.variableOf(value)?.definition;
      return (
        definition?.type === "VariableDeclarator" &&
        definition.init !== null &&
        isTextFromOutside(context, definition.init, depth + 1)
      );
    }
    case "MemberExpression": {
      const root = bare(value.object);
      // `const env = process.env; Number(env.MAX_STEPS)`
      return root.type === "Identifier" && isTextFromOutside(context, root, depth + 1);
    }
    case "LogicalExpression":
      return isTextFromOutside(context, value.left, depth + 1);
    default:
      return false;
  }
}

/** Whether somebody looks if a variable holds a number at all before (or while) it is used. */
export function isCheckedNumber(context: FileContext, variable: Variable): boolean {
  return variable.reads.some((read) => {
    const parent = context.tree.parentOf(read);
    switch (parent?.type) {
      case "CallExpression":
        return parent.callee !== read && CHECKS.test(dottedName(parent.callee) ?? "");
      case "BinaryExpression": {
        const other = bare(parent.left === read ? parent.right : parent.left);
        return isNumberLiteral(other) || (other.type === "Identifier" && other.name === variable.name);
      }
      case "LogicalExpression":
        return parent.left === read && parent.operator !== "??";
      case "UnaryExpression":
        return parent.operator === "!";
      case "IfStatement":
      case "ConditionalExpression":
        return parent.test === read;
      default:
        return false;
    }
  });
}

function isNumberLiteral(node: Node): boolean {
  const value = node.type === "UnaryExpression" ? node.argument : node;
  return value.type === "Literal" && typeof value.value === "number";
}
