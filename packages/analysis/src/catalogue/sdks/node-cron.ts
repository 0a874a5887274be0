import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("node-cron@4.6.0")("dist/node-cron.d.ts:100");

export const nodeCron: Sdk = {
  id: "node-cron",
  packages: ["node-cron"],
  checked: { "node-cron": "4.6.0" },
  rows: [
    {
      kind: "timer",
      at: ["schedule", "default.schedule"],
      calls: "1",
      repeats: true,
      source,
      note: "The clock starts each pass; what the last one brought does not.",
    },
  ],
};
