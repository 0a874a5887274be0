import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("@trigger.dev/sdk@4.8.3")("dist/esm/v3/idempotencyKeys.d.ts:2");

export const triggerDev: Sdk = {
  id: "trigger-dev",
  packages: ["@trigger.dev/sdk", "@trigger.dev/sdk/v3"],
  checked: { "@trigger.dev/sdk": "4.8.3" },
  rows: [
    { kind: "returns", at: ["task", "schemaTask"], type: "Task#", source },
    { kind: "effect", at: "Task#.trigger", verb: "run", key: ["1.idempotencyKey"], source },
    { kind: "effect", at: "Task#.triggerAndWait", verb: "run", key: ["1.idempotencyKey"], source },
    {
      kind: "effect",
      at: ["Task#.batchTrigger", "Task#.batchTriggerAndWait"],
      verb: "run",
      key: ["1.idempotencyKey", "0[].options.idempotencyKey"],
      source,
    },
    { kind: "effect", at: ["tasks.trigger", "tasks.triggerAndWait"], verb: "run", key: ["2.idempotencyKey"], source },
    {
      kind: "retry",
      at: ["task", "schemaTask"],
      calls: "0.run",
      limit: { option: "0.retry.maxAttempts", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: unverified("@trigger.dev/sdk@4.8.3"),
    },
    {
      kind: "retry",
      at: "retry.onThrow",
      calls: "0",
      limit: { option: "1.maxAttempts", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: unverified("@trigger.dev/sdk@4.8.3"),
    },
    { kind: "human-gate", at: "wait.forToken", source: readIn("@trigger.dev/sdk@4.8.3")("dist/esm/v3/wait.d.ts:229") },
    { kind: "error-class", at: "AbortTaskRunError", means: "abort", source: unverified("@trigger.dev/sdk@4.8.3") },
  ],
};
