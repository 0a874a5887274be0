import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

export const exponentialBackoff: Sdk = {
  id: "exponential-backoff",
  packages: ["exponential-backoff"],
  checked: { "exponential-backoff": "3.1.3" },
  rows: [{ kind: "retry", at: "backOff", calls: "0", limit: { option: "1.numOfAttempts", measure: "steps", default: 10, unlimited: ["Infinity"] }, condition: "1.retry", source: unverified("exponential-backoff@3.1.3") }],
};
