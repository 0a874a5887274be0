import type { TSESTree } from "@typescript-eslint/types";
import type { Frame } from "../flow/paths.js";
import type { Evidence } from "../model/judgement.js";
import type { FileContext } from "../file/file-context.js";
import { isNamed, textOf } from "../file/file-context.js";
import { someInPlace } from "../file/walk.js";
import { bare, dottedName, isFunction, isWithin, keyName, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Coverage } from "./bounds.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { asksOnlyInside, isInsideLoop } from "./outside-items.js";
import { keyOfVariable, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import type { RegionNode } from "./region.js";

const ADDS = /^(?:push|unshift|add|append|set|concat|splice|addMessage|addMessages|record|write|insert|save|emit)/;

/** Ways in which what came back decides whether or how the next turn runs. */
export function readFeedback(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  coverage: Coverage,
): Evidence[] {
  const { context } = analysis;
  const evidence: Evidence[] = [];
  const fromReply = (node: Node): boolean => comesFromTurn(analysis, cycle, node);

  // The model calls of an inner loop accuse that loop; this one only when it decides by what came back.
  // What a called function asks, its call asks; that stands in the cycle's own text.
  const asking = region.flatMap(({ node, frame }) =>
    isOwnText(frame) && analysis.calls.at(node) !== undefined ? [node] : [],
  );
  const asksInside = !isFunction(cycle.node) && asksOnlyInside(analysis, cycle, asking);
  for (const exit of exits) {
    if (asksInside && isInsideLoop(analysis, cycle, exit.node)) continue;
    const guard = exit.guards.find(({ test }) => test.type !== "CatchClause" && fromReply(test));
    if (guard !== undefined) {
      evidence.push({ what: `\`${textOf(context, guard.test)}\` decides whether it goes on`, at: spanOf(guard.test) });
      break;
    }
  }
  if (coverage.onlyRetries) evidence.push({ what: "a failure sends it round again", at: spanOf(cycle.head) });

  if (asksInside) return evidence;

  const kept = keptPlaces(analysis, region, fromReply);
  const turn = new Set(region.map(({ node }) => node));
  const begunAnew = placesOfOneTurn(context, cycle, region);
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression") continue;
    const isModelCall = analysis.calls.at(node) !== undefined;
    const isRecursion =
      cycle.members.length > 0 && (cycle.booked.get(node) ?? context.bindings.calleeOf(node)) === cycle.node;
    if (!isModelCall && !isRecursion) continue;
    const input = inputsOf(analysis, node).find((argument) => {
      if (isModelCall && comesFromBefore(analysis, cycle, node, argument, turn)) return true;
      if (isRecursion && fromReply(argument)) return true;
      const place = placeOf(context, argument, frame);
      return (
        place !== undefined &&
        (isRecursion || !begunAnew.has(rootOf(place))) &&
        [...kept.keys()].some((key) => key === place || key.startsWith(`${place}.`) || place.startsWith(`${key}.`))
      );
    });
    if (input === undefined) continue;
    const place = placeOf(context, input, frame);
    const added = place === undefined ? undefined : kept.get(place);
    evidence.push({
      what: `\`${textOf(context, input)}\` carries what came back into the next call`,
      at: spanOf(added ?? input),
    });
    break;
  }
  if (evidence.length === 0) {
    const checked = checkedResult(analysis, region, exits);
    if (checked !== undefined) evidence.push(checked);
  }
  if (evidence.length === 0) {
    const asked = askedOfHolder(analysis, region, exits, fromReply);
    if (asked !== undefined) evidence.push(asked);
  }
  // A recursion that the reply decides about needs no other carrier.
  if (evidence.length === 0 && cycle.members.length > 0) {
    const call = region.find(
      ({ node }) =>
        node.type === "CallExpression" && (cycle.booked.get(node) ?? context.bindings.calleeOf(node)) === cycle.node,
    );
    const guard = call && guardTests(analysis, cycle, call.node).find((test) => fromReply(test));
    if (guard) evidence.push({ what: `\`${textOf(context, guard)}\` decides whether it goes on`, at: spanOf(guard) });
  }
  return evidence;
}

