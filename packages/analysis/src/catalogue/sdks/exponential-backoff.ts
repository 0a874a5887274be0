import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

export const exponentialBackoff: Sdk = {
  id: "exponential-backoff",
  packages: ["exponential-backoff"],
  checked: { "exponential-backoff": "3.1.3" },
  rows: [
    {
      kind: "retry",
      at: "backOff",
      calls: "0",
      limit: { option: "1.numOfAttempts", measure: "steps", default: 10, unlimited: ["Infinity"] },
      condition: "1.retry",
      source: readIn("exponential-backoff@3.1.3")("dist/options.js:17"),
    },
  ],
};
