/**
 * pass@k: the chance that at least one of k tries passes, estimated without bias from n outcomes (n >= k).
 * It flatters: use it only where somebody picks the good try out.
 *
 * @param outcomes one entry per try of the same task.
 * @returns a probability from 0 to 1.
 * @throws {RangeError} when k is not a whole number from 1 up to the number of outcomes.
 */
export function passAtK(outcomes: readonly boolean[], k: number): number {
  return 1 - chanceOfAll(outcomes.length, outcomes.filter((passed) => !passed).length, k);
}

/**
 * pass^k: the chance that all of k tries pass, estimated without bias from n outcomes (n >= k). This is what a user
 * who relies on the agent k times sees.
 *
 * @param outcomes one entry per try of the same task.
 * @returns a probability from 0 to 1.
 * @throws {RangeError} when k is not a whole number from 1 up to the number of outcomes.
 */
export function passHatK(outcomes: readonly boolean[], k: number): number {
  return chanceOfAll(outcomes.length, outcomes.filter(Boolean).length, k);
}

/** The chance that k drawn from n without replacement are all among the `marked`: C(marked, k) / C(n, k), without large factorials. */
function chanceOfAll(n: number, marked: number, k: number): number {
  if (!Number.isInteger(k) || k < 1 || k > n) {
    throw new RangeError(
      `k is ${k}, and there are ${n} outcomes. Write a whole number from 1 to ${n}, or run more tries.`,
    );
  }
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, marked - drawn) / (n - drawn);
  return chance;
}