/** Names of calls that look at what the work has come to; what merely hands over the next item is not among them. */
export const CHECKS: RegExp =
  /check|verif|valid|test|lint|evaluat|score|assert|exec|spawn|compile|build|judge|review|grade|diagnos/i;

/** A check of the work that decides whether to go on, and whose findings the model is told. */
function checkedResult(
  analysis: LoopAnalysis,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
): Evidence | undefined {
  const { context, origins } = analysis;
  const deciding = new Map<Node, Node>();
  for (const { test } of exits.flatMap((exit) => exit.guards)) {
    for (const origin of origins.of(test)) {
      if (origin.kind === "call" && CHECKS.test(dottedName(origin.node.callee) ?? "")) deciding.set(origin.node, test);
    }
  }
  if (deciding.size === 0) return undefined;
  for (const { node } of region) {
    if (node.type !== "CallExpression" || analysis.calls.at(node) === undefined) continue;
    for (const input of inputsOf(analysis, node)) {
      const told = origins.of(input).find((origin) => origin.kind === "call" && deciding.has(origin.node));
      const test = told?.kind === "call" ? deciding.get(told.node) : undefined;
      if (test !== undefined)
        return {
          what: `\`${textOf(context, test)}\` decides whether it goes on, and the model is told`,
          at: spanOf(test),
        };
    }
  }
  return undefined;
}

/** Options of a model call by which an object goes in that remembers how far it has come. */
const REMEMBERS = /^(?:session|thread|conversation|chat|run|state)$/;
/** What is only told of a reply decides nothing by it. */
const IS_TOLD =
  /(?:^|\.)(?:console|log\w*|tracer?|span|telemetry|metrics|events?|emitter|bus|stream|writer|res|response)$/i;

/**
 * An object that is asked whether to go on, after it was given what came back or went into the model
 * call itself: `task.schedule(toolCalls)` and `task.completed().length`, `session.hasUnfinishedTurn()`.
 */
function askedOfHolder(
  analysis: LoopAnalysis,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
  fromReply: (node: Node) => boolean,
): Evidence | undefined {
  const { context, origins } = analysis;
  const holders = new Set<PlaceKey>();
  // Whoever only hears of a reply, as a queue of jobs does, has no part in the next one.
  const asking = new Set(
    region.flatMap(({ node, frame }) =>
      node.type === "CallExpression" && analysis.calls.at(node) !== undefined
        ? inputsOf(analysis, node).map((input) => placeOf(context, input, frame))
        : [],
    ),
  );
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression") continue;
    const held: (Node | undefined)[] = [];
    if (analysis.calls.at(node) !== undefined) {
      const [options] = node.arguments;
      if (options?.type === "ObjectExpression")
        for (const property of options.properties)
          if (property.type === "Property" && REMEMBERS.test(keyName(property) ?? "")) held.push(property.value);
    } else {
      const callee = bare(node.callee);
      if (callee.type === "MemberExpression" && node.arguments.some((argument) => fromReply(argument)))
        held.push(callee.object);
    }
    for (const holder of held) {
      if (holder === undefined || IS_TOLD.test(dottedName(holder) ?? "")) continue;
      const place = placeOf(context, holder, frame);
      if (place !== undefined && asking.has(place)) holders.add(place);
    }
  }
  if (holders.size === 0) return undefined;
  const asks = (node: Node, frame: Frame | undefined): boolean => {
    const value = bare(node);
    if (value.type === "UnaryExpression") return asks(value.argument, frame);
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    const place = callee.type === "MemberExpression" ? placeOf(context, callee.object, frame) : undefined;
    return place !== undefined && holders.has(place);
  };
  for (const { test } of exits.flatMap((exit) => exit.guards)) {
    if (test.type === "CatchClause") continue;
    if (
      asks(test, undefined) ||
      origins.of(test).some((origin) => origin.kind === "call" && asks(origin.node, undefined))
    )
      return { what: `\`${textOf(context, test)}\` decides whether it goes on`, at: spanOf(test) };
  }
  return undefined;
}

function isOwnText(frame: Frame | undefined): boolean {
  for (let current = frame; current !== undefined; current = current.caller) if (current.call) return false;
  return true;
}

