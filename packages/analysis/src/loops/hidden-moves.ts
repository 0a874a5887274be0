import type { FileContext } from "../file/file-context.js";
import { textOf } from "../file/file-context.js";
import type { Evidence } from "../model/judgement.js";
import { bare, propertyName, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isModelSignal, placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { nameOf } from "./quantities.js";
import type { RegionNode } from "./region.js";
import { has, REACHED, RESET, TESTED } from "./turn-bits.js";
import type { Watched } from "./watched.js";

/** Fields that a call we cannot read may move, when that alone is missing on every open way. */
export function hiddenMoves(
  analysis: LoopAnalysis,
  watched: readonly Watched[],
  open: readonly number[],
  region: readonly RegionNode[],
): Evidence[] {
  const { context } = analysis;
  const movers = watched.flatMap((one) => {
    if (one.effective.length === 0 || one.quantity.selfMoving) return [];
    const call = findMover(context, one.quantity.place, region);
    return call === undefined ? [] : [{ one, call }];
  });
  const wouldCover = ({ index }: Watched, state: number): boolean =>
    has(state, index, TESTED) && !has(state, index, REACHED) && !has(state, index, RESET);
  if (!open.every((state) => movers.some(({ one }) => wouldCover(one, state)))) return [];
  return movers
    .filter(({ one }) => open.some((state) => wouldCover(one, state)))
    .map(({ one, call }) => mayMove(context, nameOf(one.quantity.place), call));
}

/**
 * A comparison of a field with a number, when a call that we cannot read gets the object it belongs to: `while (plan.left > 0) await step(plan)`.
 */
export function countedOutOfSight(
  { context, origins }: LoopAnalysis,
  comparison: Node,
  region: readonly RegionNode[],
): Evidence | undefined {
  if (comparison.type !== "BinaryExpression" || !/^(?:[<>]=?|[!=]==?)$/.test(comparison.operator)) return undefined;
  const isEqual = comparison.operator.includes("==");
  for (const [side, other] of [
    [comparison.left, comparison.right],
    [comparison.right, comparison.left],
  ] as const) {
    const field = bare(side);
    const number = bare(other);
    if (field.type !== "MemberExpression" || (isEqual && !(number.type === "Literal" && number.value === 0))) continue;
    if (
      number.type !== "Literal"
        ? number.type !== "Identifier" && number.type !== "MemberExpression"
        : typeof number.value !== "number"
    )
      continue;
    if (origins.of(field).some((origin) => origin.kind === "reply" || origin.kind === "clock")) continue;
    const place =
      region
        .filter(({ node }) => node === comparison)
        .map(({ frame }) => placeOf(context, field, frame))
        .find((found) => found !== undefined) ?? placeOf(context, field, undefined);
    if (place === undefined || isModelSignal(place)) continue;
    const mover = findMover(context, place, region);
    if (mover !== undefined) return mayMove(context, nameOf(place), mover);
  }
  return undefined;
}

function mayMove(context: FileContext, name: string, call: Node): Evidence {
  return {
    what: `\`${name}\` may move inside \`${textOf(context, call)}\``,
    at: spanOf(call),
    settledBy: "a `@agentLoop bound` comment beside the function that moves it",
  };
}

/** What these do to the length of a list is known. */
const LIST_METHODS = new Set([
  "push",
  "unshift",
  "pop",
  "shift",
  "splice",
  "slice",
  "map",
  "filter",
  "join",
  "at",
  "some",
  "every",
  "find",
  "forEach",
  "includes",
  "concat",
  "get",
  "set",
  "has",
  "add",
  "delete",
  "clear",
]);

/** A call outside of this file that gets the object whose field is counted. */
function findMover(context: FileContext, place: PlaceKey, region: readonly RegionNode[]): Node | undefined {
  const dot = place.indexOf(".");
  if (dot < 0) return undefined;
  const owner = place.slice(0, dot);
  return region.find(({ node, frame }) => {
    if (node.type !== "CallExpression" || context.bindings.calleeOf(node) !== undefined) return false;
    const callee = bare(node.callee);
    const isOwnMethod = callee.type === "MemberExpression" && LIST_METHODS.has(propertyName(callee) ?? "");
    // What is put into a list, or handed to one of its callbacks, stays as it is.
    if (isOwnMethod) return false;
    const receiver = callee.type === "MemberExpression" ? placeOf(context, callee.object, frame) : undefined;
    return (
      receiver === owner ||
      node.arguments.some(
        (argument) => argument.type !== "SpreadElement" && placeOf(context, argument, frame) === owner,
      )
    );
  })?.node;
}
