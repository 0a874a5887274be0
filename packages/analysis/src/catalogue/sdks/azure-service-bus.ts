import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@azure/service-bus@7.9.5")("types/latest/service-bus.d.ts:1957");

export const azureServiceBus: Sdk = {
  id: "azure-service-bus",
  packages: ["@azure/service-bus"],
  checked: { "@azure/service-bus": "7.9.5" },
  rows: [
    { kind: "returns", at: "ServiceBusClient#.createSender", type: "ServiceBusSender#", source },
    { kind: "returns", at: "ServiceBusClient#.createReceiver", type: "ServiceBusReceiver#", source },
    {
      kind: "effect",
      at: ["ServiceBusSender#.sendMessages", "ServiceBusSender#.scheduleMessages"],
      verb: "send",
      key: ["0.messageId"],
      topic: "new.0",
      source,
      note: "Doubles are refused when the queue is set up so.",
    },
    {
      kind: "items-from-outside",
      at: "ServiceBusReceiver#.subscribe",
      handler: "0.processMessage",
      redelivers: true,
      source,
    },
  ],
};
