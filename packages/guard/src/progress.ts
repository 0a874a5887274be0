import { closingPeriod, mustBeWhole } from "./cycle.js";
import { fingerprint } from "./fingerprint.js";

export type ProgressReason = "repeating" | "stalled";

/** Why a run is not getting on. */
export interface Stuck {
  readonly reason: ProgressReason;
  /** One sentence for the result, the log and the person who is asked to help. */
  readonly detail: string;
}

export interface ProgressOptions {
  /** At which back-to-back occurrence of a call, or of a block of calls, the run counts as repeating. Default 3. */
  readonly repeatLimit?: number;
  /** Longest block of calls looked for. Default 4. */
  readonly maxPeriod?: number;
  /** After how many turns in a row without a change of the observed state the run counts as stalled. Default 5. */
  readonly stallLimit?: number;
  /** Makes of a call what two calls are compared by. Default: the call itself. Key order, case and white space never matter. */
  readonly normalise?: (call: unknown) => unknown;
  /** Fields of calls and states that never count as a difference; `volatileFields` is a good start. */
  readonly ignore?: readonly (string | RegExp)[];
}

/** Plain data, to be kept with the state of a run. */
export interface ProgressSnapshot {
  readonly recent: readonly string[];
  readonly state?: string;
  readonly unchanged: number;
}

export interface ProgressMonitor {
  /** Notes a call that the model asked for. */
  record(call: unknown): void;
  /** Notes the state that matters to the task, once a turn: open findings, files, rows. Not the transcript, which always grows. */
  observe(state: unknown): void;
  /** Says whether, after the last call and state, the run is stuck. Ask before each model call. */
  stuck(): Stuck | undefined;
  snapshot(): ProgressSnapshot;
  /** Continues from a snapshot; without one, forgets everything. */
  restore(snapshot?: ProgressSnapshot): void;
}

/**
 * Notices a run that goes on without getting on: the same call again and again, a short cycle of calls, or calls
 * that leave the state of the task as it is. It holds a window of `repeatLimit * maxPeriod` fingerprints, no more.
 *
 * @throws {RangeError} for a limit that no run can meet: `repeatLimit` below 2, `maxPeriod` or `stallLimit` below 1.
 */
export function createProgressMonitor(options: ProgressOptions = {}): ProgressMonitor {
  const {
    repeatLimit = 3,
    maxPeriod = 4,
    stallLimit = 5,
    normalise = (call: unknown): unknown => call,
    ignore = [],
  } = options;
  mustBeWhole("repeatLimit", repeatLimit, 2);
  mustBeWhole("maxPeriod", maxPeriod, 1);
  mustBeWhole("stallLimit", stallLimit, 1);
  const nothing: ProgressSnapshot = { recent: [], unchanged: 0 };
  let seen = nothing;

  return {
    record(call) {
      const recent = [...seen.recent, fingerprint(normalise(call), { ignore })].slice(-repeatLimit * maxPeriod);
      seen = { ...seen, recent };
    },
    observe(state) {
      const print = fingerprint(state, { ignore });
      seen = { ...seen, state: print, unchanged: print === seen.state ? seen.unchanged + 1 : 0 };
    },
    stuck() {
      const period = closingPeriod(seen.recent, seen.recent.length, maxPeriod, repeatLimit);
      if (period === 1) return { reason: "repeating", detail: `the same call came ${repeatLimit} times in a row` };
      if (period !== undefined)
        return { reason: "repeating", detail: `the same ${period} calls came ${repeatLimit} times in a row` };
      if (seen.unchanged >= stallLimit)
        return { reason: "stalled", detail: `${seen.unchanged} turns in a row left the state of the task unchanged` };
      return undefined;
    },
    snapshot: () => seen,
    restore(snapshot = nothing) {
      seen = snapshot;
    },
  };
}
