import type { Evidence } from "../model/judgement.js";
import { textOf } from "../model/file-context.js";
import { dottedName, isLoop, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
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
export function findOutsideItems(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[], exits: readonly FoundExit[]): Evidence | undefined {
  const { origins, context } = analysis;
  const fetched = new Set<Node>();
  for (const { test } of exits.flatMap((exit) => exit.guards)) {
    for (const origin of origins.of(test)) {
      if (origin.kind === "call" && origin.awaited && !origin.tainted && isInTurn(cycle, origin.node) && isFetch(analysis, origin.node)) fetched.add(origin.node);
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

function isInTurn(cycle: Cycle, node: Node): boolean {
  return node.range[0] >= cycle.node.range[0] && node.range[1] <= cycle.node.range[1];
}

function isFetch(analysis: LoopAnalysis, call: CallExpression): boolean {
  return analysis.calls.at(call) === undefined && !CHECKS.test(dottedName(call.callee) ?? "");
}

/** Whether all the model calls of a cycle stand in loops inside of it. */
export function asksOnlyInside(analysis: LoopAnalysis, cycle: Cycle, asking: readonly Node[]): boolean {
  return asking.length > 0 && asking.every((node) => isInsideLoop(analysis, cycle, node));
}

/** Whether a node stands in a loop statement inside of the cycle. */
export function isInsideLoop(analysis: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  for (let up = analysis.context.tree.parentOf(node); up !== undefined && up !== cycle.node; up = analysis.context.tree.parentOf(up)) {
    if (isLoop(up)) return true;
  }
  return false;
}
