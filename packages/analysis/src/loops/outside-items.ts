import type { Evidence } from "../model/judgement.js";
import { textOf } from "../file/file-context.js";
import { dottedName, isFunction, isLoop, isWithin, spanOf } from "../syntax/node.js";
import type { CallExpression, LoopNode, Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import { CHECKS, inputsOf } from "./feedback.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";

/**
 * A worker by its data: every turn fetches something, ends when there is nothing, and asks the
 * model about what was fetched. Whoever fills the source paces the loop, so nobody may say that it
 * is unbounded.
 */
export function findOutsideItems(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  exits: readonly FoundExit[],
): Evidence | undefined {
  const { origins, context } = analysis;
  if (isFunction(cycle.node)) return findQueuedItems(analysis, cycle, region);
  const fetched = new Set<Node>();
  for (const { test } of exits.flatMap((exit) => exit.guards)) {
    for (const origin of origins.of(test)) {
      if (
        origin.kind === "call" &&
        origin.awaited &&
        !origin.tainted &&
        isInTurn(cycle, origin.node) &&
        isFetch(analysis, origin.node)
      )
        fetched.add(origin.node);
    }
  }
  if (fetched.size === 0) return undefined;
  for (const { node } of region) {
    if (node.type !== "CallExpression" || analysis.calls.at(node) === undefined) continue;
    for (const input of inputsOf(analysis, node)) {
      const item = origins.of(input).find((origin) => origin.kind === "call" && fetched.has(origin.node));
      if (item?.kind !== "call") continue;
      return {
        what: `every turn takes what \`${textOf(context, item.node)}\` brings, which may run out`,
        at: spanOf(item.node),
        settledBy: "a counter or a deadline in the loop, or the call among `humanGates` in the settings",
      };
    }
  }
  return undefined;
}

const QUEUED = /queue|pending|inbox|mailbox|backlog|next_?(?:message|job|task|item|prompt|input)/i;

/** Functions that hand out what is waiting, and book themselves again while anything waits. */
const DISPATCHES = /dispatch|drain|flush|processQueue|queued|schedule[A-Z]|^poll|heartbeat/i;

/** A recursion that only goes on when somebody has put something into a queue meanwhile. */
function findQueuedItems(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Evidence | undefined {
  const { context, origins } = analysis;
  if (DISPATCHES.test(textOf(context, cycle.head))) {
    return {
      what: "it hands out work that others have queued",
      at: spanOf(cycle.head),
      settledBy: "a depth that is counted and compared",
    };
  }
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== cycle.node) continue;
    const standsIn: Node[] = [node];
    for (let current = frame; current !== undefined; current = current.caller)
      if (current.call) standsIn.push(current.call);
    for (const test of standsIn.flatMap((place) => guardTests(context.tree, place))) {
      const asks =
        QUEUED.test(textOf(context, test, 200)) ||
        origins.of(test).some((origin) => origin.kind === "call" && QUEUED.test(textOf(context, origin.node, 200)));
      if (!asks || origins.of(test).some((origin) => origin.kind === "reply")) continue;
      return {
        what: `it only goes on when \`${textOf(context, test)}\` holds something`,
        at: spanOf(test),
        settledBy: "a depth that is counted and compared",
      };
    }
  }
  return undefined;
}

function guardTests(tree: Tree, node: Node): Node[] {
  const tests: Node[] = [];
  for (let up = tree.parentOf(node); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
    if (up.type === "IfStatement" || up.type === "ConditionalExpression") tests.push(up.test);
  }
  return tests;
}

function isInTurn(cycle: Cycle, node: Node): boolean {
  return isWithin(node, cycle.node);
}

function isFetch(analysis: LoopAnalysis, call: CallExpression): boolean {
  return analysis.calls.at(call) === undefined && !CHECKS.test(dottedName(call.callee) ?? "");
}

/** Whether all the model calls of a cycle stand in loops inside of it. */
export function asksOnlyInside(analysis: LoopAnalysis, cycle: Cycle, asking: readonly Node[]): boolean {
  return asking.length > 0 && asking.every((node) => isInsideLoop(analysis, cycle, node));
}

/**
 * Whether a node stands in a loop of its own, inside of the cycle, which is judged by itself. A loop
 * over a list, as over the members of a team, and one that counts to a number are parts of the turn:
 * whoever comes to their end goes round.
 */
export function isInsideLoop(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  for (
    let up = analysis.context.tree.parentOf(node);
    up !== undefined && up !== cycle.node;
    up = analysis.context.tree.parentOf(up)
  ) {
    if (isLoop(up) && !endsByItself(up)) return true;
  }
  return false;
}

function endsByItself(loop: LoopNode): boolean {
  if (loop.type === "ForOfStatement") return !loop.await;
  return loop.type === "ForStatement" && loop.test?.type === "BinaryExpression" && loop.update !== null;
}
