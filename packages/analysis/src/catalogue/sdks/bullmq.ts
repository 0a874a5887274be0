import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("bullmq@6.7.0")("dist/esm/interfaces/base-job-options.d.ts:92");

export const bullmq: Sdk = {
  id: "bullmq",
  packages: ["bullmq", "bull"],
  checked: { bullmq: "6.7.0" },
  rows: [
    {
      kind: "effect",
      at: "Queue#.add",
      verb: "create",
      key: ["2.jobId", "2.deduplication.id"],
      topic: "new.0",
      source,
    },
    { kind: "effect", at: "Queue#.addBulk", verb: "create", key: ["0[].opts.jobId"], topic: "new.0", source },
    { kind: "effect", at: ["FlowProducer#.add"], verb: "create", topic: "0.queueName", source },
    { kind: "effect", at: ["Queue#.upsertJobScheduler"], verb: "create", idempotent: true, topic: "new.0", source },
    {
      kind: "effect",
      at: ["Queue#.obliterate", "Queue#.drain"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    {
      kind: "channel",
      at: "Worker",
      handler: "1",
      topic: "0",
      raisedBy: ["Queue#.add", "Queue#.addBulk", "FlowProducer#.add"],
      selfSigns: [],
      source,
    },
    { kind: "items-from-outside", at: "Worker", handler: "1", redelivers: true, source },
    {
      kind: "retry",
      at: "Queue#.add",
      limit: {
        option: "2.attempts",
        or: ["new.1.defaultJobOptions.attempts"],
        measure: "steps",
        default: 1,
        unlimited: ["Infinity"],
      },
      source,
      note: "What is repeated is the processor of the worker.",
    },
  ],
};
