import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { mentionsOf } from "./mentions.js";
import { objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { Reading } from "./reading.js";

export type Direction = "up" | "down";

/** A node that changes a quantity. */
export interface Move {
  readonly place: PlaceKey;
  readonly node: Node;
  readonly frame: Frame | undefined;
  readonly change: Direction | "reset";
  /** What is added, when it is more than a literal. */
  readonly amount: Node | undefined;
  /** What is added may be nothing at all. */
  readonly unsure?: boolean;
}

export function movesOf(reading: Reading, node: Node, frame: Frame | undefined): Move[] {
  const { context } = reading;
  switch (node.type) {
    case "UpdateExpression": {
      const place = placeOf(context, node.argument, frame);
      return place === undefined
        ? []
        : [{ place, node, frame, change: node.operator === "++" ? "up" : "down", amount: undefined }];
    }
    case "AssignmentExpression":
      return assignmentMoves(reading, node, frame);
    case "VariableDeclarator": {
      // A variable that is declared in the turn starts anew in every turn.
      const place = node.id.type === "Identifier" && node.init ? placeOf(context, node.id, frame) : undefined;
      return place === undefined ? [] : [{ place, node, frame, change: "reset", amount: undefined }];
    }
    case "CallExpression":
      return methodMoves(reading, node, frame);
    default:
      return [];
  }
}

function assignmentMoves(
  reading: Reading,
  assignment: TSESTree.AssignmentExpression,
  frame: Frame | undefined,
): Move[] {
  const { context } = reading;
  const node = assignment;
  const place = placeOf(context, assignment.left, frame);
  if (place === undefined) return [];
  if (assignment.operator === "+=" || assignment.operator === "-=") {
    return [{ place, node, frame, change: assignment.operator === "+=" ? "up" : "down", amount: assignment.right }];
  }
  if (assignment.operator !== "=") return [];
  const value = bare(assignment.right);
  if (value.type === "ConditionalExpression") {
    return [value.consequent, value.alternate].flatMap((branch) => {
      const move = valueMove(reading, place, branch, frame);
      return move === undefined ? [] : [{ ...move, node: branch }];
    });
  }
  const move = valueMove(reading, place, value, frame);
  const list = listMove(context, place, value, frame);
  return [...(move === undefined ? [] : [{ ...move, node }]), ...(list === undefined ? [] : [{ ...list, node }])];
}

/** What putting a value into a place does to it: `n + 1` moves it, anything else starts it anew. */
export function valueMove(reading: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  const { context } = reading;
  const expression = bare(value);
  const base = { place, node: expression, frame };
  // `node = node.next` walks a list to its end.
  if (expression.type === "MemberExpression" && placeOf(context, expression.object, frame) === place)
    return { ...base, change: "down", amount: undefined };
  if (placeOf(context, expression, frame) === place) return undefined;
  const least = leastOf(reading, place, expression, frame);
  if (least !== undefined) return least;
  const own = mentionsOf(reading, expression, frame).find((mention) => mention.place === place);
  if (
    own !== undefined &&
    expression.type === "BinaryExpression" &&
    (expression.operator === "+" || expression.operator === "-")
  ) {
    const isLeft = mentionsOf(reading, expression.left, frame).some((mention) => mention.place === place);
    const amount = isLeft ? expression.right : expression.left;
    return { ...base, change: expression.operator === "+" ? "up" : "down", amount };
  }
  return { ...base, change: "reset", amount: undefined };
}

/** `Math.min(left - 1, other)` goes down at least by one, `Math.max(n + 1, other)` up. */
function leastOf(reading: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  if (value.type !== "CallExpression") return undefined;
  const name = dottedName(value.callee);
  const wanted = name === "Math.min" ? "down" : name === "Math.max" ? "up" : undefined;
  if (wanted === undefined) return undefined;
  for (const argument of value.arguments) {
    const move = argument.type === "SpreadElement" ? undefined : valueMove(reading, place, argument, frame);
    if (move?.change === wanted) return { ...move, node: value };
  }
  return undefined;
}

/** `list = [...list, item]` and `list.concat(item)` lengthen; `list = list.slice(…)` starts it anew. */
export function listMove(
  context: FileContext,
  place: PlaceKey,
  value: Node,
  frame: Frame | undefined,
): Move | undefined {
  const length = `${place}.length`;
  const base = { place: length, node: value, frame, amount: undefined };
  if (value.type === "ArrayExpression") {
    const spreadsSelf = value.elements.some(
      (element) => element?.type === "SpreadElement" && placeOf(context, element.argument, frame) === place,
    );
    const adds = value.elements.some((element) => element !== null && element.type !== "SpreadElement");
    return { ...base, change: spreadsSelf && adds ? "up" : "reset" };
  }
  if (
    value.type === "CallExpression" &&
    value.callee.type === "MemberExpression" &&
    placeOf(context, value.callee.object, frame) === place
  ) {
    return { ...base, change: propertyName(value.callee) === "concat" ? "up" : "reset" };
  }
  return undefined;
}

function methodMoves(reading: Reading, node: CallExpression, frame: Frame | undefined): Move[] {
  const { context } = reading;
  const given = node.arguments;
  const method = bare(node.callee);
  if (method.type !== "MemberExpression") return [];
  const name = propertyName(method);
  const object = objectPlace(context, method.object, frame);
  if (object === undefined || name === undefined) return [];
  const base = { node, frame, amount: undefined };
  switch (name) {
    case "push":
    case "unshift":
      // A spread alone may add nothing.
      return [
        {
          ...base,
          place: `${object}.length`,
          change: "up",
          ...(given.every((argument) => argument.type === "SpreadElement") && { unsure: true }),
        },
      ];
    case "pop":
    case "shift":
      return [{ ...base, place: `${object}.length`, change: "down" }];
    case "splice":
      return [{ ...base, place: `${object}.length`, change: "reset" }];
    case "set": {
      const value = given[1];
      const place = `${object}.get()`;
      const move = value && valueMove(reading, place, value, frame);
      return move ? [{ ...move, node }] : [];
    }
    case "delete":
    case "clear":
      return [
        { ...base, place: `${object}.get()`, change: "reset" },
        { ...base, place: `${object}.size`, change: "down" },
      ];
    case "add":
      return [{ ...base, place: `${object}.size`, change: "up" }];
    default:
      return [];
  }
}
