import { createBudget, type EffectStore, keyFor, type LoopOptions, type LoopState, memoryStore, type Proposal, runLoop } from "@agent-loop/guard";
import fc from "fast-check";
import { expect, test } from "vitest";

interface Call {
  readonly tool: string;
  readonly args: { readonly id: number };
}
type State = LoopState<Call, string>;

/** A life that ends after a number of operations: the one it dies in may or may not have been done, and nothing comes back. */
function life(operations: number): { dead: Promise<"dead">; around: <Result>(work: () => Promise<Result> | Result) => Promise<Result> } {
  let left = operations;
  let die: (word: "dead") => void = () => undefined;
  const dead = new Promise<"dead">((resolve) => (die = resolve));
  const breath = async (): Promise<void> => {
    if (left-- > 0) return;
    die("dead");
    await new Promise(() => undefined);
  };
  return {
    dead,
    around: async (work) => {
      await breath();
      const result = await work();
      await breath();
      return result;
    },
  };
}

/** What the model says, turn by turn: some effects, some of them asked for twice, and then that it is done. */
const script = fc.array(fc.array(fc.record({ tool: fc.constantFrom("pay", "read"), args: fc.record({ id: fc.nat(3) }) }), { minLength: 1, maxLength: 3 }), { maxLength: 5 });
const lives = fc.array(fc.nat(40), { maxLength: 6 });

test("whatever the crashes and clock jumps, a resumed run does each effect exactly once, loses no turn and keeps its limit", async () => {
  await fc.assert(
    fc.asyncProperty(script, lives, fc.array(fc.integer({ min: -1_000, max: 100 }), { maxLength: 20 }), async (turns, operations, jumps) => {
      const paid: number[] = [];
      let reads = 0;
      const ledger = memoryStore();
      const steps = 20;
      let granted = 0;
      let written: string | undefined;
      let time = 0;
      const now = (): number => (time += jumps[Math.abs(time) % Math.max(1, jumps.length)] ?? 1);

      const live = async (count: number): Promise<unknown> => {
        const { dead, around } = life(count);
        const store: EffectStore = {
          claim: (...a) => around(() => ledger.claim(...a)),
          settle: (...a) => around(() => ledger.settle(...a)),
          release: (...a) => around(() => ledger.release(...a)),
        };
        const options: LoopOptions<Call, string> = {
          task: "t",
          budget: createBudget({ steps, timeMs: 1e9, now }),
          progress: { repeatLimit: 99 },
          propose: ({ turn }) =>
            around((): Proposal<Call, string> => {
              granted++;
              const actions = turns[turn - 1];
              return actions ? { kind: "act", actions } : { kind: "finish", output: "done" };
            }),
          act: ({ tool, args }) =>
            around(() => {
              if (tool === "pay") paid.push(args.id);
              else reads++;
              return `${tool} ${args.id}`;
            }),
          verify: () => around(() => "yes" as const),
          effects: {
            store,
            key: ({ tool, args }, { task }) => (tool === "pay" ? keyFor({ task, tool, args }) : undefined),
            options: { inspect: async ({ key }) => {
              const id = [0, 1, 2, 3].find((each) => keyFor({ task: "t", tool: "pay", args: { id: each } }) === key) ?? expect.fail("an unknown key");
              return paid.includes(id) ? { happened: "yes", result: `pay ${id}` } : { happened: "no" };
            } },
          },
          persist: (state) => around(() => void (written = JSON.stringify(state))),
          ...(written !== undefined && { resume: JSON.parse(written) as State }),
        };
        return Promise.race([runLoop(options), dead]);
      };

      for (const count of operations) await live(count);
      const result = await live(Infinity);

      expect(result).toMatchObject({ status: "completed", output: "done" });
      expect(granted).toBeLessThanOrEqual(steps);
      const asked = turns.flat().filter(({ tool }) => tool === "pay").map(({ args }) => args.id);
      expect([...paid].sort()).toEqual([...new Set(asked)].sort());
      // What has no key is not done again either: the model is told that it is in doubt.
      expect(reads).toBeLessThanOrEqual(turns.flat().filter(({ tool }) => tool === "read").length);
      // Every step that was granted stays spent, and no life loses more than the proposal it was waiting for.
      expect((result as State & { spent: { steps: number } }).spent.steps).toBeGreaterThanOrEqual(granted);
      expect(granted).toBeLessThanOrEqual(turns.length + 1 + operations.length);

      const { trajectory } = JSON.parse(JSON.stringify(result)) as State;
      expect(trajectory.map(({ turn }) => turn)).toEqual([...turns.keys(), turns.length].map((index) => index + 1));
      trajectory.slice(0, -1).forEach(({ observations }, index) => {
        expect(observations).toHaveLength(turns[index]?.length ?? -1);
        for (const observation of observations) {
          if (!("action" in observation)) continue;
          const { tool, args } = observation.action;
          if (tool === "pay" || observation.kind !== "in-doubt") expect(observation).toMatchObject({ kind: "result", result: `${tool} ${args.id}` });
        }
      });
    }),
    { numRuns: 300 },
  );
});

test("no model, however it behaves, is asked more often than the budget allows", async () => {
  const proposal = fc.oneof(
    fc.record({ kind: fc.constant("act" as const), actions: fc.array(fc.record({ tool: fc.string(), args: fc.record({ id: fc.nat() }) }), { maxLength: 3 }), confidence: fc.double({ min: 0, max: 1 }) }),
    fc.record({ kind: fc.constant("finish" as const), output: fc.string(), confidence: fc.double({ min: 0, max: 1 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(proposal), fc.infiniteStream(fc.constantFrom("yes", "no", "unknown", "throw")), fc.nat(15), fc.integer({ min: 1, max: 4 }), async (proposals, dice, steps, attempts) => {
      let asked = 0;
      const roll = (): "yes" | "no" | "unknown" => {
        const side = dice.next().value as "yes" | "no" | "unknown" | "throw";
        if (side === "throw") throw new Error("bad luck");
        return side;
      };
      const result = await runLoop<Call, string>({
        task: "t",
        budget: { steps },
        propose: async () => {
          asked++;
          return proposals.next().value as Proposal<Call, string>;
        },
        policy: roll,
        act: roll,
        verify: () => (roll() === "yes" && roll() === "yes" ? "yes" : "no"),
        sampleWhenUnsure: { below: 0.5, attempts },
      });
      expect(asked).toBeLessThanOrEqual(steps);
      expect(result.status === "completed").toBe(result.reason === "verified");
      for (const { proposal: each, observations } of result.trajectory) expect(observations).toHaveLength(each.kind === "act" ? each.actions.length : 1);
    }),
    { numRuns: 300 },
  );
});
