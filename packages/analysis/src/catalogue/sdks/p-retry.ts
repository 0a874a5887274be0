import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("p-retry@9.0.0")("index.js:249");

export const pRetry: Sdk = {
  id: "p-retry",
  packages: ["p-retry"],
  checked: { "p-retry": "9.0.0" },
  rows: [
    {
      kind: "retry",
      at: "default",
      calls: "0",
      attempt: 0,
      limit: { option: "1.retries", measure: "steps", default: 10, unlimited: ["Infinity"] },
      timeLimit: { option: "1.maxRetryTime", measure: "time", default: null, unlimited: ["Infinity"] },
      condition: "1.shouldRetry",
      source,
    },
    {
      kind: "retry",
      at: "makeRetriable",
      calls: "0",
      limit: { option: "1.retries", measure: "steps", default: 10, unlimited: ["Infinity"] },
      timeLimit: { option: "1.maxRetryTime", measure: "time", default: null },
      source,
    },
    { kind: "error-class", at: "AbortError", means: "abort", source },
  ],
};
