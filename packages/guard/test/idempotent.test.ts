import { EffectInDoubt, type EffectStore, idempotent, memoryStore } from "@agent-loop/guard";
import { describe, expect, test, vi } from "vitest";
import { otherProcess } from "./other-process.js";

/** What a process leaves behind that dies between starting an effect and writing down its result. */
async function crashed(key: string): Promise<EffectStore> {
  const store = memoryStore();
  await store.claim(key, "the dead");
  return store;
}

/** An effect that can be let go, and counts how often it was started. */
function gate(): { effect: () => Promise<string>; open: () => void; started: () => number } {
  let open: () => void = () => undefined;
  let count = 0;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    effect: async () => {
      count++;
      await opened;
      return `result ${count}`;
    },
    open,
    started: () => count,
  };
}

describe("idempotent", () => {
  test("replays the first result", async () => {
    const store = memoryStore();
    let runs = 0;
    const effect = (): number => ++runs;
    expect([await idempotent(store, "k", effect), await idempotent(store, "k", effect)]).toEqual([1, 1]);
  });

  test("replays a result of undefined without running the effect again", async () => {
    const store = memoryStore();
    let runs = 0;
    for (let call = 0; call < 2; call++) await idempotent(store, "k", () => void runs++);
    expect(runs).toBe(1);
  });

  test("replays in another process", async () => {
    const store = memoryStore();
    await idempotent(store, "k", () => "first");
    expect(await idempotent(otherProcess(store), "k", () => "second")).toBe("first");
  });

  test("lets concurrent callers share one run", async () => {
    const store = memoryStore();
    const { effect, open, started } = gate();
    const callers = [idempotent(store, "k", effect), idempotent(store, "k", effect), idempotent(store, "k", effect)];
    open();
    expect([await Promise.all(callers), started()]).toEqual([["result 1", "result 1", "result 1"], 1]);
  });

  test("does not look at the world for an effect whose result is known", async () => {
    const store = memoryStore();
    await idempotent(store, "k", () => "first");
    const inspect = vi.fn();
    expect([await idempotent(otherProcess(store), "k", () => "second", { inspect }), inspect.mock.calls.length]).toEqual(["first", 0]);
  });

  test("replays what an earlier memory store knew", async () => {
    const earlier = memoryStore();
    await idempotent(earlier, "k", () => "first");
    expect(await idempotent(memoryStore(earlier.records()), "k", () => "second")).toBe("first");
  });

  test("keeps keys apart", async () => {
    const store = memoryStore();
    expect([await idempotent(store, "a", () => 1), await idempotent(store, "b", () => 2)]).toEqual([1, 2]);
  });

  test("keeps stores apart", async () => {
    const { effect, open, started } = gate();
    const callers = [idempotent(memoryStore(), "k", effect), idempotent(memoryStore(), "k", effect)];
    open();
    await Promise.all(callers);
    expect(started()).toBe(2);
  });

  test("hands the key to the effect", async () => {
    expect(await idempotent(memoryStore(), "k", (key) => key)).toBe("k");
  });

  test("gives every caller a result of its own, which it may change", async () => {
    const store = memoryStore();
    await idempotent(store, "k", () => ({ paid: 5 }));
    (await idempotent(store, "k", () => ({ paid: 0 }))).paid = 99;
    expect(await idempotent(store, "k", () => ({ paid: 0 }))).toEqual({ paid: 5 });
  });
});

describe("an effect whose process died", () => {
  test("is not repeated", async () => {
    let runs = 0;
    await expect(idempotent(await crashed("k"), "k", () => runs++)).rejects.toBeInstanceOf(EffectInDoubt);
    expect(runs).toBe(0);
  });

  test("is reported with its key and what to do", async () => {
    await expect(idempotent(await crashed("k"), "k", () => 1)).rejects.toThrow("Effect k may already have happened: an attempt was started and has not reported a result. It was not repeated.");
  });

  test("is run when the world says that it did not happen", async () => {
    const store = await crashed("k");
    expect(await idempotent(store, "k", () => "now", { inspect: async () => ({ happened: "no" }) })).toBe("now");
    expect(await idempotent(store, "k", () => "again")).toBe("now");
  });

  test("takes its result from the world when the world says that it happened", async () => {
    const store = await crashed("k");
    let runs = 0;
    const inspect = async (): Promise<{ happened: "yes"; result: string }> => ({ happened: "yes", result: "found" });
    expect(await idempotent(store, "k", () => String(runs++), { inspect })).toBe("found");
    expect([await idempotent(store, "k", () => String(runs++)), runs]).toEqual(["found", 0]);
  });

  test("stays in doubt when the world cannot tell", async () => {
    await expect(idempotent(await crashed("k"), "k", () => 1, { inspect: async () => ({ happened: "unknown" }) })).rejects.toBeInstanceOf(EffectInDoubt);
  });

  test("is run by one only of several who find that it did not happen", async () => {
    const store = await crashed("k");
    const { effect, open, started } = gate();
    const inspect = async (): Promise<{ happened: "no" }> => ({ happened: "no" });
    const callers = [1, 2, 3].map(() => idempotent(otherProcess(store), "k", effect, { inspect }));
    open();
    await Promise.allSettled(callers);
    expect(started()).toBe(1);
  });
});

