import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("cron@4.4.0")("dist/job.d.ts:3");

export const cron: Sdk = {
  id: "cron",
  packages: ["cron", "croner", "node-schedule"],
  checked: { cron: "4.4.0", croner: "11.0.1", "node-schedule": "2.1.1", "@types/node-schedule": "2.1.8" },
  same: { default: "" },
  rows: [
    { kind: "timer", at: ["CronJob", "Cron"], calls: "1", repeats: true, source },
    {
      kind: "timer",
      at: "scheduleJob",
      calls: "-1",
      repeats: true,
      source: readIn("@types/node-schedule@2.1.8")("index.d.ts:182"),
    },
  ],
};
