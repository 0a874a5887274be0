import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/promise-retry@1.1.6");

/** The options stand on either side of the function. */
export const promiseRetry: Sdk = {
  id: "promise-retry",
  packages: ["promise-retry"],
  checked: { "promise-retry": "2.0.1", "@types/promise-retry": "1.1.6" },
  rows: [
    {
      kind: "retry",
      at: "default",
      calls: "0",
      attempt: 1,
      limit: { option: "1.retries", or: ["0.retries"], measure: "steps", default: 10, unlimited: ["Infinity"] },
      source,
    },
    {
      kind: "retry",
      at: "default",
      calls: "0",
      attempt: 1,
      when: "1.forever",
      limit: { option: "1.forever", or: ["0.forever"], measure: "steps", default: 10, unlimited: [true] },
      source,
    },
  ],
};
