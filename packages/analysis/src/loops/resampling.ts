import { bare, isWithin, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { objectPlace, placeOf } from "./places.js";
import type { RegionNode } from "./region.js";
import { piecesOf } from "./sent-input.js";
import type { SentInput } from "./sent-input.js";

/**
 * Drawing another sample: a reply that holds something it must not is thrown away, and the same is
 * asked again. The words say that the reply is unfit, not that the work is done.
 */
export function withoutResampling(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  sent: readonly SentInput[],
  exits: readonly FoundExit[],
): FoundExit[] {
  if (!exits.some((exit) => exit.decidedBy === "model-text") || carriesReply(analysis, cycle, region, sent))
    return [...exits];
  return exits.map((exit) =>
    exit.decidedBy === "model-text" && isByAbsence(analysis, exit) && handsOverReply(analysis, exit)
      ? { ...exit, decidedBy: "model-signal" }
      : exit,
  );
}

/** Every word that is asked about has to be missing. */
function isByAbsence(analysis: LoopAnalysis, exit: FoundExit): boolean {
  const asked = exit.guards.filter(
    ({ test }) =>
      test.type !== "CatchClause" && analysis.origins.of(test).some((origin) => origin.kind === "text-match"),
  );
  return asked.length > 0 && asked.every(({ test, how }) => how === "unless" && bare(test).type === "CallExpression");
}

/** What leaves the cycle is the very reply that was asked about. */
function handsOverReply(analysis: LoopAnalysis, exit: FoundExit): boolean {
  const { node } = exit;
  const value = node.type === "ReturnStatement" ? node.argument : null;
  if (value === null) return node.type === "BreakStatement";
  return holdsReply(analysis, value);
}

function holdsReply(analysis: LoopAnalysis, node: Node): boolean {
  return analysis.origins.of(node).some((origin) => origin.kind === "reply");
}

/** Whether a reply of a turn gets into what a later one sends. */
function carriesReply(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  sent: readonly SentInput[],
): boolean {
  const { context } = analysis;
  const kept = new Set<string>();
  for (const { node, frame } of region) {
    if (node.type === "AssignmentExpression" && holdsReply(analysis, node.right)) {
      const place = placeOf(context, node.left, frame);
      if (place !== undefined) kept.add(place);
    }
    if (node.type !== "CallExpression" || analysis.calls.at(node) !== undefined) continue;
    const callee = bare(node.callee);
    if (
      callee.type !== "MemberExpression" ||
      !/^(?:push|unshift|add|append|set|record|save|update)/.test(propertyName(callee) ?? "")
    )
      continue;
    if (!node.arguments.some((argument) => holdsReply(analysis, argument))) continue;
    const place = objectPlace(context, callee.object, frame) ?? placeOf(context, callee.object, frame);
    if (place !== undefined) kept.add(place);
  }
  if (sent.some((input) => input.isKept)) return true;
  return sent.some(({ parts }) =>
    parts.some(({ node, frame }) =>
      piecesOf(node).some((piece) => {
        const place = placeOf(context, piece.node, frame);
        if (
          place !== undefined &&
          [...kept].some((one) => one === place || place.startsWith(`${one}.`) || one.startsWith(`${place}.`))
        )
          return true;
        return analysis.origins
          .of(piece.node)
          .some((origin) => origin.kind === "reply" && isWithin(origin.call.node, cycle.node));
      }),
    ),
  );
}
