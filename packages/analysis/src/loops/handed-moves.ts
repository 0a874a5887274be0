import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { bare, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import { listMove, valueMove } from "./moves.js";
import type { Move } from "./moves.js";
import { givenArgument, keyOfVariable, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { standsFor } from "./reading.js";
import type { Reading } from "./reading.js";
import type { RegionNode } from "./region.js";

/** A recursion moves a parameter by what it hands on: `run(task, depth + 1)`. */
export function depthMoves(reading: Reading, region: readonly RegionNode[]): Move[] {
  const { context, cycle } = reading;
  const { node: fn } = cycle;
  if (!isFunction(fn) || cycle.members.length === 0) return [];
  const moves: Move[] = [];
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== fn) continue;
    for (const variable of parametersOf(context, fn)) {
      const place = keyOfVariable(variable);
      const given = givenArgument({ fn, call: node, caller: frame }, variable);
      if (given === undefined) {
        moves.push({ place, node, frame, change: "reset", amount: undefined });
        continue;
      }
      moves.push(...handedMoves(reading, place, given.argument, frame).map((move) => ({ ...move, node, frame })));
    }
    moves.push(...takenOff(reading, fn, node, frame));
  }
  return moves;
}

/** `([first, ...rest]) => … again(rest)`: each level takes one item off, until there is no first one. */
function takenOff(reading: Reading, fn: FunctionNode, call: CallExpression, frame: Frame | undefined): Move[] {
  return fn.params.flatMap((parameter, index): Move[] => {
    if (parameter.type !== "ArrayPattern") return [];
    const rest = parameter.elements.find((element) => element?.type === "RestElement");
    const given = call.arguments[index];
    if (
      rest?.type !== "RestElement" ||
      rest.argument.type !== "Identifier" ||
      given === undefined ||
      given.type === "SpreadElement"
    )
      return [];
    const handed = standsFor(reading, given, frame);
    if (
      handed.value.type !== "Identifier" ||
      reading.context.scopes.variableOf(handed.value)?.identifier !== rest.argument
    )
      return [];
    return parameter.elements.flatMap((element) => {
      const place = element?.type === "Identifier" ? placeOf(reading.context, element, undefined) : undefined;
      return place === undefined ? [] : [{ place, node: call, frame, change: "down" as const, amount: undefined }];
    });
  });
}

/** What an argument makes of the parameter it fills: also of the fields of an options object, and of a list. */
function handedMoves(reading: Reading, place: PlaceKey, handed: Node, from: Frame | undefined): Move[] {
  const { value, frame } = standsFor(reading, handed, from);
  const moves: Move[] = [];
  if (value.type === "ObjectExpression") {
    for (const property of value.properties) {
      const name = property.type === "Property" ? keyName(property) : undefined;
      const move =
        property.type === "Property" && name !== undefined
          ? valueMove(reading, `${place}.${name}`, property.value, frame)
          : undefined;
      if (move !== undefined) moves.push(move);
    }
    return moves;
  }
  const other = shorterList(reading, place, value, frame) ?? longerList(reading, place, value, frame);
  if (other !== undefined) return [other];
  const move = valueMove(reading, place, value, frame);
  return move === undefined ? [] : [move];
}

/** `[...list, item]` is the list with one item more. */
function longerList({ context }: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  const move = listMove(context, place, value, frame);
  return move?.change === "up" ? move : undefined;
}

/** `list.slice(1)` is the list with one item less, and so is `rest` of `const [next, ...rest] = list`. */
function shorterList({ context }: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  if (value.type === "Identifier" && isRestOf(context, value, place, frame))
    return { place: `${place}.length`, node: value, frame, change: "down", amount: undefined };
  if (value.type !== "CallExpression") return undefined;
  const callee = bare(value.callee);
  if (
    callee.type !== "MemberExpression" ||
    propertyName(callee) !== "slice" ||
    placeOf(context, callee.object, frame) !== place
  )
    return undefined;
  const [from, to] = value.arguments;
  const skips = from?.type === "Literal" && typeof from.value === "number" && from.value > 0;
  const drops = to?.type === "UnaryExpression" && to.operator === "-";
  return skips || drops
    ? { place: `${place}.length`, node: value, frame, change: "down", amount: undefined }
    : undefined;
}

function isRestOf(context: FileContext, identifier: Identifier, place: PlaceKey, frame: Frame | undefined): boolean {
  const variable = context.scopes.variableOf(identifier);
  const definition = variable?.definition;
  if (definition?.type !== "VariableDeclarator" || definition.id.type !== "ArrayPattern" || !definition.init)
    return false;
  const rest = definition.id.elements.at(-1);
  return (
    definition.id.elements.length > 1 &&
    rest?.type === "RestElement" &&
    rest.argument === variable?.identifier &&
    variable.writes.length === 0 &&
    placeOf(context, definition.init, frame) === place
  );
}

/** Every name that the parameters of a function bring, patterns taken apart. */
export function parametersOf(
  context: FileContext,
  fn: Node,
): {
  identifier: Identifier;
  name: string;
  kind: "parameter";
  definition: Node;
  reads: readonly Identifier[];
  writes: [];
}[] {
  if (!isFunction(fn)) return [];
  const names: Identifier[] = [];
  const collect = (pattern: Node): void => {
    switch (pattern.type) {
      case "Identifier":
        names.push(pattern);
        break;
      case "AssignmentPattern":
        collect(pattern.left);
        break;
      case "ObjectPattern":
        for (const property of pattern.properties) if (property.type === "Property") collect(property.value);
        break;
      default:
    }
  };
  fn.params.forEach(collect);
  return names.flatMap((identifier) => {
    const variable = context.scopes.variableOf(identifier);
    return variable
      ? [
          {
            identifier: variable.identifier,
            name: variable.name,
            kind: "parameter" as const,
            definition: variable.definition,
            reads: variable.reads,
            writes: [] as [],
          },
        ]
      : [];
  });
}
