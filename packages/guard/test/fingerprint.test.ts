import { createHash } from "node:crypto";
import { fingerprint, volatileFields } from "@agent-loop/guard";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical } from "../src/canonical.js";
import { sha256 } from "../src/sha256.js";

/** The same JSON value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([key, item]) => [key, reversed(item)]));
}

describe("sha256", () => {
  test("agrees with the platform on every text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
      }),
    );
  });

  test.each([55, 56, 63, 64, 65, 119, 120])("pads a message of %i bytes rightly", (length) => {
    expect(sha256("a".repeat(length))).toBe(createHash("sha256").update("a".repeat(length)).digest("hex"));
  });
});

describe("canonical", () => {
  test("writes JSON values the same exactly when they are equal", () => {
    const parsed = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(parsed, parsed, (a, b) => {
        expect(canonical(a)).toBe(canonical(reversed(a)));
        expect(canonical(a) === canonical(b)).toBe(canonical(reversed(a)) === canonical(reversed(b)));
        if (canonical(a) === canonical(b)) expect(a).toEqual(b);
      }),
    );
  });

  test("tells a text from the number, null or list that it spells", () => {
    const written = [1, "1", null, "null", [1], "[1]", 1n, true, "true", undefined].map((value) => canonical(value));
    expect(new Set(written).size).toBe(written.length);
  });

  test("reads maps and sets without regard to order", () => {
    expect(canonical(new Map([["a", 1], ["b", 2]]))).toBe(canonical(new Map([["b", 2], ["a", 1]])));
    expect(canonical(new Set([1, 2]))).toBe(canonical(new Set([2, 1])));
  });

  test("ends on a value that contains itself", () => {
    const value: Record<string, unknown> = { a: 1 };
    value["self"] = value;
    expect(canonical(value)).toBe('{"a":1,"self":^1}');
  });
});

describe("fingerprint", () => {
  test.each<[string, unknown, unknown]>([
    ["the order of keys at any depth", { tool: "t", args: { a: { b: 1, c: 2 } } }, { args: { a: { c: 2, b: 1 } }, tool: "t" }],
    ["case", { q: "Weather in Paris" }, { q: "weather in paris" }],
    ["white space", { q: " weather\n in  Paris " }, { q: "weather in Paris" }],
    ["arguments being JSON text", { tool: "t", args: '{"b": 2, "a": 1}' }, { tool: "t", args: { a: 1, b: 2 } }],
    ["a field that is undefined", { a: 1, b: undefined }, { a: 1 }],
  ])("does not mind %s", (_what, a, b) => {
    expect(fingerprint(a)).toBe(fingerprint(b));
  });

  test.each<[string, unknown, unknown]>([
    ["the order of a list", [1, 2], [2, 1]],
    ["a number and its text", { a: 1 }, { a: "1" }],
    ["tools", { tool: "a", args: {} }, { tool: "b", args: {} }],
    ["broken JSON from what it might have meant", { tool: "t", args: '{"a":' }, { tool: "t", args: { a: 1 } }],
  ])("tells apart %s", (_what, a, b) => {
    expect(fingerprint(a)).not.toBe(fingerprint(b));
  });

  test("leaves ignored fields out at every depth", () => {
    const call = (at: number): unknown => ({ tool: "t", args: { items: [{ id: 1, timestamp: at, requestId: `r${at}` }] } });
    expect(fingerprint(call(1), { ignore: volatileFields })).toBe(fingerprint(call(2), { ignore: volatileFields }));
    expect(fingerprint(call(1))).not.toBe(fingerprint(call(2)));
  });

  test("ignores a name only where it is the whole name", () => {
    expect(fingerprint({ id: 1, ident: 2 }, { ignore: ["id"] })).toBe(fingerprint({ ident: 2 }));
  });

  test.each(["timestamp", "time_stamp", "requestId", "request_id", "traceId", "nonce", "created_at", "toolCallId", "attempt"])("counts %s as volatile", (name) => {
    expect(volatileFields.some((field) => field.test(name))).toBe(true);
  });

  test.each(["date", "time", "id", "userId", "attempts_allowed", "at"])("does not count %s as volatile", (name) => {
    expect(volatileFields.some((field) => field.test(name))).toBe(false);
  });
});
