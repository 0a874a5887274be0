import type { Bound, BoundFault } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import { textOf } from "../file/file-context.js";
import { spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { readAbsenceTests } from "./absence.js";
import type { AbsenceTest } from "./absence.js";
import { readCounter } from "./counter.js";
import type { Cycle } from "./cycle.js";
import { readFlags } from "./flags.js";
import type { Flag } from "./flags.js";
import { hiddenMoves } from "./hidden-moves.js";
import { leadingOut } from "./leading-tests.js";
import { listBound } from "./list-bound.js";
import type { ListBound } from "./list-bound.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isModelSignal } from "./places.js";
import { nameOf, readQuantities } from "./quantities.js";
import { readRefills } from "./refills.js";
import type { RegionNode } from "./region.js";
import {
  CAUGHT,
  has,
  MAX_QUANTITIES,
  MOVED,
  NEXT_ITEM,
  REACHED,
  RESET,
  TESTED,
  UNLIMITED,
  WAITED,
} from "./turn-bits.js";
import { eventsOf } from "./turn-events.js";
import { lastingTurns } from "./turns.js";
import type { EndOfTurn } from "./turns.js";
import { covers, isInnerLimit, isOfOneTurn, watch } from "./watched.js";
import type { Watched } from "./watched.js";

/** What the ways round a cycle say about its bounds. */
export interface Coverage {
  readonly bounds: readonly Bound[];
  /** `unknown` when the code was too large to walk. */
  readonly bounded: Judgement;
  /** Where a turn ends that no bound has covered. */
  readonly escapes: readonly Node[];
  /** Whether any way round asks the model at all. */
  readonly asksModel: boolean;
  /** Every turn that asks the model has first waited for something outside. */
  readonly paced: boolean;
  /** The cycle is only closed from a `catch`. */
  readonly onlyRetries: boolean;
  /** Comparisons with a limit of which this file shows what they count. */
  readonly counted: ReadonlySet<Node>;
  /** Known quantities that might move where we cannot see it. */
  readonly doubts: readonly Evidence[];
}

/** Decides on paths whether every way round that asks the model meets a limit that moves. */
export function readCoverage(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Coverage {
  const watched = leadingOut(analysis, cycle, readQuantities(analysis, cycle, region))
    .filter(
      (quantity) =>
        !isInnerLimit(quantity) && !isModelSignal(quantity.place) && !isOfOneTurn(analysis.context, quantity, region),
    )
    .slice(0, MAX_QUANTITIES)
    .map((quantity, index): Watched => watch(analysis, cycle, quantity, index, region));
  const items = listBound(analysis, cycle, region);
  const flags = readFlags(analysis.context, cycle, region);
  const absences = readAbsenceTests(
    analysis.context,
    watched.flatMap(({ effective }) => effective),
    region,
  );
  const events = eventsOf(analysis, cycle, watched, items, flags, absences);
  const { turns, complete, latched } = lastingTurns(cycle, events, flags);

  const asking = turns.flatMap((turn) => turn.asking);
  const covered = (state: number): boolean =>
    (items?.effective === true && (state & NEXT_ITEM) !== 0) || watched.some((one) => covers(one, state));
  const escapes = turns.filter((turn) => turn.asking.some((state) => !covered(state))).map((turn) => turn.node);
  const open = asking.filter((state) => !covered(state));
  const bounds = [
    ...(items ? [listBoundOf(items, turns)] : []),
    ...watched.map((one) => boundOf(analysis, cycle, one, turns)),
  ];

  return {
    bounds: latched === undefined ? bounds : [...bounds, latchBound(analysis, latched)],
    bounded: !complete ? "unknown" : escapes.length === 0 ? "yes" : "no",
    escapes,
    asksModel: asking.length > 0 || latched !== undefined,
    paced: asking.length > 0 && asking.every((state) => (state & WAITED) !== 0),
    // What an interval runs comes round whether it fails or not.
    onlyRetries:
      !cycle.repeats &&
      asking.length > 0 &&
      (asking.every((state) => (state & CAUGHT) !== 0) || comesBackByFailure(watched, items, asking, open)),
    counted: new Set(
      watched.flatMap(({ quantity: { moves }, effective }) =>
        moves.some(({ change }) => change !== "reset") ? effective.map(({ node }) => node) : [],
      ),
    ),
    doubts: [
      ...hiddenMoves(analysis, watched, open, region),
      ...switchedOff(analysis, absences, open),
      ...hiddenCounts(analysis, cycle, watched, items, region),
      ...(complete ? [] : [tooLarge(cycle)]),
    ],
  };
}

/** A list of work that comes to its end unless something fails: only what has failed is put into it again. */
function comesBackByFailure(
  watched: readonly Watched[],
  items: ListBound | undefined,
  asking: readonly number[],
  open: readonly number[],
): boolean {
  if (open.length === 0 || !open.every((state) => (state & CAUGHT) !== 0)) return false;
  const worksOff = (state: number): boolean =>
    (items?.effective === true && (state & NEXT_ITEM) !== 0) ||
    watched.some((one) => one.quantity.measure === "items" && covers(one, state));
  return asking.some((state) => worksOff(state));
}

/** The list of a `for … of`, after what its turns do to it. */
function listBoundOf({ bound, effective, refills }: ListBound, turns: readonly EndOfTurn[]): Bound {
  if (!effective || refills.length === 0) return bound;
  const grows = (state: number): boolean => (state & NEXT_ITEM) === 0;
  const growing = turns.filter(({ asking }) => asking.some(grows));
  if (growing.length === 0) return bound;
  const always = turns.every(({ asking }) => asking.every(grows));
  return {
    ...bound,
    covers: "no",
    escapes: growing.map(({ node }) => spanOf(node)),
    fault: always ? "raised" : undefined,
  };
}

/** Something is added to a list of work under a condition that cannot be read: it may count. */
function hiddenCounts(
  analysis: LoopAnalysis,
  cycle: Cycle,
  watched: readonly Watched[],
  items: ListBound | undefined,
  region: readonly RegionNode[],
): Evidence[] {
  const lists = watched.flatMap(({ quantity }) =>
    quantity.moves.some(({ change }) => change === "down") ? [/^(.*)\.(?:length|size)$/.exec(quantity.place)?.[1]] : [],
  );
  const refills = [
    ...(items?.refills ?? []),
    ...watched.flatMap((one) => one.refills),
    ...lists.flatMap((list) => (list === undefined ? [] : readRefills(analysis, cycle, region, list))),
  ];
  return refills
    .filter(({ counted }) => counted === "unknown")
    .map(({ node }) => ({
      what: `a condition of \`${textOf(analysis.context, node)}\` may count`,
      at: spanOf(node),
      settledBy: "a number of attempts or a depth that is compared in this file",
    }));
}

/** A limit with a default that a caller may switch off; whether anybody does cannot be seen here. */
function switchedOff(analysis: LoopAnalysis, absences: readonly AbsenceTest[], open: readonly number[]): Evidence[] {
  const chosen = absences.filter(({ absent }) => absent === "chosen");
  if (chosen.length === 0 || !open.every((state) => (state & UNLIMITED) !== 0)) return [];
  return chosen.map(({ node }) => ({
    what: `\`${textOf(analysis.context, node)}\` lets a caller switch the limit off`,
    at: spanOf(node),
    settledBy: "a limit that holds when none is asked for",
  }));
}

function tooLarge(cycle: Cycle): Evidence {
  return {
    what: "a turn has more ways through it than can be followed",
    at: spanOf(cycle.head),
    settledBy: "a count and its test at the head of the loop, and parts of the turn in functions of their own",
  };
}

function latchBound(analysis: LoopAnalysis, flag: Flag): Bound {
  const [node] = flag.nodes;
  const span = node ? spanOf(node) : { start: 0, end: 0 };
  const text = node ? textOf(analysis.context, node) : nameOf(flag.key);
  return {
    measure: "steps",
    text,
    span,
    limit: 1,
    covers: "yes",
    escapes: [],
    fault: undefined,
    evidence: [{ what: `going round needs \`${nameOf(flag.key)}\`, and a turn changes it for good`, at: span }],
  };
}

function boundOf(analysis: LoopAnalysis, cycle: Cycle, one: Watched, turns: readonly EndOfTurn[]): Bound {
  const { context } = analysis;
  const { quantity, index, effective } = one;
  const [test] = effective.length > 0 ? effective : quantity.tests;
  const asking = turns.flatMap((turn) => turn.asking);
  const escapes = turns.filter((turn) => turn.asking.some((state) => !covers(one, state))).map((turn) => turn.node);
  const coversAll = effective.length > 0 && asking.length > 0 && escapes.length === 0;
  const fault = one.fault ?? (coversAll ? undefined : pathFault(one, asking));
  const shown = test?.node ?? cycle.head;
  const evidence: Evidence[] = [{ what: `\`${textOf(context, shown)}\` can end it`, at: spanOf(shown) }];
  for (const move of quantity.moves.slice(0, 3)) {
    evidence.push({
      what: move.change === "reset" ? `\`${quantity.name}\` starts anew here` : `\`${quantity.name}\` moves here`,
      at: spanOf(move.node),
    });
  }
  const limits = effective.flatMap((each) => (each.limit.value === undefined ? [] : [each.limit.value]));
  return {
    measure: quantity.measure,
    text: textOf(context, shown),
    span: spanOf(shown),
    limit: limits.length > 0 ? Math.min(...limits) : undefined,
    covers: coversAll ? "yes" : "no",
    escapes: escapes.map(spanOf),
    fault,
    counter: readCounter(context, cycle, quantity),
    evidence: index < 0 ? [] : evidence,
  };
}

/** Why a limit that looks right never takes effect. */
function pathFault({ quantity, index, refills }: Watched, asking: readonly number[]): BoundFault | undefined {
  if (asking.length === 0) return undefined;
  if (!quantity.selfMoving && asking.every((state) => !has(state, index, MOVED))) return "never-moves";
  const tested = asking.filter((state) => has(state, index, TESTED));
  if (tested.length > 0 && tested.every((state) => has(state, index, RESET)))
    return refills.length > 0 ? "raised" : "reset";
  const open = asking.filter(
    (state) => !has(state, index, TESTED) || has(state, index, REACHED) || has(state, index, RESET),
  );
  const moves = (state: number): boolean =>
    (quantity.selfMoving || has(state, index, MOVED)) && !has(state, index, RESET);
  return open.length > 0 && open.every((state) => (state & UNLIMITED) !== 0 && moves(state))
    ? "absent-means-unlimited"
    : undefined;
}
