import { createProgressMonitor, idempotent, keyFor, type LoopOptions, type LoopResult, type LoopState, memoryStore, type Proposal, runLoop } from "@agent-loop/guard";
import { scriptedModel } from "@agent-loop/guard/testing";
import { describe, expect, test, vi } from "vitest";
import { otherProcess } from "./other-process.js";

interface Call {
  readonly tool: string;
  readonly args?: unknown;
}
type Options = LoopOptions<Call, string>;
type State = LoopState<Call, string>;
type Line = Proposal<Call, string>;

const finish: Line = { kind: "finish", output: "done" };
const send = (...to: string[]): Line => ({ kind: "act", actions: to.map((each) => ({ tool: "send", args: { to: each } })) });
const run = (options: Partial<Options>): Promise<LoopResult<Call, string>> =>
  runLoop({ task: "t", budget: { steps: 10 }, propose: async () => finish, act: async () => "ok", verify: () => "yes", ...options });
const keyed = (store = memoryStore()): NonNullable<Options["effects"]> => ({ store, key: ({ tool, args }, { task }) => (tool === "send" ? keyFor({ task, tool, args }) : undefined) });

/** Keeps every state as a store would: as text. */
function notebook(): { persist: (state: State) => void; states: () => State[]; last: () => State } {
  const pages: string[] = [];
  const read = (page: string): State => JSON.parse(page) as State;
  return {
    persist: (state) => void pages.push(JSON.stringify(state)),
    states: () => pages.map(read),
    last: () => read(pages.at(-1) ?? expect.fail("nothing was persisted")),
  };
}

/** Runs until an action, which kills the process: it is started and nothing comes back. @returns the last state it wrote. */
async function diesDuring(tool: string, line: Line, effects?: Options["effects"]): Promise<State> {
  const book = notebook();
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  const act = (action: Call): unknown => {
    if (JSON.stringify(action).includes(tool)) {
      die();
      return new Promise(() => undefined);
    }
    return "ok";
  };
  void run({ propose: scriptedModel<Call, string>(line, finish), act, persist: book.persist, ...(effects && { effects: { ...effects, store: otherProcess(effects.store) } }) });
  await dead;
  return book.last();
}

describe("the state", () => {
  test("is written down before the model is asked, before anything is done, and after", async () => {
    const book = notebook();
    const seen: string[] = [];
    await run({
      propose: async (context) => {
        seen.push(`ask ${book.states().length}`);
        return context.turn === 1 ? send("ann") : finish;
      },
      act: () => seen.push(`act ${book.states().length}`),
      persist: book.persist,
    });
    expect(seen).toEqual(["ask 1", "act 2", "ask 4"]);
    expect(book.states().map(({ pending, outcome, trajectory }) => [trajectory.length, pending !== undefined, outcome?.status])).toEqual([
      [0, false, undefined], // a step is charged
      [0, true, undefined], // a proposal is about to be carried out
      [1, false, undefined], // the turn is over
      [1, false, undefined],
      [1, true, undefined],
      [2, false, "completed"],
    ]);
  });

  test("survives being written as text", async () => {
    const book = notebook();
    const result = await run({ propose: scriptedModel<Call, string>(send("ann"), finish), persist: book.persist });
    expect(book.last()).toMatchObject({ trajectory: JSON.parse(JSON.stringify(result.trajectory)) as unknown, outcome: { status: "completed", output: "done" } });
  });

  test("of another task is refused", async () => {
    const book = notebook();
    await run({ persist: book.persist });
    await expect(run({ task: "another", resume: book.last() })).rejects.toThrow('resume is version 1 of task "t", and this run is version 1 of task "another"');
  });

  test("that cannot be written stops the run before anything is done", async () => {
    const act = vi.fn();
    let writes = 0;
    const persist = (): void => {
      if (++writes === 2) throw new Error("disk full");
    };
    await expect(run({ propose: async () => send("ann"), act, persist })).rejects.toThrow("disk full");
    expect(act).not.toHaveBeenCalled();
  });
});

