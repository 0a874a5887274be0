import type { EffectRecord, EffectStore } from "./effect-store.js";
import { messageOf } from "./thrown.js";

/** What the world says of an effect whose record says nothing. */
export type WorldAnswer<Result> =
  { readonly happened: "yes"; readonly result: Result } | { readonly happened: "no" | "unknown" };

export interface IdempotentOptions<Result> {
  /** How long to wait for another process that holds the key, in milliseconds. Default 0: do not wait. */
  readonly waitMs?: number;
  /** Pause between two looks at the store while waiting, in milliseconds. Default 100. */
  readonly pollMs?: number;
  /**
   * Looks in the outside world whether an effect in doubt happened: search before create. Asked after `waitMs`, which
   * must be longer than the effect can take: on `no` the key is claimed anew and the effect is run.
   */
  readonly inspect?: (record: EffectRecord) => Promise<WorldAnswer<Result>>;
  /** Says of something the effect threw that it proves that nothing happened, such as a refused connection: the key is then free again. */
  readonly nothingHappened?: (error: unknown) => boolean;
}

/**
 * An effect that may have happened and must not be repeated blindly: its attempt died or threw, or its result could
 * not be written down. Look in the outside world, or pass `inspect` so that `idempotent` can.
 */
export class EffectInDoubt extends Error {
  override readonly name = "EffectInDoubt";
  readonly record: EffectRecord;
  /** The result, when the effect did happen and only the record of it is missing. */
  readonly result?: unknown;

  constructor(
    record: EffectRecord,
    why: string,
    details: { readonly cause?: unknown; readonly result?: unknown } = {},
  ) {
    super(
      `Effect ${record.key} may already have happened: ${why}. It was not repeated. Look before trying again.`,
      details,
    );
    this.record = record;
    this.result = details.result;
  }
}

/** Runs under way in this process, so that concurrent callers share one. */
const underWay = new WeakMap<EffectStore, Map<string, Promise<unknown>>>();

/**
 * Does an effect at most once per key. The first caller runs it; callers meanwhile share that run; later callers, in
 * any process, get the first result again. What cannot be known is never repeated silently.
 *
 * @param key from `keyFor`, or a business id; never from the attempt, the clock or chance.
 * @param effect gets the key, to pass on to an API that takes one. Its result must survive JSON to be replayed from SQL.
 * @returns the first result.
 * @throws {EffectInDoubt} when the effect may have happened and its result is not known.
 * @throws whatever the effect throws, to the callers that shared that run.
 */
export function idempotent<Result>(
  store: EffectStore,
  key: string,
  effect: (key: string) => Promise<Result> | Result,
  options: IdempotentOptions<Result> = {},
): Promise<Result> {
  const runs = underWay.get(store) ?? new Map<string, Promise<unknown>>();
  underWay.set(store, runs);
  const shared = runs.get(key);
  if (shared) return shared as Promise<Result>; // the same key is the same effect, and so the same type of result
  const run = once(store, key, effect, options).finally(() => runs.delete(key));
  runs.set(key, run);
  return run;
}

async function once<Result>(
  store: EffectStore,
  key: string,
  effect: (key: string) => Promise<Result> | Result,
  options: IdempotentOptions<Result>,
): Promise<Result> {
  const owner = newOwner();
  let record = await claimOrWait(store, key, owner, options);
  if (isInDoubt(record, owner) && options.inspect) {
    const answer = await options.inspect(record);
    if (answer.happened === "yes") return writeDown(store, record, answer.result);
    if (answer.happened === "no") {
      await store.release(key, record.owner); // of several who do this, the unique constraint lets one claim
      record = await claimOrWait(store, key, owner, options);
    }
  }
  if (record.state === "done") return record.result as Result; // written by this same effect
  if (isInDoubt(record, owner)) throw new EffectInDoubt(record, doubt(record));

  let result: Result;
  try {
    result = await effect(key);
  } catch (error) {
    const note = options.nothingHappened?.(error)
      ? store.release(key, owner)
      : store.settle(key, owner, { state: "failed", error: messageOf(error) });
    await note.catch(() => false); // without the note the record stays `running`, which keeps the effect in doubt just as well
    throw error;
  }
  return writeDown(store, record, result);
}

async function claimOrWait(
  store: EffectStore,
  key: string,
  owner: string,
  { waitMs = 0, pollMs = 100 }: { waitMs?: number; pollMs?: number },
): Promise<EffectRecord> {
  const pause = Math.max(1, pollMs);
  let record = await store.claim(key, owner);
  for (let waited = 0; waited < waitMs && record.state === "running" && record.owner !== owner; waited += pause) {
    await new Promise((resume) => setTimeout(resume, pause));
    record = await store.claim(key, owner);
  }
  return record;
}

/** The effect has happened. Whatever goes wrong from here, its result must reach someone and no one may repeat it. */
async function writeDown<Result>(store: EffectStore, { key, owner }: EffectRecord, result: Result): Promise<Result> {
  try {
    if (await store.settle(key, owner, { state: "done", result })) return result;
    // Somebody inspected and settled or freed the key meanwhile. The first recorded result stands; a free key is taken back.
    const now = await store.claim(key, owner);
    if (now.state === "done") return now.result as Result;
    if (await store.settle(key, owner, { state: "done", result })) return result;
  } catch (cause) {
    throw new EffectInDoubt(
      { key, owner, state: "running" },
      `it happened, and its result could not be recorded (${messageOf(cause)})`,
      { cause, result },
    );
  }
  throw new EffectInDoubt({ key, owner, state: "running" }, "it happened, and another process took the key meanwhile", {
    result,
  });
}

function isInDoubt(record: EffectRecord, owner: string): boolean {
  return record.state === "failed" || (record.state === "running" && record.owner !== owner);
}

function doubt(record: EffectRecord): string {
  return record.state === "failed"
    ? `an earlier attempt failed (${record.error ?? "no message"})`
    : "an attempt was started and has not reported a result";
}

function newOwner(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-"); // `randomUUID` is missing on pages served without TLS
}
