import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("cron@4.4.0");

export const cron: Sdk = {
  id: "cron",
  packages: ["cron", "croner", "node-schedule"],
  checked: { cron: "4.4.0", croner: "11.0.1", "node-schedule": "2.1.1", "@types/node-schedule": "2.1.8" },
  same: { default: "" },
  rows: [
    { kind: "timer", at: ["CronJob", "Cron"], calls: "1", repeats: true, source },
    { kind: "timer", at: "scheduleJob", calls: "-1", repeats: true, source: unverified("@types/node-schedule@2.1.8") },
  ],
};
