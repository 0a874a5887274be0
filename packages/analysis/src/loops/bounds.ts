import { isRejectionHandler } from "../flow/callbacks.js";
import { PathWalk } from "../flow/paths.js";
import type { PathEvents, Turn } from "../flow/paths.js";
import type { States } from "../flow/states.js";
import type { FileContext } from "../file/file-context.js";
import type { Bound, BoundFault } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import { textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { bare, isFunction, isWithin, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Identifier, NewExpression, Node } from "../syntax/node.js";
import { readAbsenceTests } from "./absence.js";
import type { AbsenceTest } from "./absence.js";
import { countedLength } from "./counted-lists.js";
import { readCounter } from "./counter.js";
import type { Cycle } from "./cycle.js";
import { bookedFunction } from "./cycles.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isFedFromOutside, isWait, stopsTimer } from "./pacing.js";
import { readFlags } from "./flags.js";
import type { Flag } from "./flags.js";
import { placeOf } from "./places.js";
import type { PlaceKey } from "./places.js";
import { eventKey, nameOf, readQuantities } from "./quantities.js";
import { isGivenTimeout, TIMEOUT } from "./limit-tests.js";
import type { LimitTest } from "./limit-tests.js";
import type { Quantity } from "./quantities.js";
import { findRaise } from "./raises.js";
import { isLetGo } from "./region.js";
import type { RegionNode } from "./region.js";

// What may have happened in a turn, as bits of one state: first what is asked of every cycle,
const ASKED = 1 << 0;
const WAITED = 1 << 1;
const CAUGHT = 1 << 2;
const LEFT = 1 << 3;
/** a turn of a loop over a list takes the next item, */
const NEXT_ITEM = 1 << 4;
// then four bits for every quantity that is watched,
const FIRST_QUANTITY_BIT = 5;
const BITS_PER_QUANTITY = 4;
const MAX_QUANTITIES = 5;
// and two for every flag: known to be true, known to be false.
const FIRST_FLAG_BIT = FIRST_QUANTITY_BIT + BITS_PER_QUANTITY * MAX_QUANTITIES;
// The last one: a limit is not given, and so not compared with.
const UNLIMITED = 1 << 31;

const TESTED = 1;
const MOVED = 2;
const REACHED = 4;
const RESET = 8;

function bit(index: number, what: number): number {
  return what << (FIRST_QUANTITY_BIT + BITS_PER_QUANTITY * index);
}

function has(state: number, index: number, what: number): boolean {
  return (state & bit(index, what)) !== 0;
}

function flagBits(index: number): { whenTrue: number; whenFalse: number } {
  return { whenTrue: 1 << (FIRST_FLAG_BIT + 2 * index), whenFalse: 2 << (FIRST_FLAG_BIT + 2 * index) };
}

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
  /** Known quantities that might move where we cannot see it. */
  readonly doubts: readonly Evidence[];
}

interface Watched {
  readonly quantity: Quantity;
  readonly index: number;
  /** Tests that can take effect. */
  readonly effective: readonly LimitTest[];
  readonly fault: BoundFault | undefined;
}

/** Decides on paths whether every way round that asks the model meets a limit that moves. */
export function readCoverage(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): Coverage {
  const watched = leadingOut(analysis, cycle, readQuantities(analysis, cycle, region))
    .filter((quantity) => !isInnerLimit(quantity))
    .slice(0, MAX_QUANTITIES)
    .map((quantity, index): Watched => watch(analysis, quantity, index, region));
  const items = listBound(analysis, cycle, region);
  const flags = readFlags(analysis.context, region);
  const absences = readAbsenceTests(analysis.context, watched.flatMap(({ effective }) => effective), region);
  const events = eventsOf(analysis, cycle, watched, items, flags, absences);
  const { turns, complete, latched } = lastingTurns(cycle, events, flags);

  const asking = turns.flatMap((turn) => turn.asking);
  const covered = (state: number): boolean => (items?.effective === true && (state & NEXT_ITEM) !== 0) || watched.some((one) => covers(one, state));
  const escapes = turns.filter((turn) => turn.asking.some((state) => !covered(state))).map((turn) => turn.node);
  const open = asking.filter((state) => !covered(state));
  const bounds = [...(items ? [items.bound] : []), ...watched.map((one) => boundOf(analysis, cycle, one, turns))];

  return {
    bounds: latched === undefined ? bounds : [...bounds, latchBound(analysis, latched)],
    bounded: !complete ? "unknown" : escapes.length === 0 ? "yes" : "no",
    escapes,
    asksModel: asking.length > 0 || latched !== undefined,
    paced: asking.length > 0 && asking.every((state) => (state & WAITED) !== 0),
    onlyRetries: asking.length > 0 && asking.every((state) => (state & CAUGHT) !== 0),
    doubts: [...hiddenMoves(analysis, watched, open, region), ...switchedOff(analysis, absences, open)],
  };
}

