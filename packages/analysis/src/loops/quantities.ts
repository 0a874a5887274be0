import type { TSESTree } from "@typescript-eslint/types";
import type { Measure } from "../catalogue/schema.js";
import type { Frame } from "../flow/paths.js";
import { contains } from "../flow/origins.js";
import type { Origins } from "../flow/origins.js";
import type { FileContext } from "../file/file-context.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { bare, dottedName, isFunction, isLoop, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { limitValue } from "./limits.js";
import type { LimitValue } from "./limits.js";
import { givenArgument, keyOfVariable, objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { frameKey } from "./region.js";
import type { RegionNode } from "./region.js";

export type Direction = "up" | "down";

/** A node that changes a quantity. */
export interface Move {
  readonly place: PlaceKey;
  readonly node: Node;
  readonly frame: Frame | undefined;
  readonly change: Direction | "reset";
  /** What is added, when it is more than a literal. */
  readonly amount: Node | undefined;
}

/** A condition that compares a quantity with a limit. */
export interface LimitTest {
  readonly place: PlaceKey;
  readonly node: Node;
  readonly frame: Frame | undefined;
  /** The outcome of the condition once the limit is reached. */
  readonly reachedWhen: boolean;
  readonly limit: LimitValue;
  readonly limitNode: Node | undefined;
  /** The test is (part of) the head of a loop inside of the cycle: reaching the limit only ends that loop. */
  readonly inLoopHead: boolean;
}

/** Something that can grow until a test notices. */
export interface Quantity {
  readonly place: PlaceKey;
  readonly name: string;
  readonly measure: Measure;
  readonly moves: readonly Move[];
  readonly tests: readonly LimitTest[];
  /** The clock, a timeout: it moves by itself. */
  readonly selfMoving: boolean;
}

export const CLOCK: PlaceKey = "clock";
/** The clock behind `AbortSignal.timeout`. */
export const TIMEOUT: PlaceKey = "clock:timeout";

/** The comparison with the quantity on the left. */
const FLIPPED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "===": "===", "==": "==", "!==": "!==", "!=": "!=" };

interface Mention {
  readonly place: PlaceKey;
  /** 1 when the side grows with the place, -1 when it shrinks. */
  readonly sign: 1 | -1;
}

/** A file, and the cycle of it whose quantities are read. */
interface Reading {
  readonly context: FileContext;
  readonly origins: Origins;
  readonly cycle: Cycle;
}

