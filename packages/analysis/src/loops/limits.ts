import type { BoundFault } from "../model/file-model.js";
import { constantOf, definitionsOf } from "../file/arguments.js";
import { definedAs } from "../file/argument-paths.js";
import type { FileContext } from "../file/file-context.js";
import { isChosenInToolInput } from "../tools/tool-inputs.js";
import type { Origins } from "../flow/origins.js";
import { bare, dottedName, findProperty, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { isCheckedNumber, isTextFromOutside } from "./parsed-numbers.js";

/** What a limit is worth. */
export interface LimitValue {
  /** The number, when it can be computed; `undefined` for a value from elsewhere that we take to be finite. */
  readonly value: number | undefined;
  readonly fault: BoundFault | undefined;
  /** Where the fault is mended, when that is not where the limit is used. */
  readonly at?: Node;
}

const FINITE: LimitValue = { value: undefined, fault: undefined };
const INFINITE: LimitValue = { value: Infinity, fault: "infinite" };
const MAX_DEPTH = 12;
/** Numbers nobody will ever count to. */
const ENDLESS = new Set(["Number.POSITIVE_INFINITY", "Number.MAX_SAFE_INTEGER", "Number.MAX_VALUE"]);

/** Reads the number on the other side of a comparison. */
export function limitValue(context: FileContext, origins: Origins, node: Node, depth = 0): LimitValue {
  const expression = bare(node);
  if (depth > MAX_DEPTH) return FINITE;
  const next = (inner: Node): LimitValue => limitValue(context, origins, inner, depth + 1);
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "number" ? finite(expression.value) : FINITE;
    case "UnaryExpression":
      if (expression.operator === "-") return map(next(expression.argument), (n) => -n);
      if (expression.operator === "+") return parsed(context, expression.argument);
      return FINITE;
    case "BinaryExpression":
      return arithmetic(expression.operator, next(expression.left), next(expression.right));
    case "LogicalExpression": {
      const right = next(expression.right);
      // `limit || 10` and `limit ?? 10` have a floor to fall on; `?? Infinity` has none.
      if (expression.operator === "??" || expression.operator === "||") {
        if (right.fault === "infinite") return { value: Infinity, fault: "absent-means-unlimited", at: expression };
        const left = next(expression.left);
        if (left.fault === "chosen-by-model") return left;
        if (expression.operator === "??" && left.fault === "not-a-number") return left;
        return left.fault === "infinite" ? left : { value: left.value ?? right.value, fault: undefined };
      }
      return FINITE;
    }
    case "ConditionalExpression": {
      const [a, b] = [next(expression.consequent), next(expression.alternate)];
      if (a.fault === "infinite" && b.fault === "infinite") return INFINITE;
      if (a.fault === "infinite" || b.fault === "infinite")
        return { value: Infinity, fault: "absent-means-unlimited", at: expression };
      return {
        value: a.value !== undefined && b.value !== undefined ? Math.max(a.value, b.value) : undefined,
        fault: undefined,
      };
    }
    case "Identifier":
      return named(context, origins, expression, depth);
    case "MemberExpression": {
      const written = dottedName(expression);
      if (written !== undefined && ENDLESS.has(written)) return INFINITE;
      if (written === "Number.NaN") return { value: NaN, fault: "not-a-number" };
      return chosenByModel(context, origins, expression) ?? stored(context, origins, expression, depth);
    }
    case "CallExpression":
      return called(context, origins, expression, depth);
    default:
      return FINITE;
  }
}