/** A limit with a default that a caller may switch off; whether anybody does cannot be seen here. */
function switchedOff(analysis: LoopAnalysis, absences: readonly AbsenceTest[], open: readonly number[]): Evidence[] {
  const chosen = absences.filter(({ absent }) => absent === "chosen");
  if (chosen.length === 0 || !open.every((state) => (state & UNLIMITED) !== 0)) return [];
  return chosen.map(({ node }) => ({ what: `\`${textOf(analysis.context, node)}\` lets a caller switch the limit off`, at: spanOf(node) }));
}

/**
 * A quantity may be compared for other reasons than to stop: `if (attempt >= 2) warn()`. Where some
 * test of it leads out of the cycle, those that go round all the same are left aside.
 */
function leadingOut(analysis: LoopAnalysis, cycle: Cycle, quantities: readonly Quantity[]): readonly Quantity[] {
  const doubtful = quantities.filter((quantity) => quantity.tests.length > 1).flatMap((quantity) => quantity.tests);
  if (doubtful.length === 0) return quantities;
  const bits = new Map<string, number>();
  const nodes = new Set<Node>();
  for (const [i, test] of doubtful.slice(0, MAX_TESTS).entries()) {
    bits.set(`${eventKey(test.node, test.frame)}:${String(test.reachedWhen)}`, 1 << i);
    nodes.add(test.node);
  }
  const nothing = eventsOf(analysis, cycle, [], undefined, []);
  const { backEdges, complete } = walkTurn(
    cycle,
    {
      ...nothing,
      bitsOf: () => 0,
      bitsOfOpaqueCall: () => 0,
      bitsOfOutcome(condition, frame) {
        if (!nodes.has(condition)) return undefined;
        const key = eventKey(condition, frame);
        return { whenTrue: bits.get(`${key}:true`) ?? 0, whenFalse: bits.get(`${key}:false`) ?? 0 };
      },
    },
    new Set([0]),
  );
  if (!complete) return quantities;
  let reentered = 0;
  for (const { states } of backEdges) for (const state of states) reentered |= state;
  const leads = (test: LimitTest): boolean => ((bits.get(`${eventKey(test.node, test.frame)}:${String(test.reachedWhen)}`) ?? 0) & reentered) === 0;
  return quantities.map((quantity) => {
    const tests = quantity.tests.filter(leads);
    return tests.length === 0 || tests.length === quantity.tests.length ? quantity : { ...quantity, tests };
  });
}

const MAX_TESTS = 28;

function walkTurn(cycle: Cycle, events: PathEvents, start: States): Turn {
  return isFunction(cycle.node)
    ? PathWalk.throughFunction(cycle.node, events, start, cycle.repeats)
    : PathWalk.throughLoop(cycle.node, events, start, cycle.label);
}

interface EndOfTurn {
  readonly node: Node;
  readonly asking: readonly number[];
}

const SETTLING_TURNS = 3;

/**
 * The ends of a turn once flags have settled: `if (!retried) { retried = true; continue; }` closes
 * the first turn and no later one, so the first turns only say how the later ones begin.
 */
function lastingTurns(cycle: Cycle, events: PathEvents, flags: readonly Flag[]): { turns: EndOfTurn[]; complete: boolean; latched: Flag | undefined } {
  const kept = flags.reduce((bits, flag, i) => (flag.outlivesTurn ? bits | flagBits(i).whenTrue | flagBits(i).whenFalse : bits), 0);
  let start: States = new Set([0]);
  let complete = true;
  for (let n = 0; ; n++) {
    const turn = walkTurn(cycle, events, start);
    complete &&= turn.complete;
    const turns = turn.backEdges.map(({ node, states }) => ({ node, asking: [...states].filter((s) => (s & ASKED) !== 0 && (s & LEFT) === 0) }));
    const next = new Set(turns.flatMap(({ asking }) => asking.map((state) => state & kept)));
    if (n > 0 && next.size === 0) return { turns, complete, latched: flags.find((flag) => flag.outlivesTurn) };
    if (n === SETTLING_TURNS - 1 || next.size === 0 || kept === 0) return { turns, complete, latched: undefined };
    start = next;
  }
}

