/**
 * What may have happened on the ways to a point of the program: each state is a set of bits, one
 * way is one number, and several ways are a set of numbers.
 */
export type States = ReadonlySet<number>;

export const NOWHERE: States = new Set();

export function join(a: States, b: States): States {
  if (a.size === 0) return b;
  if (b.size === 0 || a === b) return a;
  const all = new Set(a);
  for (const state of b) all.add(state);
  return all.size === a.size ? a : all;
}

export function setBits(states: States, bits: number): States {
  if (bits === 0 || states.size === 0) return states;
  const next = new Set<number>();
  for (const state of states) next.add(state | bits);
  return next;
}

export function includes(all: States, part: States): boolean {
  for (const state of part) if (!all.has(state)) return false;
  return true;
}

/** Takes bits away, then sets others. */
export function changeBits(states: States, cleared: number, set: number): States {
  if ((cleared | set) === 0 || states.size === 0) return states;
  const next = new Set<number>();
  for (const state of states) next.add((state & ~cleared) | set);
  return next;
}

/** The states that do not hold a bit. */
export function without(states: States, bits: number): States {
  if (bits === 0) return states;
  const next = new Set<number>();
  for (const state of states) if ((state & bits) === 0) next.add(state);
  return next;
}
