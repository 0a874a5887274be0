import type { ArgumentPath } from "../catalogue/schema.js";
import { bare, findProperty, settled } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node, ObjectExpression } from "../syntax/node.js";
import type { FileContext } from "./file-context.js";

/** What stands at an argument path of a call. `unreadable`: something may stand there that the text does not show. */
export type Argument = { readonly state: "given"; readonly node: Node } | { readonly state: "absent" } | { readonly state: "unreadable" };

const ABSENT: Argument = { state: "absent" };
const UNREADABLE: Argument = { state: "unreadable" };

/** The one value at a path without `[]`: `1.idempotencyKey`, `new.0.retries`. */
export function readArgument(context: FileContext, call: CallExpression | NewExpression, path: ArgumentPath): Argument {
  const [first = "", ...rest] = path.split(".");
  if (first === "new") {
    const made = constructionOf(context, call);
    return made === undefined ? UNREADABLE : readArgument(context, made, rest.join("."));
  }
  const start = argumentAt(call, first);
  return rest.reduce<Argument>((at, name) => (at.state === "given" ? propertyOf(context, at.node, name) : at), start);
}

/** Every value at a path that may lead through lists: `0.tools[].execute`. */
export function readArguments(context: FileContext, call: CallExpression | NewExpression, path: ArgumentPath): Node[] {
  const [first = "", ...rest] = path.split(".");
  if (first === "new") {
    const made = constructionOf(context, call);
    return made === undefined ? [] : readArguments(context, made, rest.join("."));
  }
  const start = argumentAt(call, first.replace("[]", ""));
  let nodes = start.state === "given" ? [start.node] : [];
  if (first.endsWith("[]")) nodes = nodes.flatMap((node) => elementsOf(context, node));
  for (const part of rest) {
    nodes = nodes.flatMap((node) => {
      const at = propertyOf(context, node, part.replace("[]", ""));
      return at.state === "given" ? [at.node] : [];
    });
    if (part.endsWith("[]")) nodes = nodes.flatMap((node) => elementsOf(context, node));
  }
  return nodes;
}

function argumentAt(call: CallExpression | NewExpression, place: string): Argument {
  const index = Number(place);
  if (!Number.isInteger(index)) return UNREADABLE;
  const position = index < 0 ? call.arguments.length + index : index;
  // Behind a spread nobody knows which argument is which.
  if (call.arguments.slice(0, position + 1).some((argument) => argument.type === "SpreadElement")) return UNREADABLE;
  const argument = call.arguments[position];
  return argument === undefined ? ABSENT : { state: "given", node: bare(argument) };
}

/** A property of the object an expression stands for, seen through variables, helpers and spreads. */
export function propertyOf(context: FileContext, node: Node, name: string): Argument {
  const object = objectOf(context, node);
  if (object === undefined) return isNothing(node) ? ABSENT : UNREADABLE;
  const own = findProperty(object, name);
  if (own !== undefined) return { state: "given", node: bare(own.value) };
  let answer = ABSENT;
  for (const part of object.properties) {
    if (part.type === "SpreadElement") {
      const spread = propertyOf(context, part.argument, name);
      if (spread.state === "given") return spread;
      if (spread.state === "unreadable") answer = UNREADABLE;
    } else if (part.computed) answer = UNREADABLE;
  }
  return answer;
}

/** The object literal an expression stands for. */
export function objectOf(context: FileContext, node: Node): ObjectExpression | undefined {
  const value = settled(node);
  if (value.type === "ObjectExpression") return value;
  const entity = context.bindings.entityOf(value);
  return entity.kind === "object" ? entity.node : undefined;
}

function isNothing(node: Node): boolean {
  const value = bare(node);
  return value.type === "Literal" || (value.type === "Identifier" && value.name === "undefined");
}

/** The elements of a list, or the values of an object, that an expression stands for. */
function elementsOf(context: FileContext, node: Node): Node[] {
  const value = definedAs(context, node);
  if (value.type === "ArrayExpression") {
    return value.elements.flatMap((element) => (element === null ? [] : element.type === "SpreadElement" ? elementsOf(context, element.argument) : [bare(element)]));
  }
  const object = objectOf(context, value);
  if (object === undefined) return [];
  return object.properties.flatMap((part) => (part.type === "SpreadElement" ? elementsOf(context, part.argument) : [bare(part.value)]));
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

/** The call or `new` that made the object a method is called on. */
function constructionOf(context: FileContext, call: CallExpression | NewExpression): CallExpression | NewExpression | undefined {
  const callee = bare(call.callee);
  let object = callee.type === "MemberExpression" ? bare(callee.object) : callee;
  for (let depth = 0; depth < 8; depth++) {
    object = definedAs(context, object);
    if (object.type === "NewExpression" || object.type === "CallExpression") return object;
    if (object.type !== "MemberExpression") return undefined;
    object = bare(object.object);
  }
  return undefined;
}
