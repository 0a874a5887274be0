import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
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
  const name = dottedName(call.callee);
  if (name !== "Date.now" && name !== "performance.now" && name !== "process.uptime" && name !== "process.hrtime") {
    const callee = bare(call.callee);
    return callee.type === "MemberExpression" && propertyName(callee) === "getTime" && isDate(context, callee.object);
  }
  return true;
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