/** A counter that is declared in the turn and only ends a loop inside of it is no limit of this cycle. */
function isInnerLimit({ moves, tests }: Quantity): boolean {
  return moves.some((move) => move.node.type === "VariableDeclarator") && tests.every((test) => test.inLoopHead);
}

function latchBound(analysis: LoopAnalysis, flag: Flag): Bound {
  const [node] = flag.nodes;
  const span = node ? spanOf(node) : { start: 0, end: 0 };
  const text = node ? textOf(analysis.context, node) : nameOf(flag.key);
  return { measure: "steps", text, span, limit: 1, covers: "yes", escapes: [], fault: undefined, evidence: [{ what: `going round needs \`${nameOf(flag.key)}\`, and a turn changes it for good`, at: span }] };
}

function covers({ quantity, index, effective }: Watched, state: number): boolean {
  if (effective.length === 0) return false;
  const moves = quantity.selfMoving || has(state, index, MOVED);
  return moves && has(state, index, TESTED) && !has(state, index, REACHED) && !has(state, index, RESET);
}

function watch(analysis: LoopAnalysis, quantity: Quantity, index: number, region: readonly RegionNode[]): Watched {
  const { maxRounds } = analysis.context.settings;
  const faults = new Map<LimitTest, BoundFault>();
  for (const test of quantity.tests) {
    const fault = test.limit.fault ?? (findRaise(analysis, test, region) === undefined ? undefined : "raised") ?? tooLarge(quantity, test, maxRounds);
    if (fault !== undefined) faults.set(test, fault);
  }
  const effective = quantity.tests.filter((test) => !faults.has(test));
  return { quantity, index, effective, fault: effective.length === 0 ? [...faults.values()][0] : undefined };
}

function tooLarge(quantity: Quantity, test: LimitTest, maxRounds: number): BoundFault | undefined {
  if (quantity.measure !== "steps" && quantity.measure !== "depth") return undefined;
  return test.limit.value !== undefined && test.limit.value > maxRounds ? "too-large" : undefined;
}

interface ListBound {
  readonly effective: boolean;
  readonly bound: Bound;
}

/** `for (const x of list)`: a finite list is a bound, unless the cycle adds to it. */
function listBound(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): ListBound | undefined {
  const { node } = cycle;
  if (node.type !== "ForOfStatement" && node.type !== "ForInStatement") return undefined;
  if (node.type === "ForOfStatement" && node.await) return undefined;
  const { context } = analysis;
  const list = placeOf(context, node.right, undefined);
  const refill =
    list === undefined
      ? undefined
      : region.find(({ node: inner, frame }) => {
          if (inner.type !== "CallExpression") return false;
          const callee = bare(inner.callee);
          return callee.type === "MemberExpression" && /^(?:push|unshift|add|set)$/.test(propertyName(callee) ?? "") && placeOf(context, callee.object, frame) === list;
        });
  const endless = isEndlessGenerator(analysis, node.right);
  const counted = node.type === "ForOfStatement" && refill === undefined ? countedLength(analysis, node.right) : undefined;
  const fault = refill !== undefined ? "raised" : endless ? "infinite" : (counted?.value ?? 0) > context.settings.maxRounds ? "too-large" : undefined;
  const effective = fault === undefined;
  return {
    effective,
    bound: {
      measure: counted?.value === undefined ? "items" : "steps",
      text: textOf(context, node.right),
      span: spanOf(node.right),
      limit: counted?.value,
      covers: effective ? "yes" : "no",
      escapes: refill ? [spanOf(refill.node)] : [],
      fault,
      evidence: [{ what: refill ? "the list grows while it is gone through" : "one turn for each item of a list", at: spanOf(refill?.node ?? node.right) }],
    },
  };
}

/** A generator of this file with a loop that nothing ends drives its caller for ever. */
function isEndlessGenerator(analysis: LoopAnalysis, source: Node): boolean {
  const call = bare(source);
  if (call.type !== "CallExpression") return false;
  const fn = analysis.context.bindings.calleeOf(call);
  if (fn === undefined || !fn.generator) return false;
  return analysis.context.tree.loops.some(
    (loop) => analysis.context.tree.ownerOf(loop) === fn && (loop.type === "WhileStatement" || loop.type === "ForStatement") && isAlwaysTrue(loop.test) && !walk(loop.body, isWayOut),
  );
}

