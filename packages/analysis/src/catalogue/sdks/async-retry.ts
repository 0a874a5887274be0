import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("async-retry@1.3.3")("lib/index.js:7");
const retries: LimitOption = { option: "1.retries", measure: "steps", default: 10, unlimited: ["Infinity"] };

export const asyncRetry: Sdk = {
  id: "async-retry",
  packages: ["async-retry"],
  checked: { "async-retry": "1.3.3", "@types/async-retry": "1.4.9" },
  rows: [
    {
      kind: "retry",
      at: "default",
      calls: "0",
      attempt: 1,
      limit: retries,
      timeLimit: { option: "1.maxRetryTime", measure: "time", default: null, unlimited: ["Infinity"] },
      source,
    },
    {
      kind: "retry",
      at: "default",
      calls: "0",
      attempt: 1,
      when: "1.forever",
      limit: { option: "1.forever", measure: "steps", default: 10, unlimited: [true] },
      source,
      note: "`forever: true` overrules `retries`.",
    },
  ],
};
