import { bare } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { FileContext } from "./file-context.js";

/** Stands where a part of a text is not known. */
export const HOLE = "\u0000";

/** The text of an expression as far as it is written down, with a `HOLE` for every part that is not. */
export function literalText(context: FileContext, node: Node, depth = 0): string {
  const expression = bare(node);
  if (depth > 6) return HOLE;
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string" ? expression.value : HOLE;
    case "TemplateLiteral":
      return expression.quasis
        .map((part, index) => {
          const inserted = expression.expressions[index];
          return (part.value.cooked ?? "") + (inserted === undefined ? "" : literalText(context, inserted, depth + 1));
        })
        .join("");
    case "TaggedTemplateExpression":
      return literalText(context, expression.quasi, depth + 1);
    case "BinaryExpression":
      return literalText(context, expression.left, depth + 1) + literalText(context, expression.right, depth + 1);
    case "LogicalExpression":
      return literalText(context, expression.right, depth + 1);
    case "NewExpression": {
      const [first] = expression.arguments;
      return first === undefined ? HOLE : literalText(context, first, depth + 1);
    }
    case "Identifier": {
      const variable = context.scopes.variableOf(expression);
      const definition = variable?.definition;
      if (variable === undefined || definition?.type !== "VariableDeclarator" || definition.id !== variable.identifier)
        return HOLE;
      const [only, ...others] = [
        ...(definition.init ? [definition.init] : []),
        ...variable.writes.map(({ node: write }) =>
          write.type === "AssignmentExpression" && write.operator === "=" ? write.right : write,
        ),
      ];
      return only === undefined || others.length > 0 ? HOLE : literalText(context, only, depth + 1);
    }
    default:
      return HOLE;
  }
}
