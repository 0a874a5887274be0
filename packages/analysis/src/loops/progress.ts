import { definedAs } from "../file/argument-paths.js";
import { textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import type { Judgement } from "../model/judgement.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { readHandedDown } from "./handed-down.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { NOTICES, soundsNoticing } from "./noticing-names.js";
import { objectPlace, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { Quantity } from "./quantities.js";
import type { RegionNode } from "./region.js";
import { piecesOf } from "./sent-input.js";
import type { SentInput } from "./sent-input.js";

const FAILURES = /err|fail|mistake|exception|retry|retries|invalid|empty|attempt/i;

/**
 * Whether a turn notices that nothing new happens: it looks up what it did before, compares the
 * state with the last one, or counts turns without a change.
 */
export function readProgress(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  quantities: readonly Quantity[],
  sent: readonly SentInput[],
): Judgement {
  const history = new Set(
    sent.flatMap(({ parts }) =>
      parts.flatMap(({ node, frame }) => piecesOf(node).flatMap((piece) => placesIn(analysis, piece.node, frame))),
    ),
  );
  const remembered = readRemembered(analysis, cycle, region);
  for (const part of region) {
    if (comparesWithBefore(analysis, part, remembered) || looksUp(analysis, part, remembered, history)) return "yes";
  }
  if (quantities.some((quantity) => countsStandstill(analysis, cycle, quantity))) return "unknown";
  return region.some((part) => mayNotice(analysis, part)) ? "unknown" : "no";
}

interface Remembered {
  /** Variables, fields and parameters that a turn leaves a value in for the next one. */
  readonly values: ReadonlySet<PlaceKey>;
  /** Lists, sets, maps and objects that turns add to. */
  readonly collections: ReadonlySet<PlaceKey>;
}

function readRemembered(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Remembered {
  const { context } = analysis;
  const values = new Set<PlaceKey>();
  const collections = new Set<PlaceKey>();
  const ofTheTurn = new Set<PlaceKey>();
  for (const { node, frame } of region) {
    if (
      node.type === "VariableDeclarator" &&
      node.id.type === "Identifier" &&
      node.init &&
      isWithin(node, cycle.node)
    ) {
      const place = placeOf(context, node.id, frame);
      if (place !== undefined) ofTheTurn.add(place);
    } else if (node.type === "AssignmentExpression") {
      const target = bare(node.left);
      const isEntry = target.type === "MemberExpression" && target.computed && propertyName(target) === undefined;
      const place = isEntry ? objectPlace(context, target.object, frame) : placeOf(context, target, frame);
      if (place === undefined) continue;
      if (isEntry) collections.add(place);
      else if (node.operator === "=" && bare(node.right).type !== "Literal") values.add(place);
    } else if (node.type === "UpdateExpression") {
      const target = bare(node.argument);
      const place =
        target.type === "MemberExpression" && target.computed ? objectPlace(context, target.object, frame) : undefined;
      if (place !== undefined) collections.add(place);
    } else if (node.type === "CallExpression") {
      for (const handed of readHandedDown(context, cycle, { node, frame }))
        (handed.isAddedTo ? collections : values).add(handed.place);
      const callee = bare(node.callee);
      if (callee.type !== "MemberExpression" || !/^(?:push|unshift|add|set)$/.test(propertyName(callee) ?? ""))
        continue;
      const place = objectPlace(context, callee.object, frame);
      if (place !== undefined) collections.add(place);
    }
  }
  // What is declared in the turn is forgotten with it.
  for (const place of ofTheTurn) {
    values.delete(place);
    collections.delete(place);
  }
  return { values, collections };
}

/** `key === lastKey`: two values that are worked out, one of which an earlier turn left behind. */
function comparesWithBefore(
  analysis: LoopAnalysis,
  { node, frame }: RegionNode,
  { values, collections }: Remembered,
): boolean {
  const compared = comparedSides(node);
  if (compared === undefined || compared.some((side) => isFixed(side))) return false;
  if (isAskedTwice(analysis, compared)) return true;
  const isBefore = (place: PlaceKey): boolean => values.has(place) || collections.has(place);
  if (compared.some((side) => isItemOfOther(analysis, side, frame, isBefore))) return false;
  const [left, right] = [placesIn(analysis, compared[0], frame), placesIn(analysis, compared[1], frame)];
  return left.some(isBefore) !== right.some(isBefore) || (left.some(isBefore) && left.join() !== right.join());
}

/** `const before = board.position(); … if (board.position() === before)`: the same is asked before the turn's work and behind it. */
function isAskedTwice({ context, calls }: LoopAnalysis, sides: readonly [Node, Node]): boolean {
  const [first, second] = sides.map((side) => settled(definedAs(context, side)));
  return (
    first?.type === "CallExpression" &&
    second?.type === "CallExpression" &&
    first !== second &&
    calls.at(first) === undefined &&
    textOf(context, first, 200) === textOf(context, second, 200)
  );
}

/** `tools.find((tool) => tool.name === call.name)`: an item of a list that no turn has put anything into. */
function isItemOfOther(
  { context }: LoopAnalysis,
  side: Node,
  frame: RegionNode["frame"],
  isBefore: (place: PlaceKey) => boolean,
): boolean {
  let root = bare(side);
  while (root.type === "MemberExpression") root = bare(root.object);
  const variable = root.type === "Identifier" ? context.scopes.variableOf(root) : undefined;
  const callback = variable?.kind === "parameter" ? variable.definition : undefined;
  const call = callback && context.tree.parentOf(callback);
  if (call?.type !== "CallExpression" || call.callee === callback) return false;
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression" || !LOOKS_UP.has(propertyName(callee) ?? "")) return false;
  const list = recentOf(callee.object) ?? callee.object;
  const place = objectPlace(context, list, frame);
  return place === undefined || !isBefore(place);
}

/** Names of functions that compare two values through and through. */
const EQUALS =
  /^(?:not)?(?:is|are|deep|shallow|strict|fast|same)*_?(?:equals?|equal_?to|dequal|eq|eql)(?:deep|strict|with|by|json|ish)*$/i;

/** The two sides of `a === b`, of `isDeepStrictEqual(a, b)`, and of `a.equals(b)`. */
function comparedSides(node: Node): readonly [Node, Node] | undefined {
  if (node.type === "BinaryExpression") return /^[!=]==?$/.test(node.operator) ? [node.left, node.right] : undefined;
  if (node.type !== "CallExpression") return undefined;
  const callee = bare(node.callee);
  const name = callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee);
  if (name === undefined || !EQUALS.test(name)) return undefined;
  const [first, second] = node.arguments;
  if (first === undefined || first.type === "SpreadElement" || second?.type === "SpreadElement") return undefined;
  if (second !== undefined) return [first, second];
  return callee.type === "MemberExpression" ? [callee.object, first] : undefined;
}

function isFixed(node: Node): boolean {
  const value = bare(node);
  return (
    value.type === "Literal" ||
    (value.type === "TemplateLiteral" && value.expressions.length === 0) ||
    (value.type === "Identifier" && value.name === "undefined") ||
    (value.type === "UnaryExpression" && value.operator === "typeof")
  );
}

/** The storage that an expression reads, looked for through calls of which it is an argument. */
function placesIn(analysis: LoopAnalysis, node: Node, frame: RegionNode["frame"], depth = 0): PlaceKey[] {
  const { context } = analysis;
  const value = bare(node);
  if (depth > 4) return [];
  const inner = (part: Node): PlaceKey[] => placesIn(analysis, part, frame, depth + 1);
  switch (value.type) {
    case "Identifier": {
      const place = placeOf(context, value, frame);
      return place === undefined ? [] : [place];
    }
    case "MemberExpression": {
      const place = placeOf(context, value, frame);
      return [...(place === undefined ? [] : [place]), ...inner(value.object)];
    }
    case "CallExpression":
      return [
        ...value.arguments.flatMap((argument) =>
          inner(argument.type === "SpreadElement" ? argument.argument : argument),
        ),
        ...(value.callee.type === "MemberExpression" ? inner(value.callee.object) : []),
      ];
    case "AwaitExpression":
      return inner(value.argument);
    case "LogicalExpression":
    case "BinaryExpression":
      return [...inner(value.left), ...inner(value.right)];
    default:
      return [];
  }
}

const LOOKS_UP = new Set([
  "has",
  "get",
  "includes",
  "indexOf",
  "lastIndexOf",
  "some",
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "count",
]);

/** `seen.has(key)`, `counts[key]`, `trace.slice(-3).every(…)`: asking a collection that earlier turns have filled. */
function looksUp(
  analysis: LoopAnalysis,
  { node, frame }: RegionNode,
  { collections }: Remembered,
  history: ReadonlySet<PlaceKey>,
): boolean {
  const { context } = analysis;
  const isAsked = (object: Node): boolean => {
    const place = objectPlace(context, object, frame);
    return (
      place !== undefined &&
      collections.has(place) &&
      ![...history].some((sent) => place === sent || place.startsWith(`${sent}.`))
    );
  };
  if (node.type === "CallExpression") {
    const callee = bare(node.callee);
    const [key] = node.arguments;
    if (
      callee.type !== "MemberExpression" ||
      !LOOKS_UP.has(propertyName(callee) ?? "") ||
      key === undefined ||
      bare(key).type === "Literal"
    )
      return false;
    const recent = recentOf(callee.object);
    const place = recent && objectPlace(context, recent, frame);
    // What is sent is asked for many reasons; its last items are held against this turn for one.
    if (place !== undefined && collections.has(place)) return !isFunction(bare(key)) || mentionsOutside(analysis, key);
    return isAsked(callee.object);
  }
  // `new Set(results.slice(-3)).size === 1`
  if (node.type === "NewExpression") {
    return (
      dottedName(node.callee) === "Set" &&
      node.arguments.some((argument) =>
        placesIn(analysis, argument, frame).some(
          (place) => collections.has(place) && (!history.has(place) || recentOf(argument) !== undefined),
        ),
      )
    );
  }
  if (node.type !== "MemberExpression" || !node.computed || propertyName(node) !== undefined || !isAsked(node.object))
    return false;
  // The last item is only what came last.
  if (/\.length\s*-\s*1$/.test(textOf(context, node.property))) return false;
  // `counts[key] = …` alone only writes it down.
  const parent = context.tree.parentOf(node);
  return !(parent?.type === "AssignmentExpression" && parent.left === node && parent.operator === "=");
}

/** The list behind `trail.slice(-3)`. */
function recentOf(node: Node): Node | undefined {
  const call = bare(node);
  const callee = call.type === "CallExpression" ? bare(call.callee) : undefined;
  return callee?.type === "MemberExpression" &&
    propertyName(callee) === "slice" &&
    call.type === "CallExpression" &&
    call.arguments.length > 0
    ? callee.object
    : undefined;
}

/** Whether a callback holds the items against something that is not among them. */
function mentionsOutside({ context }: LoopAnalysis, callback: Node): boolean {
  return walk(callback, (node) => {
    const variable = node.type === "Identifier" ? context.scopes.variableOf(node) : undefined;
    return (
      variable !== undefined &&
      !isWithin(variable.identifier, callback) &&
      (variable.kind === "const" || variable.kind === "let" || variable.kind === "var" || variable.kind === "parameter")
    );
  });
}

/** A counter that a turn with a change sets back, and that ends the cycle. */
function countsStandstill(analysis: LoopAnalysis, cycle: Cycle, { moves, tests, name }: Quantity): boolean {
  if (tests.length === 0 || FAILURES.test(name) || /\.(?:length|size)$/.test(name)) return false;
  // `if (turns > 5) { summarize(); turns = 0; }` starts anew because of the test itself.
  const isOnSchedule = (node: Node): boolean => {
    for (
      let up = analysis.context.tree.parentOf(node);
      up !== undefined && up !== cycle.node;
      up = analysis.context.tree.parentOf(up)
    ) {
      const test = up.type === "IfStatement" ? up.test : undefined;
      if (test !== undefined && tests.some((one) => isWithin(one.node, test))) return true;
    }
    return false;
  };
  const isInside = (node: Node): boolean => isWithin(node, cycle.node) && !isOnSchedule(node);
  return (
    moves.some((move) => move.change === "up") &&
    moves.some(
      (move) =>
        move.change === "reset" &&
        move.node.type !== "VariableDeclarator" &&
        move.node.type !== "CallExpression" &&
        isInside(move.node),
    )
  );
}

/** A call or a tested name that sounds as if it noticed. */
function mayNotice(analysis: LoopAnalysis, { node }: RegionNode): boolean {
  if (node.type === "CallExpression")
    return (
      (isAskedOrMayThrow(analysis, node) && isNoticing(analysis, node)) ||
      asksPersonAboutReply(analysis, node) ||
      noticesElsewhere(analysis, node)
    );
  if (node.type !== "IfStatement" && node.type !== "ConditionalExpression" && node.type !== "WhileStatement")
    return false;
  return testedNames(analysis, node.test).some((name) => NOTICES.test(name) && !FAILURES.test(name));
}

/** A person who is asked about each part of a reply sees it when the same one comes again. */
function asksPersonAboutReply(analysis: LoopAnalysis, call: CallExpression): boolean {
  const { tree } = analysis.context;
  if (!analysis.origins.of(call).some(({ kind }) => kind === "human")) return false;
  for (let up = tree.parentOf(call); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
    if (
      up.type === "ForOfStatement" &&
      isWithin(call, up.body) &&
      analysis.origins.of(up.right).some(({ kind }) => kind === "reply")
    )
      return true;
  }
  return false;
}

/** A call that stands in a condition, or whose only use is that it may end the turn. What is kept is looked at where it is asked. */
function isAskedOrMayThrow(analysis: LoopAnalysis, call: CallExpression): boolean {
  const { tree } = analysis.context;
  for (let child: Node = call, up = tree.parentOf(call); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "AwaitExpression":
      case "UnaryExpression":
      case "LogicalExpression":
      case "BinaryExpression":
      case "MemberExpression":
      case "ChainExpression":
        continue;
      case "IfStatement":
      case "ConditionalExpression":
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
        return up.test === child;
      case "CallExpression":
        if (up.callee === child) continue;
        return false;
      default:
        return up.type === "ExpressionStatement";
    }
  }
  return false;
}

function isNoticing(analysis: LoopAnalysis, call: CallExpression): boolean {
  if (soundsNoticing(call)) return true;
  // `detector.check(call)`, where `detector` is a `new LoopDetector()` from elsewhere.
  const callee = bare(call.callee);
  const maker = callee.type === "MemberExpression" ? definedAs(analysis.context, callee.object) : undefined;
  return maker?.type === "NewExpression" && NOTICES.test(dottedName(maker.callee) ?? "");
}

/** `client.send(request)`, where the client of another file looks for repetitions itself. */
function noticesElsewhere({ context }: LoopAnalysis, call: CallExpression): boolean {
  const entity = context.bindings.calleeOf(call) === undefined ? context.bindings.entityOf(call.callee) : undefined;
  return (
    entity?.kind === "remote" &&
    entity.shape.kind === "function" &&
    context.project?.detailsOf(entity.shape)?.notices === true
  );
}

/** The names in a condition, and those of the calls whose answers it looks at. */
function testedNames(analysis: LoopAnalysis, test: Node): string[] {
  const value = bare(test);
  switch (value.type) {
    case "LogicalExpression":
    case "BinaryExpression":
      return [...testedNames(analysis, value.left), ...testedNames(analysis, value.right)];
    case "UnaryExpression":
      return testedNames(analysis, value.argument);
    default: {
      const name = dottedName(value);
      const answer = value.type === "Identifier" ? definedAs(analysis.context, value) : value;
      return [...(name === undefined ? [] : [name]), ...askedCalls(answer)];
    }
  }
}

/** `const stop = budget.step() ?? monitor.stuck()?.reason` asks two things. */
function askedCalls(answer: Node): string[] {
  const value = bare(answer);
  switch (value.type) {
    case "LogicalExpression":
      return [...askedCalls(value.left), ...askedCalls(value.right)];
    case "AwaitExpression":
      return askedCalls(value.argument);
    case "MemberExpression":
      return askedCalls(value.object);
    case "CallExpression": {
      const name = dottedName(value.callee);
      return name === undefined ? [] : [name];
    }
    default:
      return [];
  }
}
