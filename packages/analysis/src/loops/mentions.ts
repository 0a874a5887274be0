import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { getterOf } from "../bind/getters.js";
import { bare, dottedName, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { isReadEachTurn, standsFor } from "./reading.js";
import type { Reading } from "./reading.js";

export const CLOCK: PlaceKey = "clock";

interface Mention {
  readonly place: PlaceKey;
  /** 1 when the side grows with the place, -1 when it shrinks. */
  readonly sign: 1 | -1;
}

/** The places an arithmetic expression grows or shrinks with. */
export function mentionsOf(
  reading: Reading,
  node: Node,
  frame: Frame | undefined,
  sign: 1 | -1 = 1,
  depth = 0,
): Mention[] {
  const { context } = reading;
  const expression = bare(node);
  if (depth > 8) return [];
  const inner = (part: Node, s: 1 | -1 = sign): Mention[] => mentionsOf(reading, part, frame, s, depth + 1);
  switch (expression.type) {
    case "Identifier": {
      const place = placeOf(context, expression, frame);
      const own: Mention[] = place === undefined ? [] : [{ place, sign }];
      const variable = context.scopes.variableOf(expression);
      const standing = variable?.kind === "parameter" ? standsFor(reading, expression, frame) : undefined;
      if (standing !== undefined && standing.value !== expression) {
        return [...own, ...mentionsOf(reading, standing.value, standing.frame, sign, depth + 1)];
      }
      const definition = variable?.definition;
      const isPlain =
        definition?.type === "VariableDeclarator" &&
        definition.id === variable?.identifier &&
        variable.writes.length === 0;
      return isPlain && definition.init && isReadEachTurn(reading, definition)
        ? [...own, ...inner(definition.init)]
        : own;
    }
    case "MemberExpression": {
      const getter = getterOf(context, expression);
      if (getter !== undefined)
        return context.tree
          .returnsOf(getter)
          .flatMap((value) =>
            mentionsOf(reading, value, { fn: getter, call: undefined, caller: frame }, sign, depth + 2),
          );
      const place = placeOf(context, expression, frame);
      return place === undefined ? [] : [{ place, sign }];
    }
    case "UpdateExpression":
    case "AwaitExpression":
      return inner(expression.argument);
    case "AssignmentExpression":
      return inner(expression.left);
    case "BinaryExpression":
      switch (expression.operator) {
        case "+":
        case "*":
          return [...inner(expression.left), ...inner(expression.right)];
        case "-":
          return [...inner(expression.left), ...inner(expression.right, sign === 1 ? -1 : 1)];
        case "/":
          return inner(expression.left);
        default:
          return [];
      }
    case "LogicalExpression":
      return [...inner(expression.left), ...inner(expression.right)];
    case "UnaryExpression":
      if (expression.operator === "+" && isDate(context, expression.argument)) return [{ place: CLOCK, sign }];
      return expression.operator === "-" ? inner(expression.argument, sign === 1 ? -1 : 1) : [];
    case "NewExpression":
      return isDate(context, expression) ? [{ place: CLOCK, sign }] : [];
    case "CallExpression": {
      if (isClockCall(context, expression)) return [{ place: CLOCK, sign }];
      const place = placeOf(context, expression, frame);
      if (place !== undefined) return [{ place, sign }];
      const name = dottedName(expression.callee);
      if (name?.startsWith("Math.") || name === "Number")
        return expression.arguments.flatMap((argument) => inner(argument));
      const fn = context.bindings.calleeOf(expression);
      if (fn === undefined) return [];
      return context.tree
        .returnsOf(fn)
        .flatMap((value) => mentionsOf(reading, value, { fn, call: expression, caller: frame }, sign, depth + 2));
    }
    default:
      return [];
  }
}

function isClockCall(context: FileContext, call: Node): boolean {
  if (call.type !== "CallExpression") return false;
  const callee = bare(call.callee);
  if (isClock(callee) || clockOf(context, callee)) return true;
  return callee.type === "MemberExpression" && propertyName(callee) === "getTime" && isDate(context, callee.object);
}

const CLOCKS = /^(?:Date\.now|performance\.now|process\.uptime|process\.hrtime)$/;

function isClock(callee: Node): boolean {
  return CLOCKS.test(dottedName(callee) ?? "");
}

/** A clock that can be replaced in tests: `now = Date.now` as a parameter, a constant or a field. */
function clockOf(context: FileContext, callee: Node): boolean {
  if (callee.type === "Identifier") {
    const variable = context.scopes.variableOf(callee);
    const definition = variable?.definition;
    if (definition?.type === "VariableDeclarator")
      return definition.id === variable?.identifier && definition.init !== null && isClock(bare(definition.init));
    return (
      definition !== undefined && isFunction(definition) && definition.params.some((one) => standsIn(one, callee.name))
    );
  }
  if (callee.type !== "MemberExpression" || bare(callee.object).type !== "ThisExpression") return false;
  const name = propertyName(callee);
  return (context.tree.classOf(callee)?.body.body ?? []).some((member) => {
    if (member.type === "PropertyDefinition")
      return keyName(member) === name && member.value !== null && isClock(bare(member.value));
    return (
      member.type === "MethodDefinition" &&
      member.kind === "constructor" &&
      member.value.params.some((one) => one.type === "TSParameterProperty" && standsIn(one.parameter, name))
    );
  });
}

/** `now = Date.now`, `now: () => number = Date.now` */
function standsIn(parameter: Node, name: string | undefined): boolean {
  return (
    parameter.type === "AssignmentPattern" &&
    parameter.left.type === "Identifier" &&
    parameter.left.name === name &&
    isClock(bare(parameter.right))
  );
}

function isDate(context: FileContext, node: Node): boolean {
  const expression = bare(node);
  return (
    expression.type === "NewExpression" &&
    expression.arguments.length === 0 &&
    expression.callee.type === "Identifier" &&
    expression.callee.name === "Date" &&
    context.scopes.variableOf(expression.callee) === undefined
  );
}