function guardTests(analysis: LoopAnalysis, cycle: Cycle, node: Node): Node[] {
  const { tree } = analysis.context;
  const tests: Node[] = [];
  for (let up = tree.parentOf(node); up !== undefined && up !== cycle.node; up = tree.parentOf(up)) {
    if (up.type === "IfStatement" || up.type === "ConditionalExpression") tests.push(up.test);
    if (up.type === "LogicalExpression") tests.push(up.left);
    if (up.type === "BlockStatement")
      for (const statement of up.body) if (statement.type === "IfStatement") tests.push(statement.test);
  }
  return tests;
}

/** Whether a value holds a part of a reply that was given in a turn of this cycle. */
function comesFromTurn(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  return analysis.origins.of(node).some((origin) => {
    if (origin.kind === "reply" || origin.kind === "text-match") return isInTurn(analysis, cycle, origin.call.node);
    // What a tool answers has come back too, whoever chose it.
    return (
      origin.kind === "call" &&
      (origin.tainted || isNamed(analysis.context, origin.node, analysis.context.settings.toolCalls))
    );
  });
}

/**
 * Whether what a model call is sent came back in a turn before this one. What another call of the
 * same turn has answered, kept in a constant of the turn, only goes from one step to the next.
 */
function comesFromBefore(
  analysis: LoopAnalysis,
  cycle: Cycle,
  asking: CallExpression,
  node: Node,
  turn: ReadonlySet<Node>,
): boolean {
  return analysis.origins.of(node).some((origin) => {
    const from = origin.kind === "reply" || origin.kind === "text-match" ? origin.call.node : undefined;
    if (from !== undefined)
      return (
        isInTurn(analysis, cycle, from) &&
        !(from.range[1] <= asking.range[0] && isOfOneTurn(analysis, cycle, from, turn))
      );
    return (
      origin.kind === "call" &&
      (origin.tainted || isNamed(analysis.context, origin.node, analysis.context.settings.toolCalls))
    );
  });
}

/** Whether what a call gives is kept in variables of the turn, or nowhere. */
function isOfOneTurn({ context }: LoopAnalysis, cycle: Cycle, call: CallExpression, turn: ReadonlySet<Node>): boolean {
  if (cycle.members.length > 0 && !cycle.repeats) return false;
  const statement = context.tree.statementOf(call);
  if (statement.type === "VariableDeclaration") return turn.has(statement);
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  const { left } = statement.expression;
  const variable = left.type === "Identifier" ? context.scopes.variableOf(left) : undefined;
  return variable !== undefined && variable.kind !== "parameter" && turn.has(variable.definition);
}

/** The variables that every turn makes anew: what a turn puts into them is gone in the next one. */
function placesOfOneTurn(context: FileContext, cycle: Cycle, region: readonly RegionNode[]): ReadonlySet<PlaceKey> {
  const anew = new Set<PlaceKey>();
  for (const { node } of region) {
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") continue;
    const variable = context.scopes.variableOf(node.id);
    if (variable === undefined) continue;
    const list = listOfItem(context, node);
    const isAnew =
      list === undefined
        ? isMadeAnew(node.init) || isLookedUp(context, node.init, anew)
        : list === cycle.node ||
          isMadeAnew(list.right) ||
          anew.has(rootOf(placeOf(context, list.right, undefined) ?? ""));
    if (isAnew) anew.add(keyOfVariable(variable));
  }
  return anew;
}

/** A variable that begins with nothing, with a value of its own, or with what was just waited for; any other one may be another name for something older. */
function isMadeAnew(init: Node | null): boolean {
  if (init === null) return true;
  const value = bare(init);
  if (value.type === "AwaitExpression") return bare(value.argument).type === "CallExpression";
  return MADE_ANEW.has(value.type);
}

/** `find(id)` with an `id` of this turn: what belongs to its item, and not to the next one. */
function isLookedUp({ scopes }: FileContext, init: Node | null, anew: ReadonlySet<PlaceKey>): boolean {
  if (init === null || bare(init).type !== "CallExpression") return false;
  return someInPlace(init, (node) => {
    const variable = node.type === "Identifier" ? scopes.variableOf(node) : undefined;
    return variable !== undefined && anew.has(keyOfVariable(variable));
  });
}

