import type { FileContext } from "../file/file-context.js";
import { textOf } from "../file/file-context.js";
import type { Evidence } from "../model/judgement.js";
import { bare, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { nameOf } from "./quantities.js";
import type { RegionNode } from "./region.js";
import { has, REACHED, RESET, TESTED } from "./turn-bits.js";
import type { Watched } from "./watched.js";

/** Fields that a call we cannot read may move, when that alone is missing on every open way. */
export function hiddenMoves(analysis: LoopAnalysis, watched: readonly Watched[], open: readonly number[], region: readonly RegionNode[]): Evidence[] {
  const { context } = analysis;
  const movers = watched.flatMap((one) => {
    if (one.effective.length === 0 || one.quantity.selfMoving) return [];
    const call = findMover(context, one.quantity.place, region);
    return call === undefined ? [] : [{ one, call }];
  });
  const wouldCover = ({ index }: Watched, state: number): boolean => has(state, index, TESTED) && !has(state, index, REACHED) && !has(state, index, RESET);
  if (!open.every((state) => movers.some(({ one }) => wouldCover(one, state)))) return [];
  return movers
    .filter(({ one }) => open.some((state) => wouldCover(one, state)))
    .map(({ one, call }) => ({
      what: `\`${nameOf(one.quantity.place)}\` may move inside \`${textOf(context, call)}\``,
      at: spanOf(call),
      settledBy: "a `@agentLoop bound` comment beside the function that moves it",
    }));
}

/** What these do to the length of a list is known. */
const LIST_METHODS = new Set(["push", "unshift", "pop", "shift", "splice", "slice", "map", "filter", "join", "at", "some", "every", "find", "forEach", "includes", "concat", "get", "set", "has", "add", "delete", "clear"]);

/** A call outside of this file that gets the object whose field is counted. */
function findMover(context: FileContext, place: PlaceKey, region: readonly RegionNode[]): Node | undefined {
  const dot = place.indexOf(".");
  if (dot < 0) return undefined;
  const owner = place.slice(0, dot);
  return region.find(({ node, frame }) => {
    if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== undefined) return false;
    const callee = bare(node.callee);
    const isOwnMethod = callee.type === "MemberExpression" && LIST_METHODS.has(propertyName(callee) ?? "");
    const receiver = callee.type === "MemberExpression" && !isOwnMethod ? placeOf(context, callee.object, frame) : undefined;
    return receiver === owner || node.arguments.some((argument) => argument.type !== "SpreadElement" && placeOf(context, argument, frame) === owner);
  })?.node;
}