/** Every quantity of a cycle that some test could notice. */
export function readQuantities(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Quantity[] {
  const reading: Reading = { context: analysis.context, origins: analysis.origins, cycle };
  const moves = new Map<PlaceKey, Move[]>();
  const addMove = (move: Move): void => {
    moves.set(move.place, [...(moves.get(move.place) ?? []), move]);
  };
  for (const { node, frame } of region) for (const move of movesOf(reading, node, frame)) addMove(move);
  for (const move of depthMoves(reading, region)) addMove(move);

  const tests = new Map<PlaceKey, LimitTest[]>();
  for (const { node, frame } of region) {
    for (const test of testsOf(reading, node, frame, moves)) {
      tests.set(test.place, [...(tests.get(test.place) ?? []), test]);
    }
  }
  const quantities: Quantity[] = [];
  if (!tests.has(TIMEOUT)) {
    const given = region.find(({ node }) => node.type === "CallExpression" && isGivenTimeout(reading, node));
    if (given !== undefined) quantities.push({ place: TIMEOUT, name: "timeout", measure: "time", moves: [], tests: [timeoutTest(given)], selfMoving: true });
  }
  for (const [place, placeTests] of tests) {
    const placeMoves = moves.get(place) ?? [];
    const selfMoving = place.startsWith(CLOCK);
    // What is only ever set anew is a value, not a counter.
    if (!selfMoving && placeMoves.length > 0 && placeMoves.every((move) => move.change === "reset" && !endsAt(reading, move, placeTests))) continue;
    const settled = placeMoves.map((move) => (move.change === "reset" && endsAt(reading, move, placeTests) ? { ...move, change: "down" as const } : move));
    quantities.push({
      place,
      name: nameOf(place),
      measure: selfMoving ? "time" : measureOf(analysis, cycle, place, placeMoves),
      moves: settled,
      tests: placeTests,
      selfMoving,
    });
  }
  // Those that move come first: a walk can follow only so many at once.
  return quantities.sort((a, b) => Number(b.selfMoving || b.moves.length > 0) - Number(a.selfMoving || a.moves.length > 0));
}

/** A recursion that hands on a number with which its own test does not let it go on: `expand(task, 1)`. */
function endsAt({ context }: Reading, { node, place }: Move, tests: readonly LimitTest[]): boolean {
  if (node.type !== "CallExpression") return false;
  const handed = node.arguments.find((argument) => argument.type === "Literal" && typeof argument.value === "number");
  if (handed?.type !== "Literal" || typeof handed.value !== "number") return false;
  const value = handed.value;
  return tests.some(({ node: test, limit, reachedWhen, frame }) => {
    if (test.type !== "BinaryExpression" || limit.value === undefined) return false;
    const isLeft = placeOf(context, test.left, frame) === place;
    return compare(isLeft ? test.operator : (FLIPPED[test.operator] ?? ""), value, limit.value) === reachedWhen;
  });
}

function compare(operator: string, a: number, b: number): boolean | undefined {
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "===":
    case "==":
      return a === b;
    case "!==":
    case "!=":
      return a !== b;
    default:
      return undefined;
  }
}

export function nameOf(place: PlaceKey): string {
  return place.replace(/@\d+/g, "").replace(/^class\d+/, "this");
}

