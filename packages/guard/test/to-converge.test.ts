import type { ToolCall } from "@agent-loop/guard";
import { type ConvergeMatchers, toConverge } from "@agent-loop/guard/testing";
import { expect as jestExpect } from "expect";
import { describe, expect, test } from "vitest";

declare module "vitest" {
  interface Matchers<T> extends ConvergeMatchers<T> {} // eslint-disable-line @typescript-eslint/no-empty-object-type -- how matchers are declared
}
declare module "expect" {
  interface Matchers<R> extends ConvergeMatchers<R> {} // eslint-disable-line @typescript-eslint/no-empty-object-type -- how matchers are declared
}
expect.extend({ toConverge });
jestExpect.extend({ toConverge });

const calls = (text: string): ToolCall[] => [...text].map((tool) => ({ tool }));
const messageOf = (list: unknown, options = { maxSteps: 9 }): string => toConverge(list, options).message();

describe.each([
  ["Vitest", expect],
  ["Jest", jestExpect],
])("toConverge in %s", (_runner, runnerExpect) => {
  test("passes a run that comes to an end", () => {
    runnerExpect(calls("abcd")).toConverge({ maxSteps: 4 });
  });

  test("fails a run that takes too many steps", () => {
    expect(() => runnerExpect(calls("abcd")).toConverge({ maxSteps: 3 })).toThrow("the run took 4 calls, and at most 3 are allowed; the last was d()");
  });

  test("fails a run that oscillates between two tools", () => {
    expect(() => runnerExpect(calls("xabab")).toConverge({ maxSteps: 99 })).toThrow("the run goes back and forth between a() and b() from call 2 on");
  });

  test("can be negated", () => {
    runnerExpect(calls("abab")).not.toConverge({ maxSteps: 99 });
    expect(() => runnerExpect(calls("ab")).not.toConverge({ maxSteps: 99 })).toThrow("the run converges, and it was expected not to");
  });
});

describe("toConverge", () => {
  test("passes a run without a call", () => {
    expect([]).toConverge({ maxSteps: 0 });
  });

  test("names the block that repeats", () => {
    expect(messageOf(calls("abcabcabc"))).toBe("the run repeats a(), b(), c() 3 times from call 1 on");
  });

  test("shows arguments, cut to a line", () => {
    const list = Array.from({ length: 3 }, () => ({ tool: "search", args: { q: "x".repeat(200) } }));
    expect(messageOf(list)).toMatch(/^the run repeats search\(\{"q":"x+…\) 3 times/);
  });

  test("does not take the same tool with other arguments for a repeat", () => {
    expect([1, 2, 3, 4].map((page) => ({ tool: "read", args: { page } }))).toConverge({ maxSteps: 4 });
  });

  test("compares tools alone when told to", () => {
    expect([1, 2, 3].map((page) => ({ tool: "read", args: { page } }))).not.toConverge({ maxSteps: 9, by: ({ tool }) => tool });
  });

  test("does not let a call id hide a repeat", () => {
    expect([1, 2, 3].map((id) => ({ tool: "read", id }))).not.toConverge({ maxSteps: 9 });
  });

  test("waits for as many times as it is told to", () => {
    expect(calls("aaabab")).toConverge({ maxSteps: 9, times: 4 });
  });

  test.each([["a text"], [undefined], [[1]], [[{ name: "read" }]]])("says what it takes when it is given %o", (received) => {
    expect(messageOf(received)).toContain('takes a list of calls such as [{ tool: "search"');
    expect(toConverge(received, { maxSteps: 1 }).pass).toBe(false);
  });
});