function isAlwaysTrue(test: Node | null): boolean {
  return test === null || (test.type === "Literal" && Boolean(test.value));
}

function isWayOut({ type }: Node): boolean {
  return type === "ReturnStatement" || type === "BreakStatement" || type === "ThrowStatement";
}

function eventsOf(analysis: LoopAnalysis, cycle: Cycle, watched: readonly Watched[], items: ListBound | undefined, flags: readonly Flag[], absences: readonly AbsenceTest[] = []): PathEvents {
  const { context, calls } = analysis;
  const moved = new Map<string, number>();
  const outcomes = new Map<string, { whenTrue: number; whenFalse: number }>();
  const touched = new Set<Node>();
  const add = (key: string, bits: number): void => {
    moved.set(key, (moved.get(key) ?? 0) | bits);
  };

  for (const { quantity, index, effective } of watched) {
    for (const move of quantity.moves) {
      touched.add(move.node);
      add(eventKey(move.node, move.frame), bit(index, move.change === "reset" || isAgainst(quantity, move.change) ? RESET : MOVED));
    }
    for (const test of effective) {
      touched.add(test.node);
      const key = eventKey(test.node, test.frame);
      const outcome = outcomes.get(key) ?? { whenTrue: 0, whenFalse: 0 };
      const reached = bit(index, TESTED | REACHED);
      const goesOn = bit(index, TESTED);
      outcomes.set(key, {
        whenTrue: outcome.whenTrue | (test.reachedWhen ? reached : goesOn),
        whenFalse: outcome.whenFalse | (test.reachedWhen ? goesOn : reached),
      });
    }
  }

  for (const { node, frame, absentWhen, absent } of absences) {
    touched.add(node);
    const key = eventKey(node, frame);
    const outcome = outcomes.get(key) ?? { whenTrue: 0, whenFalse: 0 };
    // A way that nobody can take ends nowhere.
    const without = absent === "never" ? LEFT : UNLIMITED;
    outcomes.set(key, { whenTrue: outcome.whenTrue | (absentWhen ? without : 0), whenFalse: outcome.whenFalse | (absentWhen ? 0 : without) });
  }

  const timeout = watched.find(({ quantity }) => quantity.place === TIMEOUT);
  const given = new Map<Node, boolean>();
  /** A call that is handed a signal with a timeout ends by itself when the time is up. */
  const hasTimeout = (call: CallExpression): boolean => {
    if (timeout === undefined) return false;
    let known = given.get(call);
    if (known === undefined) {
      known = isGivenTimeout(analysis, call);
      given.set(call, known);
    }
    return known;
  };

  return {
    bitsOf(node, frame) {
      let bits = touched.has(node) ? (moved.get(eventKey(node, frame)) ?? 0) : 0;
      if (node.type === "CallExpression") {
        const call = calls.at(node);
        if (call !== undefined && call.how !== "wrapper") bits |= ASKED;
        if (isWait(analysis, node)) bits |= WAITED;
        if (cycle.repeats && stopsTimer(node)) bits |= LEFT;
        if (timeout !== undefined && hasTimeout(node)) bits |= bit(timeout.index, TESTED);
      } else if (node.type === "CatchClause" || (isFunction(node) && isRejectionHandler(context.tree, node))) {
        bits |= CAUGHT;
      } else if (node.type === "ForOfStatement" || node.type === "ForInStatement") {
        if (node === cycle.node && items !== undefined) bits |= NEXT_ITEM;
        if (isFedFromOutside(analysis, node) && node === cycle.node) bits |= WAITED;
      }
      return bits;
    },
    rewrittenBy(node, frame) {
      let cleared = 0;
      let set = 0;
      for (const [i, flag] of flags.entries()) {
        if (!flag.nodes.has(node)) continue;
        const key = eventKey(node, frame);
        if (!flag.written.has(key)) continue;
        const { whenTrue, whenFalse } = flagBits(i);
        const value = flag.written.get(key);
        cleared |= whenTrue | whenFalse;
        if (value !== undefined) set |= value ? whenTrue : whenFalse;
      }
      return cleared === 0 ? undefined : { cleared, set };
    },
    flagOf(condition, frame) {
      for (const [i, flag] of flags.entries()) {
        if (!flag.nodes.has(condition)) continue;
        const asked = flag.asked.get(eventKey(condition, frame));
        if (asked === undefined) continue;
        const { whenTrue, whenFalse } = flagBits(i);
        return asked ? { whenTrue, whenFalse } : { whenTrue: whenFalse, whenFalse: whenTrue };
      }
      return undefined;
    },
    bitsOfOpaqueCall(call) {
      const parent = context.tree.parentOf(call);
      if (parent?.type === "UnaryExpression" && parent.operator === "void") return 0;
      return call.type === "CallExpression" && calls.at(call) !== undefined ? ASKED : 0;
    },
    bitsOfOutcome(condition, frame) {
      return touched.has(condition) ? outcomes.get(eventKey(condition, frame)) : undefined;
    },
    calleeOf(call: CallExpression | NewExpression) {
      const fn = context.bindings.calleeOf(call) ?? (call.type === "CallExpression" ? bookedFunction(context, call) : undefined);
      if (fn === undefined || fn === cycle.node) return fn;
      // The function that holds the loop starts it anew; that is no part of this turn.
      return isWithin(cycle.node, fn) || isLetGo(context, cycle, call, fn) ? undefined : fn;
    },
    reachedBits: watched.reduce((bits, { index }) => bits | bit(index, REACHED), 0),
    definitionOf: (identifier) => singleDefinition(analysis, cycle, identifier),
    isRecursion(call: CallExpression | NewExpression) {
      if (call.type !== "CallExpression" || cycle.members.length === 0) return false;
      return (context.bindings.calleeOf(call) ?? bookedFunction(context, call)) === cycle.node;
    },
  };
}

