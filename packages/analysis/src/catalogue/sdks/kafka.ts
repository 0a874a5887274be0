import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("kafkajs@2.2.4")("types/index.d.ts:103");

export const kafka: Sdk = {
  id: "kafka",
  packages: ["kafkajs"],
  checked: { kafkajs: "2.2.4" },
  rows: [
    { kind: "returns", at: "Kafka#.producer", type: "Producer#", source },
    { kind: "returns", at: "Kafka#.consumer", type: "Consumer#", source },
    {
      kind: "effect",
      at: ["Producer#.send", "Producer#.sendBatch"],
      verb: "send",
      idempotentIf: [{ option: "new.0.idempotent", values: [true] }],
      topic: "0.topic",
      source,
    },
    {
      kind: "channel",
      at: "Consumer#.run",
      handler: "0.eachMessage",
      subscribed: { by: "Consumer#.subscribe", topics: ["0.topic", "0.topics[]"] },
      raisedBy: ["Producer#.send"],
      selfSigns: [],
      source,
    },
    { kind: "items-from-outside", at: "Consumer#.run", handler: "0.eachMessage", redelivers: true, source },
  ],
};
