import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { bare, isFunction, isLoop, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, Identifier, MemberExpression, Node } from "../syntax/node.js";
import { isAskedForTruth } from "./asked-truth.js";
import { startsInTurn } from "./clock-starts.js";
import { limitValue } from "./limits.js";
import type { LimitValue } from "./limits.js";
import { CLOCK, mentionsOf } from "./mentions.js";
import type { Move } from "./moves.js";
import { objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { Reading } from "./reading.js";
import type { RegionNode } from "./region.js";

/** A condition that compares a quantity with a limit. */
export interface LimitTest {
  readonly place: PlaceKey;
  readonly node: Node;
  readonly frame: Frame | undefined;
  /** The outcome of the condition once the limit is reached. */
  readonly reachedWhen: boolean;
  /** It is reached by going down: nothing is left. */
  readonly downward: boolean;
  readonly limit: LimitValue;
  readonly limitNode: Node | undefined;
  /** The test is (part of) the head of a loop inside of the cycle: reaching the limit only ends that loop. */
  readonly inLoopHead: boolean;
}

/** The clock behind `AbortSignal.timeout`. */
export const TIMEOUT: PlaceKey = "clock:timeout";

/** The comparison with the quantity on the left. */
export const FLIPPED: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "===": "===",
  "==": "==",
  "!==": "!==",
  "!=": "!=",
};

export function testsOf(
  reading: Reading,
  node: Node,
  frame: Frame | undefined,
  moves: ReadonlyMap<PlaceKey, readonly Move[]>,
): LimitTest[] {
  const { context } = reading;
  const taken = takenTest(reading, node, frame);
  if (taken !== undefined) return [taken];
  if (node.type === "BinaryExpression") return comparisonTests(reading, node, frame, moves);
  const signal = signalTest(reading, node);
  if (signal !== undefined)
    return [
      {
        place: TIMEOUT,
        node,
        frame,
        reachedWhen: signal,
        downward: false,
        limit: { value: undefined, fault: undefined },
        limitNode: undefined,
        inLoopHead: false,
      },
    ];
  if (!isTested(context, node)) return [];
  const place = placeOf(context, node, frame);
  const placeMoves = place === undefined ? [] : (moves.get(place) ?? []);
  if (place === undefined || !placeMoves.some((move) => move.change === "down")) return [];
  const zero: LimitValue = { value: 0, fault: undefined };
  return [
    {
      place,
      node,
      frame,
      reachedWhen: false,
      downward: true,
      limit: countedDown(reading, node, zero),
      limitNode: undefined,
      inLoopHead: isInLoopHead(reading, node),
    },
  ];
}

/** Whether something is left is asked of what was just taken: `while ((job = jobs.shift()))`, `if (jobs.pop() === undefined) return`. */
function takenTest(reading: Reading, node: Node, frame: Frame | undefined): LimitTest | undefined {
  const { context } = reading;
  const base = {
    node,
    frame,
    downward: true,
    limit: { value: undefined, fault: undefined },
    limitNode: undefined,
    inLoopHead: isInLoopHead(reading, node),
  } as const;
  if (node.type === "BinaryExpression") {
    if (!/^[!=]==?$/.test(node.operator)) return undefined;
    const [side, nothing] = isNothing(node.right) ? [node.left, node.right] : [node.right, node.left];
    const place = isNothing(nothing) ? listTakenFrom(reading, side, frame) : undefined;
    return place === undefined ? undefined : { ...base, place, reachedWhen: node.operator.startsWith("=") };
  }
  if (!isTested(context, node)) return undefined;
  const place = listTakenFrom(reading, node, frame);
  return place === undefined ? undefined : { ...base, place, reachedWhen: false };
}

function isNothing(node: Node): boolean {
  const value = bare(node);
  return (
    (value.type === "Identifier" && value.name === "undefined") || (value.type === "Literal" && value.value === null)
  );
}

