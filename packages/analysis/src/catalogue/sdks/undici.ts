import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("undici@7.30.2")("types/fetch.d.ts:14");
const request = {
  kind: "effect",
  verb: "write",
  method: "1.method",
  headers: "1.headers",
  url: "0",
  body: "1.body",
  source,
} as const;

/** Functions with the signature of `fetch`. */
export const undici: Sdk = {
  id: "undici",
  packages: ["undici", "node-fetch", "cross-fetch", "isomorphic-fetch", "ofetch"],
  checked: { undici: "7.30.2", "node-fetch": "3.3.2", ofetch: "1.5.1" },
  same: { default: "fetch", ofetch: "fetch", $fetch: "fetch" },
  rows: [
    { ...request, at: ["fetch", "request", "stream"] },
    {
      ...request,
      at: ["Client#.request", "Pool#.request", "Agent#.request"],
      method: "0.method",
      headers: "0.headers",
      url: "0.path",
      body: "0.body",
    },
    {
      kind: "retry",
      at: ["RetryAgent"],
      limit: { option: "1.maxRetries", measure: "steps", default: 5, unlimited: ["Infinity"] },
      skipsEffects: true,
      source: readIn("undici@7.30.2")("lib/handler/retry-handler.js:116"),
    },
  ],
};
