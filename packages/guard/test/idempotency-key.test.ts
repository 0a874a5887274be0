import { keyFor } from "@agent-loop/guard";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const base = { task: "invoice-7", step: 2, tool: "charge", args: { amount: 5, to: "ann" } };

describe("keyFor", () => {
  test("is the same for every attempt", () => {
    expect(keyFor(base)).toBe(keyFor({ ...base, args: { to: "ann", amount: 5 } }));
  });

  test("is the same for arguments that arrive as JSON text", () => {
    expect(keyFor({ ...base, args: '{ "to": "ann", "amount": 5 }' })).toBe(keyFor(base));
  });

  test.each<[string, Parameters<typeof keyFor>[0]]>([
    ["task", { ...base, task: "invoice-8" }],
    ["step", { ...base, step: 3 }],
    ["tool", { ...base, tool: "refund" }],
    ["arguments", { ...base, args: { amount: 6, to: "ann" } }],
    ["case of an argument, which may be another message", { ...base, args: { amount: 5, to: "Ann" } }],
    ["white space in an argument", { ...base, args: { amount: 5, to: "ann " } }],
  ])("differs with another %s", (_what, other) => {
    expect(keyFor(other)).not.toBe(keyFor(base));
  });

  test("leaves out argument fields that only the attempt sets", () => {
    const attempt = (sentAt: number): string => keyFor({ ...base, args: { ...base.args, sentAt }, ignore: ["sentAt"] });
    expect(attempt(1)).toBe(attempt(2));
  });

  test("cannot be made to collide by moving text between its parts", () => {
    fc.assert(
      fc.property(fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), ([task, tool], [task2, tool2]) => {
        expect(keyFor({ task, tool }) === keyFor({ task: task2, tool: tool2 })).toBe(task === task2 && tool === tool2);
      }),
    );
  });

  test("fits every API's key field", () => {
    expect(keyFor(base)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([{ task: "", tool: "t" }, { task: "t", tool: "" }])("refuses an empty part, which would make unrelated effects one: %o", (parts) => {
    expect(() => keyFor(parts)).toThrow(TypeError);
  });

  test("refuses a task that is not there, as an unset variable gives it", () => {
    const unset: { id?: string } = {};
    expect(() => keyFor({ task: unset.id as string, tool: "t" })).toThrow("task is undefined");
  });
});