function named(context: FileContext, origins: Origins, identifier: Identifier, depth: number): LimitValue {
  const variable = context.scopes.variableOf(identifier);
  if (variable === undefined) {
    if (identifier.name === "Infinity") return INFINITE;
    return identifier.name === "NaN" ? { value: NaN, fault: "not-a-number" } : FINITE;
  }
  const chosen = chosenByModel(context, origins, identifier);
  if (chosen !== undefined) return chosen;
  const endless = endlessWrite(context, origins, variable, depth);
  if (endless !== undefined) return { value: Infinity, fault: "absent-means-unlimited", at: endless };
  const { definition } = variable;
  if (
    definition.type === "VariableDeclarator" &&
    definition.id === variable.identifier &&
    definition.init &&
    variable.writes.length === 0
  ) {
    const held = limitValue(context, origins, definition.init, depth + 1);
    if (held.fault !== "not-a-number") return held;
    return isCheckedNumber(context, variable) ? FINITE : { ...held, at: held.at ?? definition };
  }
  if (variable.kind === "parameter" && isFunction(definition)) {
    for (const parameter of definition.params) {
      if (parameter.type === "AssignmentPattern" && parameter.left === variable.identifier) {
        const fallback = limitValue(context, origins, parameter.right, depth + 1);
        return fallback.fault === "infinite"
          ? { value: Infinity, fault: "absent-means-unlimited", at: parameter }
          : fallback;
      }
      if (parameter === variable.identifier && variable.identifier.optional)
        return { value: undefined, fault: undefined };
    }
  }
  if (variable.kind === "import") {
    const entity = context.bindings.entityOf(identifier);
    if (entity.kind === "remote" && entity.shape.kind === "literal" && typeof entity.shape.value === "number")
      return finite(entity.shape.value);
  }
  return FINITE;
}

/** Where a variable that is set in several places is set to a number nobody counts to: `if (max === undefined) max = Infinity`. */
function endlessWrite(context: FileContext, origins: Origins, variable: Variable, depth: number): Node | undefined {
  if (variable.writes.length === 0 || depth > 3) return undefined;
  const { definition } = variable;
  const first =
    definition.type === "VariableDeclarator" && definition.id === variable.identifier ? definition.init : null;
  const values = variable.writes.flatMap(({ node, target }) =>
    node.type === "AssignmentExpression" && node.left === target && /^(?:\|\||\?\?)?=$/.test(node.operator)
      ? [node.right]
      : [],
  );
  return [...(first ? [first] : []), ...values].find(
    (value) => limitValue(context, origins, value, depth + 1).value === Infinity,
  );
}

/** A number that a constant object, a field or a static member holds. */
function stored(context: FileContext, origins: Origins, member: MemberExpression, depth: number): LimitValue {
  const instead = constructorDefault(context, member);
  if (instead !== undefined) {
    const fallback = limitValue(context, origins, instead, depth + 1);
    return fallback.fault === "infinite" ? { value: Infinity, fault: "absent-means-unlimited", at: instead } : fallback;
  }
  const definitions = definitionsOf(context, member);
  const [only] = definitions ?? [];
  if (definitions?.length !== 1 || only === undefined || only === "absent") return FINITE;
  const held = limitValue(context, origins, only, depth + 1);
  return held.fault === "not-a-number" ? { ...held, at: held.at ?? only } : held;
}

/** What a field holds when nobody says otherwise: `constructor(private readonly limits = { rounds: 10 })`. */
function constructorDefault(context: FileContext, member: MemberExpression): Node | undefined {
  const name = propertyName(member);
  const object = bare(member.object);
  if (name === undefined) return undefined;
  if (object.type === "MemberExpression") {
    const whole = constructorDefault(context, object);
    return whole?.type === "ObjectExpression" ? findProperty(whole, name)?.value : undefined;
  }
  const owner = object.type === "ThisExpression" ? context.tree.classOf(member) : undefined;
  for (const part of owner?.body.body ?? []) {
    if (part.type !== "MethodDefinition" || part.kind !== "constructor" || !isFunction(part.value)) continue;
    for (const parameter of part.value.params) {
      if (parameter.type !== "TSParameterProperty" || parameter.parameter.type !== "AssignmentPattern") continue;
      const { left, right }: { readonly left: Node; readonly right: Node } = parameter.parameter;
      if (left.type === "Identifier" && left.name === name) return bare(right);
    }
  }
  return undefined;
}