/** A quantity that is counted up and tested for too much is not moved by going down, and the other way round. */
function isAgainst(quantity: Quantity, change: "up" | "down"): boolean {
  const ups = quantity.moves.some((move) => move.change === "up");
  const downs = quantity.moves.some((move) => move.change === "down");
  if (!ups || !downs) return false;
  const testsForEmpty = quantity.tests.some((test) => test.limit.value === 0 || test.limitNode === undefined);
  return testsForEmpty ? change === "up" : change === "down";
}

/** What a name stands for in a condition: its only value, or the only one it gets inside of the cycle. */
function singleDefinition(analysis: LoopAnalysis, cycle: Cycle, identifier: Identifier): Node | undefined {
  const variable = analysis.context.scopes.variableOf(identifier);
  if (variable?.definition.type !== "VariableDeclarator" || variable.definition.id !== variable.identifier) return undefined;
  const { init } = variable.definition;
  if (variable.writes.length === 0) return init ?? undefined;
  const inside = variable.writes.filter((write) => isWithin(write.node, cycle.node));
  const [only] = inside;
  if (inside.length !== 1 || only?.node.type !== "AssignmentExpression" || only.node.operator !== "=" || only.node.left !== only.target) return undefined;
  // `done = true` on some ways leaves what it was before on the others.
  return bare(only.node.right).type === "Literal" ? undefined : only.node.right;
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
    evidence.push({ what: move.change === "reset" ? `\`${quantity.name}\` starts anew here` : `\`${quantity.name}\` moves here`, at: spanOf(move.node) });
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
function pathFault({ quantity, index }: Watched, asking: readonly number[]): BoundFault | undefined {
  if (asking.length === 0) return undefined;
  if (!quantity.selfMoving && asking.every((state) => !has(state, index, MOVED))) return "never-moves";
  const tested = asking.filter((state) => has(state, index, TESTED));
  if (tested.length > 0 && tested.every((state) => has(state, index, RESET))) return "reset";
  const open = asking.filter((state) => !has(state, index, TESTED) || has(state, index, REACHED) || has(state, index, RESET));
  const moves = (state: number): boolean => (quantity.selfMoving || has(state, index, MOVED)) && !has(state, index, RESET);
  return open.length > 0 && open.every((state) => (state & UNLIMITED) !== 0 && moves(state)) ? "absent-means-unlimited" : undefined;
}

/** Fields that a call we cannot read may move, when that alone is missing on every open way. */
function hiddenMoves(analysis: LoopAnalysis, watched: readonly Watched[], open: readonly number[], region: readonly RegionNode[]): Evidence[] {
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
