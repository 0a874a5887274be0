/**
 * What a store knows of an effect. `running` with nobody at work on it means that a process died between starting
 * the effect and writing down its result; `failed` that the effect threw. In both cases it may have happened.
 */
export interface EffectRecord {
  readonly key: string;
  readonly state: "running" | "done" | "failed";
  /** Token of the attempt that claimed the key. */
  readonly owner: string;
  /** The result, once `done`. */
  readonly result?: unknown;
  /** What was thrown, once `failed`. */
  readonly error?: string;
}

export type EffectOutcome =
  { readonly state: "done"; readonly result: unknown } | { readonly state: "failed"; readonly error: string };

/**
 * Remembers effects by key. Every method is one atomic write; `claim` rests on a unique constraint, so that of any
 * number of callers, in any number of processes, exactly one gets the key.
 */
export interface EffectStore {
  /** Inserts a `running` record unless the key is there. @returns the record that is there now: yours when `owner` is yours. */
  claim(key: string, owner: string): Promise<EffectRecord>;
  /** Writes the outcome if the record is `owner`'s and not `done`. @returns whether it was. */
  settle(key: string, owner: string, outcome: EffectOutcome): Promise<boolean>;
  /** Forgets a record that is `owner`'s and not `done`. @returns whether there was one. */
  release(key: string, owner: string): Promise<boolean>;
}
