import { fingerprint } from "./fingerprint.js";

/** A block of calls that came several times back to back. */
export interface Cycle<Call> {
  /** Index of the first call of the first block. */
  readonly start: number;
  /** Calls in a block: 1 for a plain repeat, 2 for A, B, A, B. */
  readonly period: number;
  /** How many blocks there were when it was noticed. */
  readonly times: number;
  /** The block itself. */
  readonly calls: readonly Call[];
}

export interface CycleOptions<Call> {
  /** Longest block looked for, in calls. Default 6. */
  readonly maxPeriod?: number;
  /** How many times a block must come back to back. Default 3. */
  readonly times?: number;
  /** What makes two calls the same. Default: the whole call, by `fingerprint`. */
  readonly by?: (call: Call) => unknown;
}

/**
 * Finds the cycle that closes first in a list of calls: of several that close at one call, the shortest.
 *
 * @returns `undefined` when no block of up to `maxPeriod` calls comes `times` times back to back.
 * @throws {RangeError} for a `maxPeriod` below 1 or `times` below 2: neither describes a cycle.
 */
export function findCycle<Call>(calls: readonly Call[], options: CycleOptions<Call> = {}): Cycle<Call> | undefined {
  const { maxPeriod = 6, times = 3 } = options;
  mustBeWhole("maxPeriod", maxPeriod, 1);
  return firstCycle(calls, options, times, (prints, end) => closingPeriod(prints, end, maxPeriod, times));
}

/** Finds two different calls that take turns: A, B, A, B. `times` is the number of pairs, default 2. */
export function findOscillation<Call>(
  calls: readonly Call[],
  options: Omit<CycleOptions<Call>, "maxPeriod"> = {},
): Cycle<Call> | undefined {
  const { times = 2 } = options;
  return firstCycle(calls, options, times, (prints, end) =>
    prints[end - 1] !== prints[end - 2] && repeats(prints, end, 2, times) ? 2 : undefined,
  );
}

function firstCycle<Call>(
  calls: readonly Call[],
  { by = (call): unknown => call }: CycleOptions<Call>,
  times: number,
  periodAt: (prints: readonly string[], end: number) => number | undefined,
): Cycle<Call> | undefined {
  mustBeWhole("times", times, 2);
  const prints = calls.map((call) => fingerprint(by(call)));
  for (let end = 1; end <= prints.length; end++) {
    const period = periodAt(prints, end);
    if (period === undefined) continue;
    const start = end - period * times;
    return { start, period, times, calls: calls.slice(start, start + period) };
  }
  return undefined;
}

/** The shortest period with which the prints before `end` repeat `times` times up to `end`. */
export function closingPeriod(
  prints: readonly string[],
  end: number,
  maxPeriod: number,
  times: number,
): number | undefined {
  for (let period = 1; period <= maxPeriod; period++) {
    if (repeats(prints, end, period, times)) return period;
  }
  return undefined;
}

function repeats(prints: readonly string[], end: number, period: number, times: number): boolean {
  const start = end - period * times;
  if (start < 0) return false;
  for (let index = start + period; index < end; index++) {
    if (prints[index] !== prints[index - period]) return false;
  }
  return true;
}

export function mustBeWhole(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(`${name} is ${value}. Write a whole number from ${least} up.`);
}
