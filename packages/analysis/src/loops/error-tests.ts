import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, isFunction } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { isRejectionHandler } from "../flow/callbacks.js";

/** Names of functions that say what kind of error they are given. */
const KINDS =
  /^(?:is|has|was|looks?like)[A-Z_]|err(?:or)?(?:s|Code|Type|Status)?$|exception|retr[yi]\w*able|transient|recoverable|temporary/i;
const COUNTS = /attempt|tries|retries|count|budget|left|remaining|max|breaker|circuit/i;

/**
 * Whether a condition only asks which error was caught: `error instanceof RateLimitError`, `error.code === "quota"`,
 * `isRateLimited(error)`. Such a name speaks of a limit of somebody else's, and counts nothing here.
 */
export function saysWhichError(context: FileContext, test: Node): boolean {
  const value = bare(test);
  switch (value.type) {
    case "BinaryExpression": {
      if (value.operator === "instanceof") return isCaught(context, value.left);
      const sides = [value.left, value.right];
      return (
        /^[!=]==?$/.test(value.operator) &&
        sides.some((side) => isCaught(context, side)) &&
        sides.some((side) => !isCaught(context, side))
      );
    }
    case "CallExpression":
      return isAskedAbout(context, value);
    case "Identifier":
    case "MemberExpression":
      return isCaught(context, value);
    default:
      return false;
  }
}

/** A function that is given the error and nothing that could be a count, or a method of a text of it. */
function isAskedAbout(context: FileContext, call: CallExpression): boolean {
  const callee = bare(call.callee);
  if (callee.type === "MemberExpression" && isCaught(context, callee.object)) return true;
  const name = dottedName(callee) ?? "";
  const last = name.split(".").at(-1) ?? "";
  if (!KINDS.test(last) || COUNTS.test(last) || call.arguments.length === 0) return false;
  return (
    call.arguments.some((argument) => isCaught(context, argument)) &&
    call.arguments.every((argument) => isCaught(context, argument) || bare(argument).type === "Literal")
  );
}

/** Whether an expression is the caught error, or a part of it. */
export function isCaught(context: FileContext, node: Node): boolean {
  let value = bare(node);
  for (;;) {
    if (value.type === "MemberExpression") value = bare(value.object);
    else if (
      value.type === "CallExpression" &&
      /^(?:String|Number)$/.test(dottedName(value.callee) ?? "") &&
      value.arguments[0] &&
      value.arguments[0].type !== "SpreadElement"
    )
      value = bare(value.arguments[0]);
    else if (value.type === "CallExpression" && bare(value.callee).type === "MemberExpression")
      value = bare(value.callee);
    else break;
  }
  const variable = value.type === "Identifier" ? context.scopes.variableOf(value) : undefined;
  if (variable === undefined) return false;
  if (variable.kind === "catch") return true;
  if (variable.kind === "parameter")
    return isFunction(variable.definition) && isRejectionHandler(context.tree, variable.definition);
  // `const status = (error as ApiError).status`
  const { definition } = variable;
  return (
    variable.kind === "const" &&
    definition.type === "VariableDeclarator" &&
    definition.init !== null &&
    isCaught(context, definition.init)
  );
}