const MADE_ANEW: ReadonlySet<string> = new Set([
  "ObjectExpression",
  "ArrayExpression",
  "NewExpression",
  "Literal",
  "TemplateLiteral",
]);

/** The loop that takes its items as this variable. */
function listOfItem({ tree }: FileContext, declarator: Node): TSESTree.ForOfStatement | undefined {
  const declaration = tree.parentOf(declarator);
  const loop = declaration && tree.parentOf(declaration);
  return loop?.type === "ForOfStatement" && loop.left === declaration ? loop : undefined;
}

function rootOf(place: PlaceKey): PlaceKey {
  const dot = place.indexOf(".");
  return dot < 0 ? place : place.slice(0, dot);
}

function isInTurn(analysis: LoopAnalysis, cycle: Cycle, call: CallExpression): boolean {
  if (isWithin(call, cycle.node)) return true;
  // A call made by a function that the cycle runs.
  const owner = analysis.context.tree.ownerOf(call);
  return isFunction(owner) && !isWithin(cycle.node, owner);
}

/** The lists, fields and variables into which a turn puts what came back. */
function keptPlaces(
  analysis: LoopAnalysis,
  region: readonly RegionNode[],
  fromReply: (node: Node) => boolean,
): Map<PlaceKey, Node> {
  const { context } = analysis;
  const kept = new Map<PlaceKey, Node>();
  for (const { node, frame } of region) {
    if (node.type === "CallExpression") {
      const callee = bare(node.callee);
      if (callee.type !== "MemberExpression" || analysis.calls.at(node) !== undefined) continue;
      const name = propertyName(callee);
      if (name === undefined || !ADDS.test(name)) continue;
      if (
        !node.arguments.some((argument) => fromReply(argument.type === "SpreadElement" ? argument.argument : argument))
      )
        continue;
      const place = placeOf(context, callee.object, frame);
      if (place !== undefined) kept.set(place, node);
    } else if (node.type === "AssignmentExpression" && fromReply(node.right)) {
      const place = placeOf(context, node.left, frame);
      if (place !== undefined) kept.set(place, node);
    }
  }
  return kept;
}

/** The values that go into a call, options and message objects taken apart. */
export function inputsOf(analysis: LoopAnalysis, call: CallExpression): Node[] {
  const inputs: Node[] = [];
  const add = (node: Node, depth: number): void => {
    const value = bare(node);
    if (depth > 4) return;
    switch (value.type) {
      case "ObjectExpression":
        for (const property of value.properties)
          add(property.type === "SpreadElement" ? property.argument : property.value, depth + 1);
        break;
      case "ArrayExpression":
        for (const element of value.elements)
          if (element) add(element.type === "SpreadElement" ? element.argument : element, depth + 1);
        break;
      case "Identifier": {
        inputs.push(value);
        // Options that were put together before the call.
        const definition = analysis.context.scopes.variableOf(value)?.definition;
        if (definition?.type === "VariableDeclarator" && definition.init?.type === "ObjectExpression")
          add(definition.init, depth + 1);
        break;
      }
      case "CallExpression":
        inputs.push(value);
        for (const argument of value.arguments)
          if (argument.type !== "SpreadElement" && !isFunction(argument)) add(argument, depth + 1);
        if (value.callee.type === "MemberExpression") add(value.callee.object, depth + 1);
        break;
      case "TemplateLiteral":
        for (const part of value.expressions) add(part, depth + 1);
        break;
      case "BinaryExpression":
      case "LogicalExpression":
        add(value.left, depth + 1);
        add(value.right, depth + 1);
        break;
      default:
        inputs.push(value);
    }
  };
  for (const argument of call.arguments) add(argument.type === "SpreadElement" ? argument.argument : argument, 0);
  const callee = bare(call.callee);
  // A chat object keeps what was said; its state goes into every call.
  if (callee.type === "MemberExpression" && dottedName(callee.object) !== undefined) inputs.push(callee.object);
  return inputs;
}
