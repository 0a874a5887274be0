import type { Frame } from "../flow/paths.js";
import type { FileContext } from "../file/file-context.js";
import { bare, findProperty, isFunction, isWithin, keyName, propertyName } from "../syntax/node.js";
import type { Identifier, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { argumentOf } from "./region.js";

/**
 * A name for a piece of storage: a variable, a field, the length of a list, an entry of a map.
 *
 * Two expressions with the same key are the same storage; parameters of a helper are the storage
 * their caller hands in, and all instances of a class of this file count as one.
 */
export type PlaceKey = string;

export function placeOf(context: FileContext, node: Node, frame: Frame | undefined): PlaceKey | undefined {
  const expression = bare(node);
  switch (expression.type) {
    case "Identifier":
      return variablePlace(context, expression, frame);
    case "UpdateExpression":
      return placeOf(context, expression.argument, frame);
    case "AwaitExpression":
      return placeOf(context, expression.argument, frame);
    case "MemberExpression": {
      const name = propertyName(expression);
      if (name === undefined) return undefined;
      const object = objectPlace(context, expression.object, frame);
      return object === undefined ? undefined : `${object}.${name}`;
    }
    case "CallExpression": {
      const callee = bare(expression.callee);
      if (callee.type !== "MemberExpression" || propertyName(callee) !== "get") return undefined;
      const object = objectPlace(context, callee.object, frame);
      return object === undefined ? undefined : `${object}.get()`;
    }
    default:
      return undefined;
  }
}

/** The object an expression refers to, seen through constants that are other names for it. */
export function objectPlace(context: FileContext, node: Node, frame: Frame | undefined): PlaceKey | undefined {
  const expression = bare(node);
  if (expression.type === "ThisExpression") {
    const owner = context.tree.classOf(expression);
    return owner === undefined ? "this" : `class${owner.range[0]}`;
  }
  const entity = context.bindings.entityOf(expression);
  if (entity.kind === "instance") return `class${entity.node.range[0]}`;
  if (expression.type === "Identifier") {
    const variable = context.scopes.variableOf(expression);
    const definition = variable?.kind === "const" ? variable.definition : undefined;
    if (definition?.type === "VariableDeclarator" && definition.id === variable?.identifier && definition.init) {
      const init = bare(definition.init);
      if (init.type === "Identifier" || init.type === "MemberExpression") {
        const alias = objectPlace(context, init, frame);
        if (alias !== undefined) return alias;
      }
    }
  }
  return placeOf(context, expression, frame);
}

function variablePlace(context: FileContext, identifier: Identifier, frame: Frame | undefined): PlaceKey | undefined {
  const variable = context.scopes.variableOf(identifier);
  if (variable === undefined) return undefined;
  const given = givenPlace(context, variable, frame);
  return given ?? takenPlace(context, variable, frame) ?? keyOfVariable(variable);
}

/** `const { depth } = options` is another name for `options.depth`. */
function takenPlace(context: FileContext, variable: Variable, frame: Frame | undefined): PlaceKey | undefined {
  const { definition } = variable;
  if (
    variable.kind !== "const" ||
    definition.type !== "VariableDeclarator" ||
    definition.id.type !== "ObjectPattern" ||
    !definition.init
  )
    return undefined;
  const source = bare(definition.init);
  if (source.type !== "Identifier" && source.type !== "MemberExpression") return undefined;
  for (const property of definition.id.properties) {
    if (property.type !== "Property" || !isWithin(variable.identifier, property.value)) continue;
    const name = keyName(property);
    const object = objectPlace(context, source, frame);
    return name === undefined || object === undefined ? undefined : `${object}.${name}`;
  }
  return undefined;
}

export function keyOfVariable(variable: Variable): PlaceKey {
  return `${variable.name}@${variable.identifier.range[0]}`;
}

/** The storage a caller handed in for a parameter. */
function givenPlace(context: FileContext, variable: Variable, frame: Frame | undefined): PlaceKey | undefined {
  if (variable.kind !== "parameter" || !isFunction(variable.definition)) return undefined;
  let home = frame;
  while (home !== undefined && home.fn !== variable.definition) home = home.caller;
  if (home === undefined) return undefined;
  const given = givenArgument(home, variable);
  return given === undefined ? undefined : placeOf(context, given.argument, home.caller);
}

/** The argument that fills a parameter, also when the parameter takes an options object apart. */
export function givenArgument(frame: Frame, variable: Variable): { argument: Node } | undefined {
  const index = frame.fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  const parameter = frame.fn.params[index];
  const argument = argumentOf(frame, index);
  if (parameter === undefined || argument === undefined) return undefined;
  const plain = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const pattern = plain.type === "AssignmentPattern" ? plain.left : plain;
  if (pattern === variable.identifier) return { argument };
  if (pattern.type !== "ObjectPattern" || argument.type !== "ObjectExpression") return undefined;
  for (const property of pattern.properties) {
    if (property.type !== "Property" || !isWithin(variable.identifier, property.value)) continue;
    const name = keyName(property);
    const handed = name === undefined ? undefined : findProperty(argument, name);
    return handed === undefined ? undefined : { argument: handed.value };
  }
  return undefined;
}

/** How many tools a reply calls says what the model wants, and no code here counts with it. */
export function isModelSignal(place: PlaceKey): boolean {
  return /\.(?:tool_?calls|function_?calls|tool_?uses)\.length$/i.test(place);
}