/** The length of the list that a value is the next item of. */
function listTakenFrom(reading: Reading, node: Node, frame: Frame | undefined): PlaceKey | undefined {
  const { context, turn } = reading;
  const value = bare(node);
  switch (value.type) {
    case "AssignmentExpression":
      return value.operator === "=" ? listTakenFrom(reading, value.right, frame) : undefined;
    case "CallExpression": {
      const callee = bare(value.callee);
      if (
        callee.type !== "MemberExpression" ||
        value.arguments.length > 0 ||
        !/^(?:pop|shift)$/.test(propertyName(callee) ?? "")
      )
        return undefined;
      const list = objectPlace(context, callee.object, frame);
      return list === undefined ? undefined : `${list}.length`;
    }
    case "MemberExpression": {
      // `list[0]` is there for as long as the list holds something.
      const isFirst = value.computed && value.property.type === "Literal" && value.property.value === 0;
      const list = isFirst ? objectPlace(context, value.object, frame) : undefined;
      return list === undefined ? undefined : `${list}.length`;
    }
    case "Identifier": {
      const variable = context.scopes.variableOf(value);
      const { definition } = variable ?? {};
      if (
        definition?.type === "VariableDeclarator" &&
        definition.id.type === "ArrayPattern" &&
        definition.init &&
        variable !== undefined &&
        definition.id.elements[0] === variable.identifier &&
        variable.writes.length === 0
      ) {
        const list = objectPlace(context, definition.init, frame);
        return list === undefined ? undefined : `${list}.length`;
      }
      if (variable === undefined || definition?.type !== "VariableDeclarator" || definition.id !== variable.identifier)
        return undefined;
      const values = [
        ...(definition.init && turn.has(definition) ? [definition.init] : []),
        ...variable.writes.flatMap(({ node: write }) =>
          write.type === "AssignmentExpression" && turn.has(write) ? [write] : [],
        ),
      ];
      const [only] = values;
      return values.length === 1 && only !== undefined ? listTakenFrom(reading, only, frame) : undefined;
    }
    default:
      return undefined;
  }
}

/** `signal.aborted` and `signal.throwIfAborted()` of a signal that a clock raises. */
function signalTest(reading: Reading, node: Node): boolean | undefined {
  return node.type === "MemberExpression" && propertyName(node) === "aborted" && timesOut(reading, node)
    ? true
    : undefined;
}

/** Whether a clock raises a signal. One that is made anew in every turn says how long that turn may take, and nothing about how many there are. */
function timesOut({ context, origins, turn }: Reading, node: Node): boolean {
  if (!context.hasSignals) return false;
  return origins.of(node).some((origin) => origin.kind === "timeout-signal" && !turn.has(origin.node));
}

/** A call that ends when the time is up: it is handed such a signal, or asks it and throws. */
export function isGivenTimeout(reading: Reading, call: CallExpression): boolean {
  const callee = bare(call.callee);
  if (callee.type === "MemberExpression" && propertyName(callee) === "throwIfAborted")
    return timesOut(reading, callee.object);
  return call.arguments.some((argument) => {
    const value = bare(argument);
    return (
      (value.type === "ObjectExpression" || value.type === "Identifier" || value.type === "MemberExpression") &&
      timesOut(reading, value)
    );
  });
}

export function timeoutTest({ node, frame }: RegionNode): LimitTest {
  return {
    place: TIMEOUT,
    node,
    frame,
    reachedWhen: true,
    downward: false,
    limit: { value: undefined, fault: undefined },
    limitNode: undefined,
    inLoopHead: false,
  };
}

/** Whether an expression stands where its truth is asked. */
function isTested(context: FileContext, node: Node): boolean {
  if (
    node.type !== "Identifier" &&
    node.type !== "MemberExpression" &&
    node.type !== "UpdateExpression" &&
    node.type !== "AssignmentExpression" &&
    node.type !== "CallExpression"
  )
    return false;
  return isAskedForTruth(context, node);
}

function comparisonTests(
  reading: Reading,
  node: TSESTree.BinaryExpression,
  frame: Frame | undefined,
  moves: ReadonlyMap<PlaceKey, readonly Move[]>,
): LimitTest[] {
  const { context, origins } = reading;
  const { left, right, operator } = node;
  if (FLIPPED[operator] === undefined) return [];
  const tests: LimitTest[] = [];
  const sides = [
    { side: left, other: right, op: operator },
    { side: right, other: left, op: FLIPPED[operator] ?? operator },
  ];
  for (const { side, other, op } of sides) {
    const limit = limitValue(context, origins, other);
    for (const { place, sign } of mentionsOf(reading, side, frame)) {
      const placeMoves = moves.get(place) ?? [];
      const isClock = place === CLOCK;
      if (isClock && startsInTurn(reading, node, frame)) continue;
      if (!isClock && placeMoves.length === 0 && !isOwnCounter(context, side, op)) continue;
      const grows =
        isClock ||
        !placeMoves.some((move) => move.change === "down") ||
        placeMoves.some((move) => move.change === "up");
      // A list that is emptied and refilled is tested for what is left.
      const emptied = placeMoves.some((move) => move.change === "down") && limit.value === 0;
      const direction = (grows && !emptied ? 1 : -1) * sign;
      const reachedWhen = reached(op, direction);
      if (reachedWhen === undefined) continue;
      const counted = direction * sign > 0 ? limit : countedDown(reading, side, limit);
      tests.push({
        place,
        node,
        frame,
        reachedWhen,
        downward: direction * sign < 0,
        limit: effectiveFor(counted, reachedWhen),
        limitNode: other,
        inLoopHead: isInLoopHead(reading, node),
      });
    }
  }
  return tests;
}

