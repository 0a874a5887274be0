import type { ArgumentPath } from "../catalogue/schema.js";
import {
  bare,
  dottedName,
  isFunction,
  isNothing,
  isUndefined,
  isWithin,
  keyName,
  propertyName,
  settled,
} from "../syntax/node.js";
import type {
  CallExpression,
  ClassNode,
  Identifier,
  MemberExpression,
  NewExpression,
  Node,
  ObjectExpression,
} from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { findRows } from "./file-context.js";
import type { FileContext } from "./file-context.js";

/** One of the things that may stand at an argument path, read through variables, spreads and helpers. */
export type Argument =
  | {
      readonly state: "given";
      readonly value: Node;
      /** Where it is written: the property, or the argument itself. */
      readonly place: Node;
    }
  | { readonly state: "absent" }
  /** Something may be given here that cannot be read. */
  | { readonly state: "unknown"; readonly at: Node };

const ABSENT: readonly Argument[] = [{ state: "absent" }];
const MAX_DEPTH = 12;
const MAX_WAYS = 8;

/**
 * What stands at an argument path of a call, in every way the code can go: `stopWhen` may be given
 * on one branch and be absent on the other.
 */
export function readArgument(
  context: FileContext,
  call: CallExpression | NewExpression,
  path: ArgumentPath,
): readonly Argument[] {
  const [root = "", ...rest] = path.split(".");
  if (root === "new") {
    if (rest.length === 0)
      return call.callee.type === "MemberExpression"
        ? [{ state: "given", value: call.callee.object, place: call.callee.object }]
        : ABSENT;
    const maker = readMaker(context, call);
    return maker === undefined
      ? [{ state: "unknown", at: call.callee }]
      : readArgument(context, maker.made, rest.join("."));
  }
  if (root === "with") {
    const maker = readMaker(context, call);
    if (maker === undefined) return [{ state: "unknown", at: call.callee }];
    return firstGiven(maker.with.map((later) => () => readArgument(context, later, rest.join("."))));
  }
  const index = Number(root);
  if (!Number.isInteger(index)) return ABSENT;
  const given = call.arguments;
  const spread = given.findIndex((argument) => argument.type === "SpreadElement");
  const position = index < 0 ? given.length + index : index;
  const argument = given[position];
  if (spread >= 0 && (index < 0 || spread <= position)) return [{ state: "unknown", at: given[spread] ?? call }];
  if (argument === undefined) return ABSENT;
  const made = rest.indexOf("new");
  return made < 0
    ? readProperties(context, argument, rest)
    : readMade(context, argument, rest.slice(0, made), rest.slice(made + 1));
}

/** What the constructor of an argument was given: `0.new.0.messages`. */
function readMade(
  context: FileContext,
  argument: Node,
  names: readonly string[],
  rest: readonly string[],
): readonly Argument[] {
  return readProperties(context, argument, names).flatMap((way) => {
    if (way.state !== "given") return [way];
    const maker = makerOf(context, way.value);
    return maker === undefined ? unknown(way.value) : readArgument(context, maker.made, rest.join("."));
  });
}

/** The first source that gives a value decides; where it may be absent, the next one fills in. */
function firstGiven(sources: readonly (() => readonly Argument[])[]): readonly Argument[] {
  let ways: readonly Argument[] = ABSENT;
  for (const source of sources) {
    if (!ways.some((way) => way.state === "absent")) break;
    ways = merge(
      ways.filter((way) => way.state !== "absent"),
      source(),
    );
  }
  return ways;
}

/** The value of an option, by any of its spellings. */
export function readOption(
  context: FileContext,
  call: CallExpression | NewExpression,
  paths: readonly ArgumentPath[],
): readonly Argument[] {
  return firstGiven(paths.map((path) => () => readArgument(context, call, path)));
}

/** The property of a value, and of what that holds in turn. */
export function readProperties(context: FileContext, value: Node, names: readonly string[]): readonly Argument[] {
  let ways: readonly Argument[] = present(value, value);
  for (const name of names) {
    ways = ways.flatMap((way) => (way.state === "given" ? propertyOf(context, way.value, name, 0) : [way]));
    if (ways.length > MAX_WAYS) return [{ state: "unknown", at: value }];
  }
  return distinct(ways);
}

function present(value: Node, place: Node): readonly Argument[] {
  return isUndefined(value) ? ABSENT : [{ state: "given", value, place }];
}

function unknown(at: Node): readonly Argument[] {
  return [{ state: "unknown", at }];
}

function merge(a: readonly Argument[], b: readonly Argument[]): readonly Argument[] {
  return distinct([...a, ...b]);
}

