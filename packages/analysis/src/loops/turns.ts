import { PathWalk } from "../flow/paths.js";
import type { PathEvents, Turn } from "../flow/paths.js";
import type { States } from "../flow/states.js";
import { isFunction } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { Flag } from "./flags.js";
import { ASKED, flagBits, LEFT } from "./turn-bits.js";

export function walkTurn(cycle: Cycle, events: PathEvents, start: States): Turn {
  return isFunction(cycle.node)
    ? PathWalk.throughFunction(cycle.node, events, start, cycle.repeats)
    : PathWalk.throughLoop(cycle.node, events, start, cycle.label);
}

export interface EndOfTurn {
  readonly node: Node;
  readonly asking: readonly number[];
}

const SETTLING_TURNS = 3;

/**
 * The ends of a turn once flags have settled: `if (!retried) { retried = true; continue; }` closes
 * the first turn and no later one, so the first turns only say how the later ones begin.
 */
export function lastingTurns(
  cycle: Cycle,
  events: PathEvents,
  flags: readonly Flag[],
): { turns: EndOfTurn[]; complete: boolean; latched: Flag | undefined } {
  const kept = flags.reduce(
    (bits, flag, i) => (flag.outlivesTurn ? bits | flagBits(i).whenTrue | flagBits(i).whenFalse : bits),
    0,
  );
  let start: States = new Set([0]);
  let complete = true;
  for (let n = 0; ; n++) {
    const turn = walkTurn(cycle, events, start);
    complete &&= turn.complete;
    const turns = turn.backEdges.map(({ node, states }) => ({
      node,
      asking: [...states].filter((s) => (s & ASKED) !== 0 && (s & LEFT) === 0),
    }));
    const next = new Set(turns.flatMap(({ asking }) => asking.map((state) => state & kept)));
    if (n > 0 && next.size === 0) return { turns, complete, latched: flags.find((flag) => flag.outlivesTurn) };
    if (n === SETTLING_TURNS - 1 || next.size === 0 || kept === 0) return { turns, complete, latched: undefined };
    start = next;
  }
}
