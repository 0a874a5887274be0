import { passAtK, passHatK } from "@agent-loop/guard/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const outcomes = (passes: number, fails: number): boolean[] => [...Array<boolean>(passes).fill(true), ...Array<boolean>(fails).fill(false)];

/** The estimate, said in the plainest way: the share of all draws of k without replacement for which something holds. */
function shareOfDraws(list: readonly boolean[], k: number, holds: (draw: readonly boolean[]) => boolean): number {
  const draws = (from: number, size: number): boolean[][] =>
    size === 0 ? [[]] : list.slice(from).flatMap((each, index) => draws(from + index + 1, size - 1).map((rest) => [each, ...rest]));
  const all = draws(0, k);
  return all.filter(holds).length / all.length;
}

describe("passAtK", () => {
  test("is the pass rate for one try", () => expect(passAtK(outcomes(3, 1), 1)).toBeCloseTo(0.75));
  test("is certain when more tries are drawn than fail", () => expect(passAtK(outcomes(1, 2), 3)).toBe(1));
  test("is 0 when none passes", () => expect(passAtK(outcomes(0, 4), 2)).toBe(0));
});

describe("passHatK", () => {
  test("is the pass rate for one try", () => expect(passHatK(outcomes(3, 1), 1)).toBeCloseTo(0.75));
  test("is 0 as soon as fewer pass than are drawn", () => expect(passHatK(outcomes(2, 2), 3)).toBe(0));
  test("of 75 % per try is about 42 % for three tries", () => expect(passHatK(outcomes(7_500, 2_500), 3)).toBeCloseTo(0.42, 2));
});

test("both are the share of all possible draws of k", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.nat(), (list, seed) => {
      const k = 1 + (seed % list.length);
      expect(passAtK(list, k)).toBeCloseTo(shareOfDraws(list, k, (draw) => draw.some(Boolean)));
      expect(passHatK(list, k)).toBeCloseTo(shareOfDraws(list, k, (draw) => draw.every(Boolean)));
    }),
  );
});

test("large runs do not overflow", () => {
  expect(passHatK(outcomes(100_000, 100_000), 1_000)).toBeGreaterThanOrEqual(0);
});

test.each([0, 4, 1.5, Number.NaN])("k of %d among three outcomes is refused", (k) => {
  expect(() => passAtK(outcomes(2, 1), k)).toThrow(RangeError);
  expect(() => passHatK(outcomes(2, 1), k)).toThrow(`k is ${k}, and there are 3 outcomes`);
});