function distinct(ways: readonly Argument[]): readonly Argument[] {
  const kept: Argument[] = [];
  for (const way of ways) {
    const same = kept.some(
      (other) =>
        other.state === way.state &&
        (way.state === "absent" ||
          (other.state === "given" && way.state === "given" ? other.value === way.value : way.state === "unknown")),
    );
    if (!same) kept.push(way);
  }
  return kept;
}

function propertyOf(context: FileContext, node: Node, name: string, depth: number): readonly Argument[] {
  if (depth > MAX_DEPTH) return unknown(node);
  const value = settled(node);
  const next = (inner: Node): readonly Argument[] => propertyOf(context, inner, name, depth + 1);
  switch (value.type) {
    case "ObjectExpression":
      return ownProperty(context, value, name, depth);
    case "ConditionalExpression":
      return merge(next(value.consequent), next(value.alternate));
    case "LogicalExpression":
      // `{ ...(limit && { maxSteps: limit }) }` gives the option or nothing.
      return value.operator === "&&" ? merge(ABSENT, next(value.right)) : merge(next(value.left), next(value.right));
    case "AssignmentExpression":
      return next(value.right);
    case "Literal":
    case "UnaryExpression":
    case "BinaryExpression":
    case "ArrayExpression":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "TemplateLiteral":
      return ABSENT;
    case "Identifier":
    case "MemberExpression": {
      if (isUndefined(value)) return ABSENT;
      const ways = definitionsOf(context, value, depth);
      if (ways === undefined) return unknown(value);
      const written = value.type === "Identifier" ? laterProperty(context, value, name) : [];
      const held = ways.reduce<readonly Argument[]>(
        (all, way) => merge(all, way === "absent" ? ABSENT : next(way)),
        [],
      );
      return merge(held, written);
    }
    case "CallExpression":
      return resultProperty(context, value, name, depth);
    default:
      return unknown(value);
  }
}

function ownProperty(context: FileContext, object: ObjectExpression, name: string, depth: number): readonly Argument[] {
  let ways: readonly Argument[] = ABSENT;
  // The last one wins, so the text is read backwards until every way has a value.
  for (const property of [...object.properties].reverse()) {
    let here: readonly Argument[];
    if (property.type === "SpreadElement") here = propertyOf(context, property.argument, name, depth + 1);
    else if (propertyKey(context, property) === name) here = present(property.value, property);
    else here = property.computed && propertyKey(context, property) === undefined ? unknown(property) : ABSENT;
    ways = merge(
      ways.filter((way) => way.state !== "absent"),
      here,
    );
    if (!here.some((way) => way.state === "absent")) return ways;
  }
  return ways;
}

/** The key of a property, also when it is a constant: `{ [DONE]: taskComplete }`. */
export function propertyKey(
  context: FileContext,
  property: { readonly key: Node; readonly computed?: boolean },
): string | undefined {
  const plain = keyName(property);
  if (plain !== undefined) return plain;
  const key = constantOf(context, property.key);
  return typeof key === "string" ? key : undefined;
}

/** The text or number a constant holds. */
export function constantOf(context: FileContext, node: Node, depth = 0): string | number | boolean | null | undefined {
  const value = bare(node);
  if (depth > MAX_DEPTH) return undefined;
  if (value.type === "Literal")
    return typeof value.value === "object" && value.value !== null
      ? undefined
      : (value.value as string | number | boolean | null | undefined);
  if (value.type === "TemplateLiteral" && value.expressions.length === 0) return value.quasis[0]?.value.cooked;
  if (value.type !== "Identifier" && value.type !== "MemberExpression") return undefined;
  const definitions = definitionsOf(context, value, depth);
  const [only] = definitions ?? [];
  return definitions?.length === 1 && only !== undefined && only !== "absent"
    ? constantOf(context, only, depth + 1)
    : undefined;
}

/** What a call gives: an object of a helper in this file, or a copy of its arguments. */
function resultProperty(context: FileContext, call: CallExpression, name: string, depth: number): readonly Argument[] {
  const fn = context.bindings.calleeOf(call);
  if (fn !== undefined) {
    const returned = context.tree.returnsOf(fn);
    return returned.length === 0
      ? unknown(call)
      : returned.reduce<readonly Argument[]>(
          (all, value) => merge(all, propertyOf(context, value, name, depth + 1)),
          [],
        );
  }
  const callee = dottedName(call.callee);
  const [first] = call.arguments;
  if ((callee === "Object.freeze" || callee === "structuredClone") && first && first.type !== "SpreadElement")
    return propertyOf(context, first, name, depth + 1);
  if (callee === "Object.assign") {
    return firstGiven(
      [...call.arguments]
        .reverse()
        .map(
          (argument) => () =>
            argument.type === "SpreadElement" ? unknown(argument) : propertyOf(context, argument, name, depth + 1),
        ),
    );
  }
  return unknown(call);
}