describe("an effect that is under way in another process", () => {
  test("is waited for when there is time", async () => {
    const store = memoryStore();
    const { effect, open } = gate();
    const first = idempotent(store, "k", effect);
    const second = idempotent(otherProcess(store), "k", () => "second", { waitMs: 10_000, pollMs: 1 });
    open();
    expect([await first, await second]).toEqual(["result 1", "result 1"]);
  });

  test("is in doubt once the wait is over", async () => {
    await expect(idempotent(await crashed("k"), "k", () => 1, { waitMs: 3, pollMs: 1 })).rejects.toBeInstanceOf(EffectInDoubt);
  });

  test("is waited for without spinning when the pause is 0", async () => {
    await expect(idempotent(await crashed("k"), "k", () => 1, { waitMs: 3, pollMs: 0 })).rejects.toBeInstanceOf(EffectInDoubt);
  });
});

describe("an effect that throws", () => {
  const timeout = new Error("timeout");
  const fails = (): never => {
    throw timeout;
  };

  test("throws the same to the caller", async () => {
    await expect(idempotent(memoryStore(), "k", fails)).rejects.toBe(timeout);
  });

  test("may have happened, and is not repeated", async () => {
    const store = memoryStore();
    await idempotent(store, "k", fails).catch(() => undefined);
    await expect(idempotent(store, "k", () => 1)).rejects.toThrow("an earlier attempt failed (timeout)");
  });

  test("is run again after an error that proves that nothing happened", async () => {
    const store = memoryStore();
    await idempotent(store, "k", fails, { nothingHappened: (error) => error === timeout }).catch(() => undefined);
    expect(await idempotent(store, "k", () => 1)).toBe(1);
  });

  test("is run again when the world says that it did not happen", async () => {
    const store = memoryStore();
    await idempotent(store, "k", fails).catch(() => undefined);
    expect(await idempotent(store, "k", () => 1, { inspect: async () => ({ happened: "no" }) })).toBe(1);
  });

  test("takes its result from the world when it happened all the same", async () => {
    const store = memoryStore();
    await idempotent(store, "k", fails).catch(() => undefined);
    expect(await idempotent(store, "k", () => 0, { inspect: async () => ({ happened: "yes", result: 7 }) })).toBe(7);
  });
});

describe("a store that fails", () => {
  const broken = new Error("no connection");

  test("before the effect keeps it from running", async () => {
    const store: EffectStore = { ...memoryStore(), claim: () => Promise.reject(broken) };
    let runs = 0;
    await expect(idempotent(store, "k", () => runs++)).rejects.toBe(broken);
    expect(runs).toBe(0);
  });

  test("after the effect leaves its result with the error, and the effect in doubt", async () => {
    const memory = memoryStore();
    const store: EffectStore = { ...memory, settle: () => Promise.reject(broken) };
    await expect(idempotent(store, "k", () => "paid")).rejects.toMatchObject({ name: "EffectInDoubt", result: "paid", cause: broken });
    await expect(idempotent(memory, "k", () => "paid twice")).rejects.toBeInstanceOf(EffectInDoubt);
  });

  test("while noting a failure does not hide that failure", async () => {
    const store: EffectStore = { ...memoryStore(), settle: () => Promise.reject(broken) };
    await expect(idempotent(store, "k", () => Promise.reject(new Error("declined")))).rejects.toThrow("declined");
  });
});

describe("an effect that somebody declared dead while it ran", () => {
  test("takes its key back when nobody else has it", async () => {
    const store = memoryStore();
    const { effect, open } = gate();
    const run = idempotent(store, "k", effect);
    await Promise.resolve();
    const [record] = store.records();
    await store.release("k", record?.owner ?? "");
    open();
    expect([await run, store.records()[0]?.state]).toEqual(["result 1", "done"]);
  });

  test("says so when another process has taken the key", async () => {
    const store = memoryStore();
    const { effect, open } = gate();
    const run = idempotent(store, "k", effect);
    await Promise.resolve();
    const [record] = store.records();
    await store.release("k", record?.owner ?? "");
    await store.claim("k", "another");
    open();
    await expect(run).rejects.toMatchObject({ name: "EffectInDoubt", result: "result 1" });
  });

  test("gives the first recorded result when the world was believed meanwhile", async () => {
    const store = memoryStore();
    const { effect, open } = gate();
    const run = idempotent(store, "k", effect);
    await Promise.resolve();
    await idempotent(otherProcess(store), "k", () => "", { inspect: async () => ({ happened: "yes", result: "found" }) });
    open();
    expect(await run).toBe("found");
  });
});