describe("a run that is resumed", () => {
  test("goes on where it was, without asking for what it has", async () => {
    const resume = await diesDuring("bob", send("ann", "bob"), keyed());
    const propose = scriptedModel<Call, string>(finish);
    const result = await run({ propose, resume });
    expect([result.status, result.trajectory.length, propose.asked[0]?.turn]).toEqual(["completed", 2, 2]);
  });

  test("does not repeat a keyed effect that may have happened", async () => {
    const store = memoryStore();
    const resume = await diesDuring("ann", send("ann"), keyed(store));
    const act = vi.fn();
    const result = await run({ resume, act, effects: keyed(store) });
    expect([act.mock.calls.length, result.trajectory[0]?.observations]).toMatchObject([0, [{ kind: "in-doubt" }]]);
  });

  test("replays a keyed effect whose result reached the ledger and not the state", async () => {
    const store = memoryStore();
    const book = notebook();
    const effects = keyed(store);
    let writes = 0;
    const persist = (state: State): void => {
      if (++writes === 3) throw new Error("the process dies here");
      book.persist(state);
    };
    await run({ propose: async () => send("ann"), act: async () => "sent once", persist, effects }).catch(() => undefined);
    const act = vi.fn();
    const result = await run({ resume: book.last(), act, effects });
    expect([act.mock.calls.length, result.trajectory[0]?.observations]).toMatchObject([0, [{ kind: "result", result: "sent once" }]]);
  });

  test("does a keyed effect that the process did not get to", async () => {
    const store = memoryStore();
    const resume = await diesDuring("ann", send("ann", "bob"), keyed(store));
    const act = vi.fn(async () => "ok");
    const result = await run({ resume, act, effects: keyed(store) });
    expect([act.mock.calls.length, result.trajectory[0]?.observations.map(({ kind }) => kind)]).toEqual([1, ["in-doubt", "result"]]);
  });

  test("asks the world about an effect in doubt where it can", async () => {
    const store = memoryStore();
    const resume = await diesDuring("ann", send("ann"), keyed(store));
    const effects = { ...keyed(store), options: { inspect: async () => ({ happened: "yes" as const, result: "found in the outbox" }) } };
    expect((await run({ resume, effects })).trajectory[0]?.observations).toMatchObject([{ kind: "result", result: "found in the outbox" }]);
  });

  test("does not repeat an action without a key that may have been started, and says so", async () => {
    const resume = await diesDuring("bob", send("ann", "bob", "eve"));
    const act = vi.fn<Options["act"]>();
    const result = await run({ resume, act });
    expect(result.trajectory[0]?.observations.map(({ kind }) => kind)).toEqual(["result", "in-doubt", "result"]);
    expect(act.mock.calls.map(([action]) => action)).toEqual([{ tool: "send", args: { to: "eve" } }]);
  });

  test("has spent what it had spent", async () => {
    const book = notebook();
    await run({ budget: { steps: 3 }, propose: async ({ turn }) => send(String(turn)), persist: book.persist });
    const middle = book.states().find(({ trajectory }) => trajectory.length === 2) ?? expect.fail("no such state");
    const result = await run({ budget: { steps: 3 }, propose: async ({ turn }) => send(String(turn)), resume: middle });
    expect([result.reason, result.spent.steps, result.trajectory.length]).toEqual(["steps", 3, 3]);
  });

  test("pays for the steps in which it died, so that crashing and resuming cannot go on for ever", async () => {
    const book = notebook();
    let asked = 0;
    for (let life = 0; life < 10; life++) {
      const propose = (): Promise<Line> => {
        asked++;
        throw new Error("the process dies here");
      };
      const onStop = (): never => {
        throw new Error("dead");
      };
      // What counts is the state written before the call: the one written at the end would not be there after a crash.
      const persist = (state: State): void => {
        if (!state.outcome) book.persist(state);
      };
      await run({ budget: { steps: 3 }, propose, persist, onStop, ...(life > 0 && { resume: book.last() }) }).catch(() => undefined);
    }
    expect(asked).toBe(3);
  });

  test("still sees a repeat that began before the crash", async () => {
    const same = { kind: "act", actions: [{ tool: "read" }] } as const;
    const book = notebook();
    await run({ propose: async () => same, persist: book.persist });
    const middle = book.states().find(({ trajectory }) => trajectory.length === 2) ?? expect.fail("no such state");
    const result = await run({ propose: async () => same, resume: middle });
    expect([result.reason, result.trajectory.length]).toEqual(["repeating", 3]);
  });

  test("that was completed does nothing again", async () => {
    const book = notebook();
    await run({ persist: book.persist });
    const propose = vi.fn(async () => finish);
    const result = await run({ propose, resume: book.last() });
    expect([result.status, propose.mock.calls.length]).toEqual(["completed", 0]);
  });

  test("that was escalated goes on when its limit is raised", async () => {
    const book = notebook();
    const propose: Options["propose"] = async ({ turn }) => (turn < 4 ? send(String(turn)) : finish);
    await run({ budget: { steps: 2 }, propose, persist: book.persist });
    const result = await run({ budget: { steps: 5 }, propose, resume: book.last() });
    expect([result.status, result.trajectory.length, result.spent.steps]).toEqual(["completed", 4, 4]);
  });

  test("that was escalated stays where it is when nothing is raised", async () => {
    const book = notebook();
    const propose: Options["propose"] = async ({ turn }) => send(String(turn));
    await run({ budget: { steps: 2 }, propose, persist: book.persist });
    expect(await run({ budget: { steps: 2 }, propose, resume: book.last() })).toMatchObject({ reason: "steps", trajectory: { length: 2 } });
  });

  test("that was escalated as repeating starts to look for repeats anew", async () => {
    const book = notebook();
    await run({ propose: async () => send("ann"), persist: book.persist });
    expect((await run({ resume: book.last() })).status).toBe("completed");
  });

  test("that was escalated as repeating does so too with the monitor that it had", async () => {
    const book = notebook();
    const progress = createProgressMonitor();
    await run({ propose: async () => send("ann"), persist: book.persist, progress });
    expect((await run({ resume: book.last(), progress })).status).toBe("completed");
  });
});