/** `options.maxTurns = 5` after the object was made. */
function laterProperty(context: FileContext, identifier: Identifier, name: string): readonly Argument[] {
  const variable = context.scopes.variableOf(identifier);
  if (variable === undefined) return [];
  const ways: Argument[] = [];
  for (const read of variable.reads) {
    const parent = context.tree.parentOf(read);
    if (
      parent?.type === "CallExpression" &&
      dottedName(parent.callee) === "Object.assign" &&
      parent.arguments[0] === read
    )
      ways.push({ state: "unknown", at: parent });
    if (parent?.type !== "MemberExpression" || parent.object !== read) continue;
    const assignment = context.tree.parentOf(parent);
    if (assignment?.type !== "AssignmentExpression" || assignment.left !== parent) continue;
    const key = propertyName(parent);
    if (key === undefined) ways.push({ state: "unknown", at: assignment });
    else if (key === name) ways.push(...present(assignment.right, assignment));
  }
  return ways;
}

/**
 * Every value a name or field may stand for; `absent` where it may be missing, `undefined` when
 * somebody we cannot see fills it.
 */
export function definitionsOf(
  context: FileContext,
  node: Identifier | MemberExpression,
  depth = 0,
): readonly (Node | "absent")[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (node.type === "MemberExpression") return memberDefinitions(context, node, depth);
  const variable = context.scopes.variableOf(node);
  return variable === undefined ? undefined : variableDefinitions(context, variable, depth);
}

function variableDefinitions(
  context: FileContext,
  variable: Variable,
  depth: number,
): readonly (Node | "absent")[] | undefined {
  const { definition } = variable;
  if (variable.kind === "function" || variable.kind === "class") return [definition];
  if (variable.kind === "parameter") return parameterDefinitions(context, variable, depth);
  if (definition.type !== "VariableDeclarator") return undefined;
  if (variable.writes.length === 0) {
    if (definition.id === variable.identifier) return definition.init ? [definition.init] : ["absent"];
    return definition.init ? takenApart(context, definition.id, definition.init, variable, depth) : undefined;
  }
  if (definition.id !== variable.identifier) return undefined;
  const values: (Node | "absent")[] = definition.init ? [definition.init] : [];
  for (const write of variable.writes) {
    const { node } = write;
    if (
      node.type !== "AssignmentExpression" ||
      node.left !== write.target ||
      (node.operator !== "=" && node.operator !== "??=" && node.operator !== "||=")
    )
      return undefined;
    values.push(node.right);
  }
  return values;
}

/** `const { maxSteps = 10 } = options`. */
function takenApart(
  context: FileContext,
  pattern: Node,
  value: Node,
  variable: Variable,
  depth: number,
): readonly (Node | "absent")[] | undefined {
  if (pattern.type !== "ObjectPattern") return undefined;
  for (const property of pattern.properties) {
    if (property.type !== "Property") continue;
    const inner = property.value;
    const target = inner.type === "AssignmentPattern" ? inner.left : inner;
    if (target !== variable.identifier) continue;
    const name = propertyKey(context, property);
    if (name === undefined) return undefined;
    const ways = propertyOf(context, value, name, depth + 1);
    return valuesOf(ways, inner.type === "AssignmentPattern" ? inner.right : undefined);
  }
  return undefined;
}

function valuesOf(ways: readonly Argument[], fallback: Node | undefined): readonly (Node | "absent")[] | undefined {
  const values: (Node | "absent")[] = [];
  for (const way of ways) {
    if (way.state === "unknown") return undefined;
    if (way.state === "given") values.push(way.value);
    else values.push(fallback ?? "absent");
  }
  return values;
}

function parameterDefinitions(
  context: FileContext,
  variable: Variable,
  depth: number,
): readonly (Node | "absent")[] | undefined {
  const fn = variable.definition;
  if (!isFunction(fn)) return undefined;
  const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
  const parameter = fn.params[index];
  const calls = context.bindings.callsOf(fn);
  // Somebody we cannot see may call it, or nobody does.
  if (
    parameter === undefined ||
    calls === undefined ||
    calls.length === 0 ||
    calls.length > 4 ||
    variable.writes.length > 0
  )
    return undefined;
  const plain = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  const fallback = parameter.type === "AssignmentPattern" ? parameter.right : undefined;
  const values: (Node | "absent")[] = [];
  for (const call of calls) {
    if (call.arguments.some((argument) => argument.type === "SpreadElement")) return undefined;
    const argument = call.arguments[index] ?? fallback;
    if (plain === variable.identifier) {
      values.push(argument === undefined || isUndefined(argument) ? (fallback ?? "absent") : argument);
      continue;
    }
    if (argument === undefined) return undefined;
    const inner = takenApart(context, plain, argument, variable, depth + 1);
    if (inner === undefined) return undefined;
    values.push(...inner);
  }
  return [...new Set(values)];
}

