import type { Frame } from "../flow/paths.js";
import type { FileContext } from "../file/file-context.js";
import { bare, findProperty, isFunction, isWithin, keyName, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";

/** An expression, and the calls through which its parameters get their values. */
export interface Placed {
  readonly node: Node;
  readonly frame: Frame | undefined;
}

const MAX_DEPTH = 16;

/**
 * The expression that makes a value: through constants, fields, members of object literals,
 * parameters of known calls, and functions that hand back one thing.
 *
 * What is assigned more than once, or cannot be followed, is its own answer.
 */
export function valueOf(context: FileContext, node: Node, frame?: Frame, depth = 0): Placed {
  const expression = settled(node);
  const itself: Placed = { node: expression, frame };
  if (depth > MAX_DEPTH) return itself;
  const next = (inner: Placed | undefined): Placed =>
    inner === undefined ? itself : valueOf(context, inner.node, inner.frame, depth + 1);
  switch (expression.type) {
    case "Identifier":
      return next(variableValue(context, expression, frame, depth));
    case "MemberExpression":
      return next(memberValue(context, expression, frame, depth));
    case "CallExpression":
      return next(resultValue(context, expression, frame, depth));
    default:
      return itself;
  }
}

function variableValue(
  context: FileContext,
  identifier: Identifier,
  frame: Frame | undefined,
  depth: number,
): Placed | undefined {
  const variable = context.scopes.variableOf(identifier);
  if (variable === undefined) return undefined;
  const { definition } = variable;
  if (definition.type === "VariableDeclarator") {
    const [only, ...others] = [
      ...(definition.init ? [definition.init] : []),
      ...variable.writes.flatMap(({ node }) =>
        node.type === "AssignmentExpression" && node.operator.endsWith("=") ? [node.right] : [],
      ),
    ];
    if (only === undefined || others.length > 0) return undefined;
    return definition.id === variable.identifier
      ? { node: only, frame }
      : takenValue(context, definition.id, variable.identifier, { node: only, frame }, depth);
  }
  if (variable.kind === "parameter" && isFunction(definition))
    return givenValue(context, variable, definition, frame, depth);
  if (isFunction(definition) && variable.identifier !== identifier) return { node: definition, frame };
  return undefined;
}

/** What a name gets out of an object literal that is taken apart. */
function takenValue(
  context: FileContext,
  pattern: Node,
  target: Identifier,
  value: Placed,
  depth: number,
): Placed | undefined {
  const object = valueOf(context, value.node, value.frame, depth + 1);
  if (pattern.type !== "ObjectPattern" || object.node.type !== "ObjectExpression") return undefined;
  for (const property of pattern.properties) {
    if (property.type !== "Property" || !isWithin(target, property.value)) continue;
    const name = keyName(property);
    const found = name === undefined ? undefined : findProperty(object.node, name);
    if (found === undefined) return undefined;
    const inner = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    return inner === target
      ? { node: found.value, frame: object.frame }
      : takenValue(context, inner, target, { node: found.value, frame: object.frame }, depth + 1);
  }
  return undefined;
}

/** The argument a call of this frame, or the only call there is, hands in for a parameter. */
function givenValue(
  context: FileContext,
  variable: Variable,
  fn: FunctionNode,
  frame: Frame | undefined,
  depth: number,
): Placed | undefined {
  let home = frame;
  while (home !== undefined && home.fn !== fn) home = home.caller;
  const [site, ...others] = context.bindings.callsOf(fn) ?? [];
  const call = home === undefined ? (others.length === 0 ? site : undefined) : home.call;
  if (call === undefined) return undefined;
  const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  const argument = call.arguments[index];
  const parameter = fn.params[index];
  if (argument === undefined || argument.type === "SpreadElement" || parameter === undefined) return undefined;
  const plain = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const pattern = plain.type === "AssignmentPattern" ? plain.left : plain;
  const given: Placed = { node: argument, frame: home?.caller };
  return pattern === variable.identifier ? given : takenValue(context, pattern, variable.identifier, given, depth);
}

function memberValue(
  context: FileContext,
  member: MemberExpression,
  frame: Frame | undefined,
  depth: number,
): Placed | undefined {
  const name = propertyName(member);
  if (name === undefined) return undefined;
  const owner = bare(member.object).type === "ThisExpression" ? context.tree.classOf(member) : undefined;
  if (owner !== undefined) return fieldValue(context, owner, name);
  const object = valueOf(context, member.object, frame, depth + 1);
  if (object.node.type === "NewExpression") {
    const entity = context.bindings.entityOf(object.node);
    return entity.kind === "instance" ? fieldValue(context, entity.node, name) : undefined;
  }
  if (object.node.type !== "ObjectExpression") return undefined;
  const property = findProperty(object.node, name);
  return property === undefined ? undefined : { node: property.value, frame: object.frame };
}

/** What a field of a class holds, when it is filled in one place. */
function fieldValue(context: FileContext, owner: ClassNode, name: string): Placed | undefined {
  const values: Node[] = [];
  for (const part of owner.body.body) {
    if (part.type === "PropertyDefinition" && keyName(part) === name && part.value) values.push(part.value);
    if (part.type === "MethodDefinition" && part.kind === "method" && keyName(part) === name) values.push(part.value);
  }
  for (const assignment of context.tree.assignments) {
    const target = bare(assignment.left);
    if (target.type !== "MemberExpression" || target.object.type !== "ThisExpression" || propertyName(target) !== name)
      continue;
    if (context.tree.classOf(assignment) === owner) values.push(assignment.right);
  }
  const [only, ...others] = values;
  return only === undefined || others.length > 0 ? undefined : { node: only, frame: undefined };
}

/** What a function of this file hands back, when it is one thing. */
function resultValue(
  context: FileContext,
  call: CallExpression,
  frame: Frame | undefined,
  depth: number,
): Placed | undefined {
  const fn = functionAt(context, call.callee, frame, depth);
  if (fn === undefined) return undefined;
  for (let home = frame; home !== undefined; home = home.caller) if (home.fn === fn.node) return undefined;
  const [only, ...others] = context.tree.returnsOf(fn.node);
  return only === undefined || others.length > 0
    ? undefined
    : { node: only, frame: { fn: fn.node, call, caller: fn.caller } };
}

/** The function of this file that an expression stands for, also when it was handed in by a caller. */
export function functionAt(
  context: FileContext,
  node: Node,
  frame: Frame | undefined,
  depth = 0,
): { readonly node: FunctionNode; readonly caller: Frame | undefined } | undefined {
  const value = valueOf(context, node, frame, depth + 1);
  if (isFunction(value.node)) return { node: value.node, caller: value.frame ?? frame };
  const entity = context.bindings.entityOf(node);
  return entity.kind === "function" ? { node: entity.node, caller: frame } : undefined;
}