function isInLoopHead({ context, cycle }: Reading, node: Node): boolean {
  for (
    let child = node, up = context.tree.parentOf(node);
    up !== undefined && up !== cycle.node;
    child = up, up = context.tree.parentOf(up)
  ) {
    if (isLoop(up)) return "test" in up && up.test === child;
    if (up.type.endsWith("Statement")) return false;
  }
  return false;
}

/** Counting down, the limit is the number one starts with. */
function countedDown({ context, origins }: Reading, side: Node, end: LimitValue): LimitValue {
  const expression = bare(side);
  const counter = expression.type === "UpdateExpression" ? bare(expression.argument) : expression;
  const start =
    counter.type === "Identifier"
      ? startOf(context, counter)
      : counter.type === "MemberExpression"
        ? startOfField(context, counter)
        : undefined;
  if (start === undefined) return { value: undefined, fault: end.fault };
  const from = limitValue(context, origins, start);
  const value = from.value !== undefined && end.value !== undefined ? from.value - end.value : undefined;
  return { value, fault: from.fault ?? end.fault };
}

/** The expression a counter begins with: its initialiser, or the default of the parameter. */
export function startOf(context: FileContext, identifier: Identifier): Node | undefined {
  const variable = context.scopes.variableOf(identifier);
  const definition = variable?.definition;
  if (definition?.type === "VariableDeclarator" && definition.id === variable?.identifier)
    return definition.init ?? undefined;
  if (variable?.kind === "parameter" && definition !== undefined && isFunction(definition)) {
    for (const parameter of definition.params) {
      if (parameter.type === "AssignmentPattern" && parameter.left === variable.identifier) return parameter.right;
    }
  }
  return undefined;
}

/** What a field of a class begins with, when no method of it puts anything else there and nobody else can. */
function startOfField(context: FileContext, member: MemberExpression): Node | undefined {
  const name = propertyName(member);
  const owner = bare(member.object).type === "ThisExpression" ? context.tree.classOf(member) : undefined;
  const field = owner?.body.body.find((part) => part.type === "PropertyDefinition" && keyName(part) === name);
  if (
    name === undefined ||
    field?.type !== "PropertyDefinition" ||
    (field.accessibility !== "private" && !name.startsWith("#"))
  )
    return undefined;
  const isSet = context.tree.assignments.some(({ left, operator }) => {
    const target = bare(left);
    return operator === "=" && target.type === "MemberExpression" && propertyName(target) === name;
  });
  return isSet ? undefined : (field.value ?? undefined);
}

/** A variable that starts as a number and is compared with one, moved or not. */
function isOwnCounter(context: FileContext, side: Node, operator: string): boolean {
  const expression = bare(side);
  if (
    expression.type !== "Identifier" ||
    (operator !== "<" && operator !== "<=" && operator !== ">" && operator !== ">=")
  )
    return false;
  const variable = context.scopes.variableOf(expression);
  const definition = variable?.definition;
  return (
    variable?.kind === "let" &&
    definition?.type === "VariableDeclarator" &&
    definition.init?.type === "Literal" &&
    typeof definition.init.value === "number"
  );
}

/** NaN makes every comparison false: that keeps a loop going only where "reached" means true. */
function effectiveFor(limit: LimitValue, reachedWhen: boolean): LimitValue {
  return limit.fault === "not-a-number" && !reachedWhen ? { value: limit.value, fault: undefined } : limit;
}

function reached(operator: string, direction: number): boolean | undefined {
  switch (operator) {
    case "<":
    case "<=":
      return direction > 0 ? false : true;
    case ">":
    case ">=":
      return direction > 0 ? true : false;
    case "===":
    case "==":
      return true;
    case "!==":
    case "!=":
      return false;
    default:
      return undefined;
  }
}
