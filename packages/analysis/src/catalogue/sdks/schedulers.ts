import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("node-cron@4.6.0");

export const schedulers: Sdk = {
  id: "schedulers",
  packages: ["node-cron", "cron", "croner", "node-schedule", "toad-scheduler"],
  checked: { "node-cron": "4.6.0" },
  same: { Cron: "CronJob" },
  rows: [
    { kind: "timer", at: ["schedule", "default.schedule"], calls: "1", repeats: true, source, note: "The clock starts each pass; what it brings back does not." },
    { kind: "timer", at: ["scheduleJob", "default.scheduleJob", "CronJob"], calls: "1", repeats: true, untyped: true, source: unverified("node-schedule@2.1.1"), note: "Not among the packages that are installed for the check." },
  ],
};
