import { findCycle, findOscillation } from "@agent-loop/guard";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const calls = (text: string): string[] => [...text];

/** What a cycle is, said in the plainest way, to hold the fast search against. */
function plainSearch(list: readonly string[], maxPeriod: number, times: number): { start: number; period: number } | undefined {
  for (let end = 1; end <= list.length; end++) {
    for (let period = 1; period <= maxPeriod; period++) {
      const start = end - period * times;
      if (start < 0) continue;
      const block = list.slice(start, start + period).join();
      const blocks = Array.from({ length: times }, (_, index) => list.slice(start + index * period, start + (index + 1) * period).join());
      if (blocks.every((each) => each === block)) return { start, period };
    }
  }
  return undefined;
}

describe("findCycle", () => {
  test.each<[string, number, number, string]>([
    ["aaa", 0, 1, "a"],
    ["xyaaa", 2, 1, "a"],
    ["ababab", 0, 2, "ab"],
    ["xabcabcabc", 1, 3, "abc"],
  ])("finds in %s the block at %i of %i calls", (text, start, period, block) => {
    expect(findCycle(calls(text))).toEqual({ start, period, times: 3, calls: calls(block) });
  });

  test.each(["", "a", "aa", "abab", "aba", "abcdefgh", "abacadaeaf"])("finds none in %s", (text) => {
    expect(findCycle(calls(text))).toBeUndefined();
  });

  test("does not look for blocks longer than it is told to", () => {
    expect(findCycle(calls("abcabcabc"), { maxPeriod: 2 })).toBeUndefined();
  });

  test("notices the second time when told to", () => {
    expect(findCycle(calls("abab"), { times: 2 })?.period).toBe(2);
  });

  test("sees through the order of keys, case and white space", () => {
    const list = [{ tool: "s", args: { q: "a", n: 1 } }, { tool: "s", args: { n: 1, q: " A" } }, { args: '{"n":1,"q":"a "}', tool: "s" }];
    expect(findCycle(list)?.period).toBe(1);
  });

  test("compares by what it is told to", () => {
    const list = [1, 2, 3].map((page) => ({ tool: "search", args: { page } }));
    expect([findCycle(list), findCycle(list, { by: ({ tool }) => tool })?.period]).toEqual([undefined, 1]);
  });

  test("agrees with the plain definition", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 24 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 4 }), (list, maxPeriod, times) => {
        const found = findCycle(list, { maxPeriod, times });
        expect(found && { start: found.start, period: found.period }).toEqual(plainSearch(list, maxPeriod, times));
      }),
    );
  });

  test.each([{ times: 1 }, { times: Number.NaN }, { maxPeriod: 0 }, { maxPeriod: 1.5 }])("refuses %o", (options) => {
    expect(() => findCycle([], options)).toThrow(RangeError);
  });
});

describe("findOscillation", () => {
  test("finds two calls that take turns", () => {
    expect(findOscillation(calls("xabab"))).toEqual({ start: 1, period: 2, times: 2, calls: ["a", "b"] });
  });

  test("does not take a plain repeat for one", () => {
    expect(findOscillation(calls("aaaa"))).toBeUndefined();
  });

  test("does not take going back once for one", () => {
    expect(findOscillation(calls("aba"))).toBeUndefined();
  });

  test("finds two tools that take turns, whatever their arguments", () => {
    const list = ["search", "open", "search", "open"].map((tool, n) => ({ tool, args: { n } }));
    expect([findOscillation(list), findOscillation(list, { by: ({ tool }) => tool })?.start]).toEqual([undefined, 0]);
  });

  test("waits for as many pairs as it is told to", () => {
    expect([findOscillation(calls("abab"), { times: 3 }), findOscillation(calls("ababab"), { times: 3 })?.start]).toEqual([undefined, 0]);
  });
});
