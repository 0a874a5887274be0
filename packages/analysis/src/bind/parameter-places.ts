import type { ArgumentPath } from "../catalogue/schema.js";
import type { FileContext } from "../file/file-context.js";
import { bare, isWithin, propertyName } from "../syntax/node.js";
import type { FunctionNode, Identifier, Node } from "../syntax/node.js";
import { keysTo } from "../syntax/patterns.js";

const MAX_DEPTH = 6;

export function joined(place: ArgumentPath | undefined, names: readonly string[]): ArgumentPath | undefined {
  return place === undefined ? undefined : [place, ...names].join(".");
}

/** Where in a call of a function a value inside of it comes from: `path` → `0`, `options.method` → `1.method`, for its parameters. */
export function placeOfParameter(
  context: FileContext,
  fn: FunctionNode,
  node: Node,
  depth = 0,
): ArgumentPath | undefined {
  const value = bare(node);
  if (depth > MAX_DEPTH) return undefined;
  if (value.type === "MemberExpression") {
    const name = propertyName(value);
    return name === undefined ? undefined : joined(placeOfParameter(context, fn, value.object, depth + 1), [name]);
  }
  if (value.type === "LogicalExpression") return placeOfParameter(context, fn, value.left, depth + 1);
  if (value.type !== "Identifier") return undefined;
  const variable = context.scopes.variableOf(value);
  const { definition } = variable ?? {};
  if (variable === undefined || definition === undefined) return undefined;
  if (definition.type === "VariableDeclarator" && definition.init) {
    const place = variable.writes.length > 0 ? undefined : placeOfParameter(context, fn, definition.init, depth + 1);
    return joined(place, keysTo(definition.id, variable.identifier));
  }
  return variable.kind === "parameter" && definition === fn ? placeOfName(fn, variable.identifier) : undefined;
}

function placeOfName(fn: FunctionNode, name: Identifier): ArgumentPath | undefined {
  const index = fn.params.findIndex((parameter) => isWithin(name, parameter));
  const parameter = fn.params[index];
  return parameter === undefined ? undefined : joined(String(index), keysTo(parameter, name));
}
