import { getterOf } from "../bind/getters.js";
import { isRejectionHandler } from "../flow/callbacks.js";
import { settlesPromise } from "../flow/promise-executors.js";
import type { PathEvents } from "../flow/paths.js";
import { bare, isFunction, isWithin } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, NewExpression, Node } from "../syntax/node.js";
import type { AbsenceTest } from "./absence.js";
import type { Cycle } from "./cycle.js";
import { bookedFunction } from "./cycles.js";
import type { Flag } from "./flags.js";
import { TIMEOUT } from "./limit-tests.js";
import type { ListBound } from "./list-bound.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isCalledWithAnswer, isFedFromOutside, isWait, stopsTimer } from "./pacing.js";
import { eventKey } from "./quantities.js";
import type { Quantity } from "./quantities.js";
import { isLetGo } from "./region.js";
import {
  ASKED,
  bit,
  CAUGHT,
  flagBits,
  LEFT,
  MOVED,
  NEXT_ITEM,
  REACHED,
  RESET,
  TESTED,
  UNLIMITED,
  WAITED,
} from "./turn-bits.js";
import type { Watched } from "./watched.js";

/** What a walk through one turn has to notice: questions to the model, waits, moves and tests of quantities, flags. */
export function eventsOf(
  analysis: LoopAnalysis,
  cycle: Cycle,
  watched: readonly Watched[],
  items: ListBound | undefined,
  flags: readonly Flag[],
  absences: readonly AbsenceTest[] = [],
): PathEvents {
  const { context, calls } = analysis;
  const moved = new Map<string, number>();
  const outcomes = new Map<string, { whenTrue: number; whenFalse: number }>();
  const touched = new Set<Node>();
  const add = (key: string, bits: number): void => {
    moved.set(key, (moved.get(key) ?? 0) | bits);
  };

  const refills = new Set((items?.refills ?? []).map(({ node, frame }) => eventKey(node, frame)));
  for (const { quantity, index, effective, refills: raised } of watched) {
    for (const test of quantity.passedOnce ?? []) {
      touched.add(test.node);
      const key = eventKey(test.node, test.frame);
      const outcome = outcomes.get(key) ?? { whenTrue: 0, whenFalse: 0 };
      const isThere = bit(index, TESTED);
      outcomes.set(key, {
        whenTrue: outcome.whenTrue | (test.reachedWhen ? isThere : 0),
        whenFalse: outcome.whenFalse | (test.reachedWhen ? 0 : isThere),
      });
    }
    for (const { node, frame } of raised) {
      touched.add(node);
      add(eventKey(node, frame), bit(index, RESET));
    }
    for (const move of quantity.moves) {
      touched.add(move.node);
      add(
        eventKey(move.node, move.frame),
        bit(
          index,
          move.change === "reset" || isAgainst(quantity, move.change) ? RESET : move.unsure === true ? 0 : MOVED,
        ),
      );
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
    outcomes.set(key, {
      whenTrue: outcome.whenTrue | (absentWhen ? without : 0),
      whenFalse: outcome.whenFalse | (absentWhen ? 0 : without),
    });
  }

  const timeout = watched.find(({ quantity }) => quantity.place === TIMEOUT);
  /** A call that is handed a signal with a timeout ends by itself when the time is up. */
  const hasTimeout = (call: CallExpression): boolean => timeout?.quantity.endedCalls?.has(call) === true;

  const isBooked = (call: CallExpression | NewExpression): boolean =>
    call.type === "CallExpression" && cycle.booked.has(call);

  return {
    bitsOf(node, frame) {
      let bits = touched.has(node) ? (moved.get(eventKey(node, frame)) ?? 0) : 0;
      if (node.type === "CallExpression") {
        const call = calls.at(node);
        if (call !== undefined && (call.how !== "wrapper" || cycle.booked.has(node))) bits |= ASKED;
        if (isWait(analysis, node)) bits |= WAITED;
        if (cycle.repeats && stopsTimer(node)) bits |= LEFT;
        if (timeout !== undefined && hasTimeout(node)) bits |= bit(timeout.index, TESTED);
      } else if (isFunction(node) && isAnswerOf(analysis, node)) {
        bits |= WAITED;
      } else if (node.type === "CatchClause" || (isFunction(node) && isRejectionHandler(context.tree, node))) {
        bits |= CAUGHT;
      } else if (isFunction(node) && isCalledWithAnswer(analysis, node)) {
        bits |= WAITED;
      } else if (node.type === "ForOfStatement" || node.type === "ForInStatement") {
        if (node === cycle.node && items !== undefined) bits |= NEXT_ITEM;
        if (isFedFromOutside(analysis, node) && node === cycle.node) bits |= WAITED;
      }
      return bits;
    },
    rewrittenBy(node, frame) {
      let cleared = 0;
      let set = 0;
      // The list has one item more again.
      if (refills.size > 0 && node.type === "CallExpression" && refills.has(eventKey(node, frame)))
        cleared |= NEXT_ITEM;
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
      const later =
        call.type === "CallExpression" ? (cycle.booked.get(call) ?? bookedFunction(context, call)) : undefined;
      const fn = isBooked(call) ? later : (context.bindings.calleeOf(call) ?? later);
      if (fn === undefined || fn === cycle.node) return fn;
      // The function that holds the loop starts it anew; that is no part of this turn.
      return isWithin(cycle.node, fn) || isLetGo(context, cycle, call, fn) ? undefined : fn;
    },
    getterOf: (member) => getterOf(context, member),
    reachedBits: watched.reduce((bits, { index }) => bits | bit(index, REACHED), 0),
    isBooked,
    isWaitedFor: (fn) => settlesPromise(context.tree, fn),
    definitionOf: (identifier) => singleDefinition(analysis, cycle, identifier),
    isRecursion(call: CallExpression | NewExpression) {
      if (call.type !== "CallExpression" || cycle.members.length === 0) return false;
      return (cycle.booked.get(call) ?? context.bindings.calleeOf(call)) === cycle.node;
    },
  };
}

/** A function that runs with what a person has said: `rl.question("> ", (line) => …)`. */
function isAnswerOf(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  const call = analysis.context.tree.parentOf(fn);
  return call?.type === "CallExpression" && call.callee !== fn && isWait(analysis, call);
}

/** A quantity that is counted up and tested for too much is not moved by going down, and the other way round. */
function isAgainst(quantity: Quantity, change: "up" | "down"): boolean {
  const ups = quantity.moves.some((move) => move.change === "up");
  const downs = quantity.moves.some((move) => move.change === "down");
  if (!ups || !downs) return false;
  const testsForEmpty = quantity.tests.some(({ downward }) => downward);
  return testsForEmpty ? change === "up" : change === "down";
}

/** What a name stands for in a condition: its only value, or the only one it gets inside of the cycle. */
function singleDefinition(analysis: LoopAnalysis, cycle: Cycle, identifier: Identifier): Node | undefined {
  const variable = analysis.context.scopes.variableOf(identifier);
  if (variable?.definition.type !== "VariableDeclarator" || variable.definition.id !== variable.identifier)
    return undefined;
  const { init } = variable.definition;
  if (variable.writes.length === 0) return init ?? undefined;
  const inside = variable.writes.filter((write) => isWithin(write.node, cycle.node));
  const [only] = inside;
  if (
    inside.length !== 1 ||
    only?.node.type !== "AssignmentExpression" ||
    only.node.operator !== "=" ||
    only.node.left !== only.target
  )
    return undefined;
  // `done = true` and `answer = { text }` on some ways leave what it was before on the others.
  const { right } = only.node;
  if (bare(right).type === "Literal") return undefined;
  return ALWAYS_THERE.has(bare(right).type) && !happensEveryTurn(analysis, cycle, only.node) ? undefined : right;
}

/** Whether a statement of the cycle's own body does it. */
function happensEveryTurn({ context: { tree } }: LoopAnalysis, cycle: Cycle, node: Node): boolean {
  const statement = tree.parentOf(node);
  const block = statement?.type === "ExpressionStatement" ? tree.parentOf(statement) : undefined;
  return block !== undefined && tree.parentOf(block) === cycle.node;
}

/** Values that are true whatever is in them. */
const ALWAYS_THERE: ReadonlySet<string> = new Set([
  "NewExpression",
  "ObjectExpression",
  "ArrayExpression",
  "ArrowFunctionExpression",
  "FunctionExpression",
]);