function movesOf(reading: Reading, node: Node, frame: Frame | undefined): Move[] {
  const { context } = reading;
  switch (node.type) {
    case "UpdateExpression": {
      const place = placeOf(context, node.argument, frame);
      return place === undefined ? [] : [{ place, node, frame, change: node.operator === "++" ? "up" : "down", amount: undefined }];
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

function assignmentMoves(reading: Reading, assignment: TSESTree.AssignmentExpression, frame: Frame | undefined): Move[] {
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
function valueMove(reading: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  const { context } = reading;
  const expression = bare(value);
  const base = { place, node: expression, frame };
  // `node = node.next` walks a list to its end.
  if (expression.type === "MemberExpression" && placeOf(context, expression.object, frame) === place) return { ...base, change: "down", amount: undefined };
  if (placeOf(context, expression, frame) === place) return undefined;
  const least = leastOf(reading, place, expression, frame);
  if (least !== undefined) return least;
  const own = mentionsOf(reading, expression, frame).find((mention) => mention.place === place);
  if (own !== undefined && expression.type === "BinaryExpression" && (expression.operator === "+" || expression.operator === "-")) {
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
function listMove(context: FileContext, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  const length = `${place}.length`;
  const base = { place: length, node: value, frame, amount: undefined };
  if (value.type === "ArrayExpression") {
    const spreadsSelf = value.elements.some((element) => element?.type === "SpreadElement" && placeOf(context, element.argument, frame) === place);
    const adds = value.elements.some((element) => element !== null && element.type !== "SpreadElement");
    return { ...base, change: spreadsSelf && adds ? "up" : "reset" };
  }
  if (value.type === "CallExpression" && value.callee.type === "MemberExpression" && placeOf(context, value.callee.object, frame) === place) {
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
      return given.some((argument) => argument.type !== "SpreadElement") ? [{ ...base, place: `${object}.length`, change: "up" }] : [];
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
      return [{ ...base, place: `${object}.get()`, change: "reset" }, { ...base, place: `${object}.size`, change: "down" }];
    case "add":
      return [{ ...base, place: `${object}.size`, change: "up" }];
    default:
      return [];
  }
}

/** A recursion moves a parameter by what it hands on: `run(task, depth + 1)`. */
function depthMoves(reading: Reading, region: readonly RegionNode[]): Move[] {
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
    if (rest?.type !== "RestElement" || rest.argument.type !== "Identifier" || given === undefined || given.type === "SpreadElement") return [];
    const handed = standsFor(reading, given, frame);
    if (handed.value.type !== "Identifier" || reading.context.scopes.variableOf(handed.value)?.identifier !== rest.argument) return [];
    return parameter.elements.flatMap((element) => {
      const place = element?.type === "Identifier" ? placeOf(reading.context, element, undefined) : undefined;
      return place === undefined ? [] : [{ place, node: call, frame, change: "down" as const, amount: undefined }];
    });
  });
}

interface Standing {
  readonly value: Node;
  readonly frame: Frame | undefined;
}

/** What a name stands for: the argument that fills a parameter of a helper, the value of a constant of this turn. */
function standsFor(reading: Reading, node: Node, frame: Frame | undefined, depth = 0): Standing {
  const value = bare(node);
  if (value.type !== "Identifier" || depth > 6) return { value, frame };
  const variable = reading.context.scopes.variableOf(value);
  if (variable?.kind === "parameter" && isFunction(variable.definition)) {
    let home = frame;
    while (home !== undefined && home.fn !== variable.definition) home = home.caller;
    const given = home && variable.writes.length === 0 ? givenArgument(home, variable) : undefined;
    return home && given ? standsFor(reading, given.argument, home.caller, depth + 1) : { value, frame };
  }
  const definition = variable?.definition;
  const isConstant = definition?.type === "VariableDeclarator" && definition.id === variable?.identifier && variable.writes.length === 0;
  if (!isConstant || !definition.init || !isReadEachTurn(reading, definition)) return { value, frame };
  return standsFor(reading, definition.init, frame, depth + 1);
}

/** What an argument makes of the parameter it fills: also of the fields of an options object, and of a list. */
function handedMoves(reading: Reading, place: PlaceKey, handed: Node, from: Frame | undefined): Move[] {
  const { value, frame } = standsFor(reading, handed, from);
  const moves: Move[] = [];
  if (value.type === "ObjectExpression") {
    for (const property of value.properties) {
      const name = property.type === "Property" ? keyName(property) : undefined;
      const move = property.type === "Property" && name !== undefined ? valueMove(reading, `${place}.${name}`, property.value, frame) : undefined;
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

/** `list.slice(1)` is the list with one item less. */
function shorterList({ context }: Reading, place: PlaceKey, value: Node, frame: Frame | undefined): Move | undefined {
  if (value.type !== "CallExpression") return undefined;
  const callee = bare(value.callee);
  if (callee.type !== "MemberExpression" || propertyName(callee) !== "slice" || placeOf(context, callee.object, frame) !== place) return undefined;
  const [from, to] = value.arguments;
  const skips = from?.type === "Literal" && typeof from.value === "number" && from.value > 0;
  const drops = to?.type === "UnaryExpression" && to.operator === "-";
  return skips || drops ? { place: `${place}.length`, node: value, frame, change: "down", amount: undefined } : undefined;
}

function parametersOf(context: FileContext, fn: Node): { identifier: Identifier; name: string; kind: "parameter"; definition: Node; reads: readonly Identifier[]; writes: [] }[] {
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
    return variable ? [{ identifier: variable.identifier, name: variable.name, kind: "parameter" as const, definition: variable.definition, reads: variable.reads, writes: [] as [] }] : [];
  });
}

function testsOf(reading: Reading, node: Node, frame: Frame | undefined, moves: ReadonlyMap<PlaceKey, readonly Move[]>): LimitTest[] {
  const { context, origins } = reading;
  if (node.type === "BinaryExpression") return comparisonTests(reading, node, frame, moves);
  const signal = signalTest(origins, node);
  if (signal !== undefined) return [{ place: TIMEOUT, node, frame, reachedWhen: signal, limit: { value: undefined, fault: undefined }, limitNode: undefined, inLoopHead: false }];
  if (!isTested(context, node)) return [];
  const place = placeOf(context, node, frame);
  const placeMoves = place === undefined ? [] : (moves.get(place) ?? []);
  if (place === undefined || !placeMoves.some((move) => move.change === "down")) return [];
  const zero: LimitValue = { value: 0, fault: undefined };
  return [{ place, node, frame, reachedWhen: false, limit: countedDown(reading, node, zero), limitNode: undefined, inLoopHead: isInLoopHead(reading, node) }];
}

/** `signal.aborted` and `signal.throwIfAborted()` of a signal that a clock raises. */
function signalTest(origins: Origins, node: Node): boolean | undefined {
  if (node.type === "MemberExpression" && propertyName(node) === "aborted") {
    return origins.of(node).some((origin) => origin.kind === "timeout-signal") ? true : undefined;
  }
  return undefined;
}

/** A call that ends when the time is up: it is handed such a signal, or asks it and throws. */
export function isGivenTimeout({ origins }: Pick<Reading, "origins">, call: CallExpression): boolean {
  const callee = bare(call.callee);
  const hasTimedOut = (node: Node): boolean => origins.of(node).some((origin) => origin.kind === "timeout-signal");
  if (callee.type === "MemberExpression" && propertyName(callee) === "throwIfAborted") return hasTimedOut(callee.object);
  return call.arguments.some((argument) => {
    const value = bare(argument);
    return (value.type === "ObjectExpression" || value.type === "Identifier" || value.type === "MemberExpression") && hasTimedOut(value);
  });
}

function timeoutTest({ node, frame }: RegionNode): LimitTest {
  return { place: TIMEOUT, node, frame, reachedWhen: true, limit: { value: undefined, fault: undefined }, limitNode: undefined, inLoopHead: false };
}

/** Whether an expression stands where its truth is asked. */
function isTested(context: FileContext, node: Node): boolean {
  if (node.type !== "Identifier" && node.type !== "MemberExpression" && node.type !== "UpdateExpression") return false;
  const parent = context.tree.parentOf(node);
  switch (parent?.type) {
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "LogicalExpression":
      return parent.left === node || isTestedExpression(context, parent);
    case "UnaryExpression":
      return parent.operator === "!";
    default:
      return false;
  }
}

function isTestedExpression(context: FileContext, node: Node): boolean {
  const parent = context.tree.parentOf(node);
  return parent !== undefined && "test" in parent && parent.test === node;
}

function comparisonTests(reading: Reading, node: TSESTree.BinaryExpression, frame: Frame | undefined, moves: ReadonlyMap<PlaceKey, readonly Move[]>): LimitTest[] {
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
      if (!isClock && placeMoves.length === 0 && !isOwnCounter(context, side, op)) continue;
      const grows = isClock || !placeMoves.some((move) => move.change === "down") || placeMoves.some((move) => move.change === "up");
      // A list that is emptied and refilled is tested for what is left.
      const emptied = placeMoves.some((move) => move.change === "down") && limit.value === 0;
      const direction = (grows && !emptied ? 1 : -1) * sign;
      const reachedWhen = reached(op, direction);
      if (reachedWhen === undefined) continue;
      const counted = direction * sign > 0 ? limit : countedDown(reading, side, limit);
      tests.push({ place, node, frame, reachedWhen, limit: effectiveFor(counted, reachedWhen), limitNode: other, inLoopHead: isInLoopHead(reading, node) });
    }
  }
  return tests;
}

function isInLoopHead({ context, cycle }: Reading, node: Node): boolean {
  for (let child = node, up = context.tree.parentOf(node); up !== undefined && up !== cycle.node; child = up, up = context.tree.parentOf(up)) {
    if (isLoop(up)) return "test" in up && up.test === child;
    if (up.type.endsWith("Statement")) return false;
  }
  return false;
}

/** Counting down, the limit is the number one starts with. */
function countedDown({ context, origins }: Reading, side: Node, end: LimitValue): LimitValue {
  const expression = bare(side);
  const variable = expression.type === "UpdateExpression" ? bare(expression.argument) : expression;
  if (variable.type !== "Identifier") return { value: undefined, fault: end.fault };
  const start = startOf(context, variable);
  if (start === undefined) return { value: undefined, fault: end.fault };
  const from = limitValue(context, origins, start);
  const value = from.value !== undefined && end.value !== undefined ? from.value - end.value : undefined;
  return { value, fault: from.fault ?? end.fault };
}

/** The expression a counter begins with: its initialiser, or the default of the parameter. */
function startOf(context: FileContext, identifier: Identifier): Node | undefined {
  const variable = context.scopes.variableOf(identifier);
  const definition = variable?.definition;
  if (definition?.type === "VariableDeclarator" && definition.id === variable?.identifier) return definition.init ?? undefined;
  if (variable?.kind === "parameter" && definition !== undefined && isFunction(definition)) {
    for (const parameter of definition.params) {
      if (parameter.type === "AssignmentPattern" && parameter.left === variable.identifier) return parameter.right;
    }
  }
  return undefined;
}

/** A variable that starts as a number and is compared with one, moved or not. */
function isOwnCounter(context: FileContext, side: Node, operator: string): boolean {
  const expression = bare(side);
  if (expression.type !== "Identifier" || (operator !== "<" && operator !== "<=" && operator !== ">" && operator !== ">=")) return false;
  const variable = context.scopes.variableOf(expression);
  const definition = variable?.definition;
  return variable?.kind === "let" && definition?.type === "VariableDeclarator" && definition.init?.type === "Literal" && typeof definition.init.value === "number";
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

/** The places an arithmetic expression grows or shrinks with. */
function mentionsOf(reading: Reading, node: Node, frame: Frame | undefined, sign: 1 | -1 = 1, depth = 0): Mention[] {
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
      const isPlain = definition?.type === "VariableDeclarator" && definition.id === variable?.identifier && variable.writes.length === 0;
      return isPlain && definition.init && isReadEachTurn(reading, definition) ? [...own, ...inner(definition.init)] : own;
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
      if (name?.startsWith("Math.") || name === "Number") return expression.arguments.flatMap((argument) => inner(argument));
      const fn = context.bindings.calleeOf(expression);
      if (fn === undefined) return [];
      return context.tree.returnsOf(fn).flatMap((value) => mentionsOf(reading, value, { fn, call: expression, caller: frame }, sign, depth + 2));
    }
    default:
      return [];
  }
}

/** A value that was computed before the cycle began does not change with what it was made of. */
function isReadEachTurn({ context, cycle }: Reading, definition: Node): boolean {
  if (contains(cycle.node, definition)) return true;
  const owner = context.tree.ownerOf(definition);
  return owner.type !== "Program" && !contains(owner, cycle.node);
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

const TOKENS = /token/i;
const COST = /(?:cost|usd|spen[dt]|price|dollar|cents|money|euro|credits)/i;
const TIME = /(?:time|elapsed|duration|deadline|ms$)/i;

function measureOf(analysis: LoopAnalysis, cycle: Cycle, place: PlaceKey, moves: readonly Move[]): Measure {
  const name = nameOf(place);
  const { origins } = analysis;
  const countsUsage = moves.some((move) => move.amount !== undefined && origins.aspectsOf(move.amount).has("usage"));
  if (COST.test(name)) return "cost";
  if (countsUsage || TOKENS.test(name)) return "tokens";
  if (TIME.test(name) && moves.some((move) => move.amount !== undefined && move.amount.type !== "Literal")) return "time";
  if (/\.(?:length|size)$/.test(name)) return "items";
  if (isFunction(cycle.node) && cycle.members.length > 0 && moves.some((move) => move.node.type === "CallExpression")) return "depth";
  return "steps";
}

/** Key of a node in a frame, to find moves and tests again during a walk. */
export function eventKey(node: Node, frame: Frame | undefined): string {
  return `${node.range[0]}:${node.range[1]}:${node.type}${frameKey(frame)}`;
}
