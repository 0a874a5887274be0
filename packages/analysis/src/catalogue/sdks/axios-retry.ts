import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("axios-retry@4.5.0");

export const axiosRetry: Sdk = {
  id: "axios-retry",
  packages: ["axios-retry"],
  checked: { "axios-retry": "4.5.0" },
  rows: [
    {
      kind: "retry",
      at: "default",
      client: "0",
      limit: { option: "1.retries", measure: "steps", default: 3, unlimited: ["Infinity"] },
      condition: "1.retryCondition",
      skipsEffects: true,
      source: read("dist/esm/index.js:77"),
      note: "By default POST is repeated after network errors only; a condition of one's own takes even that away.",
    },
  ],
};
