import { invariantCheck, metamorphicCheck, modelCheck, schemaCheck } from "@agent-loop/guard";
import { describe, expect, test } from "vitest";
import { z } from "zod";

describe("a schema check", () => {
  const check = schemaCheck("invoice", z.object({ total: z.number(), lines: z.array(z.object({ price: z.number() })) }));

  test("passes work that fits", async () => {
    expect(await check.run({ total: 1, lines: [] }, {})).toEqual({ passed: "yes", confidence: 1, detail: "invoice: fits the schema" });
  });

  test("names the place of what does not fit", async () => {
    const verdict = await check.run({ total: 1, lines: [{ price: "x" }] }, {});
    expect(verdict.passed).toBe("no");
    expect(verdict.detail).toContain("invoice: lines.0.price: ");
  });

  test("takes a function that throws for a schema", async () => {
    const parse = schemaCheck("count", (value) => {
      if (typeof value !== "number") throw new TypeError("not a number");
      return value;
    });
    expect([(await parse.run(1, {})).passed, (await parse.run("1", {})).detail]).toEqual(["yes", "count: not a number"]);
  });
});

describe("an invariant check", () => {
  test.each([
    [true, "yes", "sum: holds"],
    [false, "no", "sum: does not hold"],
    ["unknown", "unknown", "sum: could not be decided"],
    [{ problem: "3 is not 4" }, "no", "sum: 3 is not 4"],
  ] as const)("turns %o into %s", async (answer, passed, detail) => {
    expect(await invariantCheck("sum", () => answer).run({}, {})).toMatchObject({ passed, detail });
  });

  test("proves as much as it is told that it proves", async () => {
    expect((await invariantCheck("sum", () => true, 0.6).run({}, {})).confidence).toBe(0.6);
  });

  test("has no confidence in what it could not decide", async () => {
    expect((await invariantCheck("sum", () => "unknown", 0.6).run({}, {})).confidence).toBe(0);
  });
});

describe("a metamorphic check", () => {
  /** Sorting must not depend on the order that it is given. */
  const order = (inputs: number[][]) =>
    metamorphicCheck<(list: number[]) => number[], number[], number[]>("order", {
      inputs,
      follow: (list) => [...list].reverse(),
      run: (sort, list) => sort(list),
      holds: (first, second) => first.join() === second.join() || { problem: `${first.join()} is not ${second.join()}` },
    });

  test("passes work whose results are related as they must be", async () => {
    expect(await order([[3, 1], [2]]).run((list) => [...list].sort(), {})).toMatchObject({ passed: "yes", confidence: 0.8 });
  });

  test("refuses work that breaks the relation on one input", async () => {
    expect(await order([[2], [3, 1]]).run((list) => list, {})).toMatchObject({ passed: "no", detail: "order: 3,1 is not 1,3" });
  });

  test("without an input has decided nothing", async () => {
    expect((await order([]).run((list) => list, {})).passed).toBe("unknown");
  });

  test("is unknown as a whole when one input could not be told", async () => {
    const check = metamorphicCheck("r", { inputs: [1, 2], follow: (n: number) => n, run: (_: unknown, n: number) => n, holds: (n) => (n === 1 ? "unknown" : "yes") });
    expect((await check.run({}, {})).passed).toBe("unknown");
  });
});

test("a model check says which model judges", () => {
  expect(modelCheck("review", "gpt-5", async () => ({ passed: "yes", confidence: 0.9, detail: "fine" })).judge).toBe("gpt-5");
});
