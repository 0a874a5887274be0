import { expect, test, vi } from "vitest";
import { unlessAborted } from "../src/abortable.js";

test("work that ends before the signal aborts gives its result", async () => {
  expect(await unlessAborted(new AbortController().signal, async () => 1)).toBe(1);
});

test("work that fails gives its own error", async () => {
  await expect(unlessAborted(new AbortController().signal, () => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
});

test("work is not started under a signal that is aborted already", async () => {
  const work = vi.fn();
  await expect(unlessAborted(AbortSignal.abort(new Error("too late")), work)).rejects.toThrow("too late");
  expect(work).not.toHaveBeenCalled();
});

test("work that does not listen is left when the signal aborts", async () => {
  const caller = new AbortController();
  const waiting = unlessAborted(caller.signal, () => new Promise(() => undefined));
  caller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("a signal that outlives many calls keeps no listener of theirs", async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, "removeEventListener");
  for (let call = 0; call < 3; call++) await unlessAborted(signal, async () => call);
  expect(removed).toHaveBeenCalledTimes(3);
});