function chosenByModel(context: FileContext, origins: Origins, node: Node): LimitValue | undefined {
  if (isChosenInToolInput(context, node)) return { value: undefined, fault: "chosen-by-model" };
  // A turn for each item of a list is the work itself, whoever made the list.
  if (node.type === "MemberExpression" && propertyName(node) === "length") return undefined;
  if (isCapped(context, origins, node)) return undefined;
  const from = origins.of(node);
  return from.length > 0 && from.every((origin) => origin.kind === "reply")
    ? { value: undefined, fault: "chosen-by-model" }
    : undefined;
}

/** `const rounds = Math.min(plan.rounds, 12)`: the model only asks for fewer. */
function isCapped(context: FileContext, origins: Origins, node: Node): boolean {
  const value = definedAs(context, node);
  if (value.type === "CallExpression" && dottedName(value.callee) === "Math.min")
    return value.arguments.some(
      (argument) => argument.type !== "SpreadElement" && origins.of(argument).every(({ kind }) => kind !== "reply"),
    );
  // `plan.rounds > 12 ? 12 : plan.rounds`
  return (
    value.type === "ConditionalExpression" &&
    bare(value.test).type === "BinaryExpression" &&
    [value.consequent, value.alternate].some((branch) => origins.of(branch).every(({ kind }) => kind !== "reply"))
  );
}

function called(context: FileContext, origins: Origins, call: CallExpression, depth: number): LimitValue {
  const callee = bare(call.callee);
  const name = dottedName(callee);
  const values = (): LimitValue[] =>
    call.arguments.map((argument) =>
      argument.type === "SpreadElement" ? FINITE : limitValue(context, origins, argument, depth + 1),
    );
  switch (name) {
    case "Math.min": {
      const all = values();
      const nan = all.find((value) => value.fault === "not-a-number");
      if (nan !== undefined) return nan;
      if (all.every((value) => value.fault === "infinite")) return INFINITE;
      const numbers = all.flatMap((value) =>
        value.value === undefined || value.value === Infinity ? [] : [value.value],
      );
      return { value: numbers.length > 0 ? Math.min(...numbers) : undefined, fault: undefined };
    }
    case "Math.max": {
      const all = values();
      const bad = all.find((value) => value.fault !== undefined);
      if (bad !== undefined) return bad;
      const numbers = all.flatMap((value) => (value.value === undefined ? [] : [value.value]));
      return { value: numbers.length === all.length ? Math.max(...numbers) : undefined, fault: undefined };
    }
    case "Math.trunc":
    case "Math.floor":
    case "Math.ceil":
    case "Math.round":
    case "Math.abs":
      return values()[0] ?? FINITE;
    case "Number":
    case "parseInt":
    case "parseFloat":
    case "Number.parseInt":
    case "Number.parseFloat": {
      const [argument] = call.arguments;
      return argument && argument.type !== "SpreadElement" ? parsed(context, argument) : FINITE;
    }
    default:
      return FINITE;
  }
}

/** A number read from text is NaN when the text is none; only text from outside can surprise. */
function parsed(context: FileContext, node: Node): LimitValue {
  const constant = constantOf(context, node);
  if (constant !== undefined) return finite(Number(constant));
  return isTextFromOutside(context, node) ? { value: undefined, fault: "not-a-number" } : FINITE;
}

function finite(value: number): LimitValue {
  if (Number.isNaN(value)) return { value, fault: "not-a-number" };
  return Number.isFinite(value) ? { value, fault: undefined } : INFINITE;
}

function map(limit: LimitValue, change: (n: number) => number): LimitValue {
  return { value: limit.value === undefined ? undefined : change(limit.value), fault: limit.fault };
}

function arithmetic(operator: string, a: LimitValue, b: LimitValue): LimitValue {
  const fault = a.fault ?? b.fault;
  if (a.value === undefined || b.value === undefined) return { value: undefined, fault };
  switch (operator) {
    case "+":
      return { value: a.value + b.value, fault };
    case "-":
      return { value: a.value - b.value, fault };
    case "*":
      return { value: a.value * b.value, fault };
    case "/":
      return { value: a.value / b.value, fault };
    default:
      return { value: undefined, fault };
  }
}