function memberDefinitions(
  context: FileContext,
  node: MemberExpression,
  depth: number,
): readonly (Node | "absent")[] | undefined {
  const name = propertyName(node);
  if (name === undefined) return undefined;
  const object = bare(node.object);
  if (object.type === "ThisExpression") {
    const owner = context.tree.classOf(node);
    return owner === undefined ? undefined : fieldDefinitions(context, owner, name);
  }
  const entity = context.bindings.entityOf(object);
  if (entity.kind === "class") return fieldDefinitions(context, entity.node, name);
  return valuesOf(propertyOf(context, object, name, depth + 1), undefined);
}

/** What is put into a field, when this file shows all of it. */
function fieldDefinitions(
  context: FileContext,
  owner: ClassNode,
  name: string,
): readonly (Node | "absent")[] | undefined {
  const values: (Node | "absent")[] = [];
  let isOpen = true;
  for (const member of owner.body.body) {
    if (member.type === "PropertyDefinition" && keyName(member) === name) {
      isOpen = member.accessibility !== "private" && !member.readonly && !name.startsWith("#");
      if (member.value) values.push(member.value);
    }
    if (member.type === "MethodDefinition" && member.kind === "constructor" && isFunction(member.value)) {
      for (const parameter of member.value.params)
        if (parameter.type === "TSParameterProperty" && parameterName(parameter.parameter) === name) return undefined;
    }
  }
  for (const assignment of context.tree.assignments) {
    const target = bare(assignment.left);
    if (
      target.type !== "MemberExpression" ||
      propertyName(target) !== name ||
      bare(target.object).type !== "ThisExpression"
    )
      continue;
    if (context.tree.classOf(assignment) !== owner) continue;
    if (assignment.operator !== "=" && assignment.operator !== "??=") return undefined;
    values.push(assignment.right);
  }
  // A field that others may write holds what we see, as long as they have no reason to.
  return values.length === 0 || (isOpen && values.length > 1) ? undefined : values;
}

function parameterName(parameter: Node): string | undefined {
  const plain = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  return plain.type === "Identifier" ? plain.name : undefined;
}

/** The call that made the object a method is called on. */
export interface Maker {
  readonly made: CallExpression | NewExpression;
  /** Later calls that gave back the same object with more options, the last one first. */
  readonly with: readonly CallExpression[];
}

/** How the object that a call is made on came to be. */
export function readMaker(context: FileContext, call: CallExpression | NewExpression): Maker | undefined {
  const callee = bare(call.callee);
  return callee.type === "MemberExpression" ? makerOf(context, callee.object) : undefined;
}

export function makerOf(context: FileContext, node: Node): Maker | undefined {
  const later: CallExpression[] = [];
  let value = settled(node);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    switch (value.type) {
      case "NewExpression":
        return { made: value, with: later };
      case "CallExpression": {
        const callee = bare(value.callee);
        if (callee.type === "MemberExpression" && givesBackItself(context, value)) {
          later.push(value);
          value = settled(callee.object);
          continue;
        }
        const fn = context.bindings.calleeOf(value);
        if (fn === undefined) return { made: value, with: later };
        const [returned, ...others] = context.tree.returnsOf(fn);
        if (returned === undefined || others.length > 0) return undefined;
        value = settled(returned);
        continue;
      }
      case "AssignmentExpression":
        value = settled(value.right);
        continue;
      case "LogicalExpression":
        // `agent ?? (agent = new Agent())`: the other side is the same thing, kept.
        value = settled(value.right);
        continue;
      case "Identifier":
      case "MemberExpression": {
        const definitions: readonly (Node | "absent")[] | undefined = definitionsOf(context, value);
        const made: Node[] = (definitions ?? []).flatMap((one) => (one === "absent" || isNothing(one) ? [] : [one]));
        const [only] = made;
        if (only === undefined || made.length > 1) return undefined;
        value = settled(only);
        continue;
      }
      default:
        return undefined;
    }
  }
  return undefined;
}

function givesBackItself(context: FileContext, call: CallExpression): boolean {
  return findRows(context, context.bindings.entityOf(call.callee), "returns").some(({ row }) => row.same === true);
}