describe("an effect that the model asks for again", () => {
  test("after it succeeded is answered with its first result and not done again", async () => {
    const act = vi.fn(async () => `receipt ${act.mock.calls.length}`);
    const result = await run({ propose: scriptedModel<Call, string>(send("ann"), send("ann"), finish), act, effects: keyed() });
    expect([act.mock.calls.length, result.trajectory.map(({ observations }) => observations[0])]).toMatchObject([1, [{ result: "receipt 1" }, { result: "receipt 1" }, { kind: "accepted" }]]);
  });

  test("after it timed out is in doubt and not done again", async () => {
    const act = vi.fn(() => Promise.reject(new Error("timeout")));
    const result = await run({ propose: scriptedModel<Call, string>(send("ann"), send("ann"), finish), act, effects: keyed() });
    expect([act.mock.calls.length, result.trajectory.map(({ observations }) => observations[0]?.kind)]).toEqual([1, ["failure", "in-doubt", "accepted"]]);
  });

  test("after it was refused for sure is done", async () => {
    const refused = new Error("invalid address");
    const act = vi.fn<Options["act"]>().mockRejectedValueOnce(refused).mockResolvedValueOnce("sent");
    const effects = { ...keyed(), options: { nothingHappened: (error: unknown) => error === refused } };
    const result = await run({ propose: scriptedModel<Call, string>(send("ann"), send("ann"), finish), act, effects });
    expect(result.trajectory.map(({ observations }) => observations[0]?.kind)).toEqual(["failure", "result", "accepted"]);
  });

  test("is given the key, to pass on", async () => {
    const act = vi.fn<Options["act"]>();
    await run({ propose: scriptedModel<Call, string>(send("ann"), finish), act, effects: keyed() });
    expect(act.mock.calls[0]?.[1].key).toBe(keyFor({ task: "t", tool: "send", args: { to: "ann" } }));
  });

  test("but only reads, and so has no key, is run again", async () => {
    const act = vi.fn(async () => "page");
    const read: Line = { kind: "act", actions: [{ tool: "read" }] };
    await run({ propose: scriptedModel<Call, string>(read, read, finish), act, effects: keyed() });
    expect(act).toHaveBeenCalledTimes(2);
  });
});

test("an effect that had not begun when the run ended is not left in doubt", async () => {
  const store = memoryStore();
  const caller = new AbortController();
  const slow = { ...store, claim: async (key: string, owner: string) => {
    const record = await store.claim(key, owner);
    caller.abort();
    return record;
  } };
  const act = vi.fn();
  const result = await run({ budget: { steps: 5, signal: caller.signal }, propose: async () => send("ann"), act, effects: { ...keyed(), store: slow } });
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect([result.trajectory[0]?.observations[0]?.kind, act.mock.calls.length, store.records()]).toEqual(["skipped", 0, []]);
  const key = keyFor({ task: "t", tool: "send", args: { to: "ann" } });
  expect(await idempotent(store, key, () => "sent later")).toBe("sent later");
});
