import { argumentsAt } from "../bind/placed-arguments.js";
import { valueOf } from "../bind/values.js";
import type { ArgumentPath } from "../catalogue/schema.js";
import { bare, settled } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node, ObjectExpression } from "../syntax/node.js";
import { readArgument as readWays, readProperties } from "./arguments.js";
import type { Argument as Way } from "./arguments.js";
import type { FileContext } from "./file-context.js";

/**
 * What stands at an argument path of a call, for those who only ask whether it is there:
 * `given` when it is on some way, `unreadable` when it may be there and the text does not show it.
 */
export type Argument =
  { readonly state: "given"; readonly node: Node } | { readonly state: "absent" } | { readonly state: "unreadable" };

/** The value at a path without `[]`: `1.idempotencyKey`, `new.0.retries`. */
export function readArgument(context: FileContext, call: CallExpression | NewExpression, path: ArgumentPath): Argument {
  return oneOf(readWays(context, call, path));
}

/** A property of the object an expression stands for. */
export function propertyOf(context: FileContext, node: Node, name: string): Argument {
  return oneOf(readProperties(context, node, [name]));
}

function oneOf(ways: readonly Way[]): Argument {
  const given = ways.find((way): way is Way & { state: "given" } => way.state === "given");
  if (given !== undefined) return { state: "given", node: bare(given.value) };
  return { state: ways.some((way) => way.state === "unknown") ? "unreadable" : "absent" };
}

/** Every value at a path that may lead through lists: `0.tools[].execute`. */
export function readArguments(context: FileContext, call: CallExpression | NewExpression, path: ArgumentPath): Node[] {
  return argumentsAt(context, call, path).map(({ node, frame }) => valueOf(context, node, frame).node);
}

/** The object literal an expression stands for. */
export function objectOf(context: FileContext, node: Node): ObjectExpression | undefined {
  const value = settled(node);
  if (value.type === "ObjectExpression") return value;
  const entity = context.bindings.entityOf(value);
  return entity.kind === "object" ? entity.node : undefined;
}

/** The expression a constant name stands for, or the expression itself. */
export function definedAs(context: FileContext, node: Node): Node {
  let value = settled(node);
  for (let depth = 0; depth < 8 && value.type === "Identifier"; depth++) {
    const variable = context.scopes.variableOf(value);
    const definition = variable?.definition;
    if (variable === undefined || variable.writes.length > 0) break;
    if (definition?.type !== "VariableDeclarator" || definition.id !== variable.identifier || !definition.init) break;
    value = settled(definition.init);
  }
  return value;
}
