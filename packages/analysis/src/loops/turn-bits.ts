// What may have happened in a turn, as bits of one state: first what is asked of every cycle,
export const ASKED: number = 1 << 0;
export const WAITED: number = 1 << 1;
export const CAUGHT: number = 1 << 2;
export const LEFT: number = 1 << 3;
/** a turn of a loop over a list takes the next item, */
export const NEXT_ITEM: number = 1 << 4;
// then four bits for every quantity that is watched,
const FIRST_QUANTITY_BIT = 5;
const BITS_PER_QUANTITY = 4;
export const MAX_QUANTITIES: number = 5;
// and two for every flag: known to be true, known to be false.
const FIRST_FLAG_BIT = FIRST_QUANTITY_BIT + BITS_PER_QUANTITY * MAX_QUANTITIES;
// The last one: a limit is not given, and so not compared with.
export const UNLIMITED: number = 1 << 31;

// What the four bits of a quantity say.
export const TESTED: number = 1;
export const MOVED: number = 2;
export const REACHED: number = 4;
export const RESET: number = 8;

/** The bit that says `what` of the quantity with this index. */
export function bit(index: number, what: number): number {
  return what << (FIRST_QUANTITY_BIT + BITS_PER_QUANTITY * index);
}

export function has(state: number, index: number, what: number): boolean {
  return (state & bit(index, what)) !== 0;
}

/** The two bits of the flag with this index. */
export function flagBits(index: number): { whenTrue: number; whenFalse: number } {
  return { whenTrue: 1 << (FIRST_FLAG_BIT + 2 * index), whenFalse: 2 << (FIRST_FLAG_BIT + 2 * index) };
}
