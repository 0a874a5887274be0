import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";

/**
 * Whether what an expression gives goes into the answer of a call as it is, so that a missing value
 * is what the model reads: nothing asks whether there is one, and nothing stands in for it.
 *
 * @param isAnswer Whether a node, of which the value is a part, answers a tool call.
 */
export function isAnsweredUnlooked(
  context: FileContext,
  expression: Node,
  isAnswer: (node: Node) => boolean,
  depth = 0,
): boolean {
  const { tree, scopes } = context;
  if (depth > 3) return false;
  for (let child = expression, up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
    if (isAnswer(up)) return true;
    switch (up.type) {
      case "AwaitExpression":
      case "ChainExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
        continue;
      case "Property":
        if (up.value !== child) return false;
        continue;
      case "ObjectExpression":
        continue;
      case "CallExpression":
        // Text of nothing is nothing; another function may make something of it.
        if (
          !up.arguments.some((argument) => argument === child) ||
          !/^(?:JSON\.stringify|String)$/.test(dottedName(up.callee) ?? "")
        )
          return false;
        continue;
      case "VariableDeclarator":
        return up.init === child && up.id.type === "Identifier" && everyRead(up.id);
      case "AssignmentExpression":
        return up.right === child && up.operator === "=" && up.left.type === "Identifier" && everyRead(up.left);
      default:
        return false;
    }
  }
  return false;

  function everyRead(name: Node): boolean {
    const variable = name.type === "Identifier" ? scopes.variableOf(name) : undefined;
    return (
      variable !== undefined &&
      variable.reads.length > 0 &&
      variable.reads.every((read) => isAnsweredUnlooked(context, read, isAnswer, depth + 1))
    );
  }
}

/** The handler of `work.catch(() => null)` or `work.then(done, () => null)` behind a call, when there is one. */
export function handlerBehind(
  { tree }: FileContext,
  call: CallExpression,
): { readonly handler: FunctionNode; readonly whole: CallExpression } | undefined {
  const member = tree.parentOf(call);
  const whole = member && tree.parentOf(member);
  if (
    member?.type !== "MemberExpression" ||
    member.object !== call ||
    whole?.type !== "CallExpression" ||
    whole.callee !== member
  )
    return undefined;
  const given =
    propertyName(member) === "catch"
      ? whole.arguments[0]
      : propertyName(member) === "then"
        ? whole.arguments[1]
        : undefined;
  const handler = given && bare(given);
  return handler !== undefined && isFunction(handler) ? { handler, whole } : undefined;
}
