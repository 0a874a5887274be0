import type { FileContext } from "../file/file-context.js";
import { bare, isFunction, isNothing, propertyName, settled } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { CalledTools } from "../tools/called-tools.js";

/** Looking up a tool by the name that the model gave, which may be made up. */
export interface NamedLookups {
  /** Whether a value is what stands, or whether there is anything, under such a name. */
  readonly isLookup: (node: Node) => boolean;
  /** Whether a value is what stands under such a name. */
  readonly isFound: (node: Node) => boolean;
  /** Whether a test holds when nothing stands under such a name. */
  readonly isMissing: (test: Node) => boolean;
  /** Whether a test compares such a name. */
  readonly asksName: (test: Node) => boolean;
}

export function readNamedLookups({ tree, scopes }: FileContext, called: CalledTools): NamedLookups {
  return { isLookup, isFound: findsByName, isMissing: looksUp, asksName };

  function isLookup(node: Node): boolean {
    const value = settled(node);
    if (value.type === "Identifier") {
      const definition = scopes.variableOf(value)?.definition;
      return definition?.type === "VariableDeclarator" && definition.init !== null && isLookup(definition.init);
    }
    if (value.type === "MemberExpression")
      return value.computed && propertyName(value) === undefined && called.isName(value.property);
    if (value.type === "BinaryExpression") return value.operator === "in" && called.isName(value.left);
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    const name = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    if (!/^(?:get|has|find|includes)$/.test(name ?? "")) return false;
    return value.arguments.some(
      (argument) =>
        argument.type !== "SpreadElement" &&
        (called.isName(argument) ||
          (isFunction(argument) &&
            tree
              .returnsOf(argument)
              .some(
                (one) => one.type === "BinaryExpression" && (called.isName(one.left) || called.isName(one.right)),
              ))),
    );
  }

  /** What stands under the name that the model gave, in a map, a list or an object. */
  function findsByName(node: Node): boolean {
    const value = settled(node);
    if (value.type === "MemberExpression") return value.computed && called.isName(value.property);
    if (value.type === "CallExpression") {
      const callee = bare(value.callee);
      return callee.type === "MemberExpression" && /^(?:get|find)$/.test(propertyName(callee) ?? "") && isLookup(value);
    }
    const definition = value.type === "Identifier" ? scopes.variableOf(value)?.definition : undefined;
    if (definition?.type !== "VariableDeclarator" || definition.id.type !== "Identifier" || definition.init === null)
      return false;
    return settled(definition.init).type !== "Identifier" && findsByName(definition.init);
  }

  /** `!tool`, `tool === undefined`, `!(call.name in tools)`: nothing was found under the name the model gave. */
  function looksUp(test: Node): boolean {
    const value = bare(test);
    if (value.type === "UnaryExpression" && value.operator === "!") return isLookup(value.argument);
    if (value.type === "BinaryExpression" && /^===?$/.test(value.operator) && isNothing(value.right))
      return isLookup(value.left);
    return false;
  }

  function asksName(test: Node): boolean {
    const value = bare(test);
    return (
      value.type === "BinaryExpression" &&
      /^===?$/.test(value.operator) &&
      (called.isName(value.left) || called.isName(value.right))
    );
  }
}
