import type { FileContext } from "../file/file-context.js";
import type { BoundFault } from "../model/file-model.js";
import { isJumpedOver } from "./jumped-over.js";
import type { LimitTest } from "./limit-tests.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { Quantity } from "./quantities.js";
import type { Cycle } from "./cycle.js";
import { placeOf } from "./places.js";
import { findRaise } from "./raises.js";
import { readRefills } from "./refills.js";
import type { Refill } from "./refills.js";
import type { RegionNode } from "./region.js";
import { has, MOVED, REACHED, RESET, TESTED } from "./turn-bits.js";

/** A quantity that a walk keeps an eye on. */
export interface Watched {
  readonly quantity: Quantity;
  readonly index: number;
  /** Tests that can take effect. */
  readonly effective: readonly LimitTest[];
  readonly fault: BoundFault | undefined;
  /** What lengthens the list whose length is the limit: `i < queue.length`. */
  readonly refills: readonly Refill[];
}

export function watch(
  analysis: LoopAnalysis,
  cycle: Cycle,
  quantity: Quantity,
  index: number,
  region: readonly RegionNode[],
): Watched {
  const { maxRounds } = analysis.context.settings;
  const faults = new Map<LimitTest, BoundFault>();
  for (const test of quantity.tests) {
    const fault =
      test.limit.fault ??
      (findRaise(analysis, test, region) === undefined ? undefined : "raised") ??
      (isJumpedOver(analysis.context, quantity, test) ? "jumped-over" : undefined) ??
      tooLarge(quantity, test, maxRounds);
    if (fault !== undefined) faults.set(test, fault);
  }
  const effective = quantity.tests.filter((test) => !faults.has(test));
  return {
    quantity,
    index,
    effective,
    fault: effective.length === 0 ? [...faults.values()][0] : undefined,
    refills: effective.flatMap((test) => refillsOfLimit(analysis, cycle, quantity, test, region)),
  };
}

/** A limit that is the length of a list moves away with everything that is put into it. */
function refillsOfLimit(
  analysis: LoopAnalysis,
  cycle: Cycle,
  { place }: Quantity,
  { limitNode, frame }: LimitTest,
  region: readonly RegionNode[],
): Refill[] {
  const limit = limitNode && placeOf(analysis.context, limitNode, frame);
  const list = limit === undefined ? undefined : /^(.*)\.(?:length|size)$/.exec(limit)?.[1];
  if (list === undefined || place.startsWith(list)) return [];
  return readRefills(analysis, cycle, region, list).filter(({ counted }) => counted !== "yes");
}

function tooLarge(quantity: Quantity, test: LimitTest, maxRounds: number): BoundFault | undefined {
  if (quantity.measure !== "steps" && quantity.measure !== "depth") return undefined;
  return test.limit.value !== undefined && test.limit.value > maxRounds ? "too-large" : undefined;
}

export function covers({ quantity, index, effective }: Watched, state: number): boolean {
  if (effective.length === 0) return false;
  const moves = quantity.selfMoving || has(state, index, MOVED);
  return moves && has(state, index, TESTED) && !has(state, index, REACHED) && !has(state, index, RESET);
}

/** A counter that is declared in the turn and only ends a loop inside of it is no limit of this cycle. */
export function isInnerLimit({ moves, tests }: Quantity): boolean {
  return moves.some((move) => move.node.type === "VariableDeclarator") && tests.every((test) => test.inLoopHead);
}

/** A list that is made in the turn holds what this turn has found; its length says nothing about how many turns there were. */
export function isOfOneTurn(context: FileContext, { place }: Quantity, region: readonly RegionNode[]): boolean {
  const list = /^(.*)\.(?:length|size)$/.exec(place)?.[1];
  if (list === undefined) return false;
  return region.some(
    ({ node, frame }) =>
      node.type === "VariableDeclarator" &&
      node.id.type === "Identifier" &&
      node.init !== null &&
      MADE_HERE.has(node.init.type) &&
      placeOf(context, node.id, frame) === list,
  );
}

const MADE_HERE: ReadonlySet<string> = new Set(["ArrayExpression", "NewExpression"]);
