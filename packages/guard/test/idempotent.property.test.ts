import { EffectInDoubt, type EffectStore, idempotent, memoryStore } from "@agent-loop/guard";
import fc from "fast-check";
import { expect, test } from "vitest";

/** What an attempt meets in the world. */
type Weather = "fine" | "refused before it happened" | "lost after it happened";

/** One process: its store calls and its effect are scheduled by chance, and after `operations` of them it is dead: nothing it awaits ever comes back. */
function mortal(scheduler: fc.Scheduler, backing: EffectStore, operations: number) {
  let left = operations;
  const breath = async (what: string): Promise<void> => {
    await scheduler.schedule(Promise.resolve(), what);
    if (left-- <= 0) await new Promise(() => undefined);
  };
  const around = async <Result>(what: string, work: () => Promise<Result> | Result): Promise<Result> => {
    await breath(`before ${what}`);
    const result = await work();
    await breath(`after ${what}`);
    return result;
  };
  const store: EffectStore = {
    claim: (key, owner) => around("claim", () => backing.claim(key, owner)),
    settle: (key, owner, outcome) => around("settle", () => backing.settle(key, owner, outcome)),
    release: (key, owner) => around("release", () => backing.release(key, owner)),
  };
  return { store, around };
}

class Refused extends Error {}

const callers = fc.array(
  fc.record({
    key: fc.constantFrom("a", "b"),
    process: fc.nat(2),
    weather: fc.constantFrom<Weather>("fine", "fine", "refused before it happened", "lost after it happened"),
  }),
  { minLength: 1, maxLength: 8 },
);
const lives = fc.tuple(fc.nat(30), fc.nat(30), fc.constant(Infinity)); // two processes that die somewhere, one that does not

test("whatever interleaves and crashes, no effect happens twice, none is lost, and none in doubt is repeated silently", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), callers, lives, async (scheduler, calls, operations) => {
      const backing = memoryStore();
      const world: string[] = []; // what has happened, in order; each entry is a key and the result it gave
      const processes = operations.map((count) => mortal(scheduler, backing, count));
      const results = new Map<string, Set<unknown>>();

      const call = async ({ key, process, weather }: { key: string; process: number; weather: Weather }): Promise<void> => {
        const { store, around } = processes[process] ?? expect.fail("no such process");
        const effect = (): Promise<string> =>
          around("effect", () => {
            if (weather === "refused before it happened") throw new Refused("refused");
            world.push(key);
            if (weather === "lost after it happened") throw new Error("timeout");
            return `${key} done`;
          });
        try {
          const result = await idempotent(store, key, effect, { nothingHappened: (error) => error instanceof Refused });
          results.set(key, (results.get(key) ?? new Set()).add(result));
        } catch (error) {
          expect(error instanceof EffectInDoubt || error instanceof Refused || (error instanceof Error && error.message === "timeout")).toBe(true);
        }
      };
      void Promise.all(calls.map(call));
      await scheduler.waitIdle();

      const times = (key: string): number => world.filter((each) => each === key).length;
      for (const key of ["a", "b"]) {
        expect(times(key)).toBeLessThanOrEqual(1);
        expect([...(results.get(key) ?? [])]).toEqual(results.has(key) ? [`${key} done`] : []);
      }

      // A process that comes up afterwards, asks without looking and then looks at the world, gets every effect done exactly once.
      for (const key of new Set(calls.map((each) => each.key))) {
        const before = times(key);
        const blind = await idempotent(backing, key, () => `${world.push(key)} blind`).catch((error: unknown) => error);
        if (before === 1) expect(blind instanceof EffectInDoubt || blind === `${key} done`).toBe(true);
        const known = await idempotent(backing, key, () => `${world.push(key)} seeing`, {
          inspect: async () => (times(key) > 0 ? { happened: "yes", result: `${key} done` } : { happened: "no" }),
        });
        expect(times(key)).toBe(1);
        expect(await idempotent(backing, key, () => `${world.push(key)} again`)).toBe(known);
      }
    }),
    { numRuns: 300 },
  );
});

test("of any number of claims of one key, in any order, exactly one wins", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, count) => {
      const backing = memoryStore();
      const owners = Array.from({ length: count }, (_, index) => `owner ${index}`);
      const claims = Promise.all(
        owners.map(async (owner) => {
          await scheduler.schedule(Promise.resolve());
          return (await backing.claim("k", owner)).owner === owner;
        }),
      );
      await scheduler.waitIdle();
      expect((await claims).filter(Boolean)).toHaveLength(1);
    }),
  );
});
