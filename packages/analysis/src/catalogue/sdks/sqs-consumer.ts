import type { ChannelRow, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("sqs-consumer@14.2.8");
/** The consumer and the request of the command each name the queue. */
const fed: Omit<ChannelRow, "handler" | "source"> = {
  kind: "channel",
  at: ["Consumer.create", "Consumer"],
  topic: "0.queueUrl",
  raisedBy: ["@aws-sdk/client-sqs:SendMessageCommand#", "@aws-sdk/client-sqs:SendMessageBatchCommand#"],
  raisedTopic: "0.new.0.QueueUrl",
  selfSigns: [],
};

export const sqsConsumer: Sdk = {
  id: "sqs-consumer",
  packages: ["sqs-consumer"],
  checked: { "sqs-consumer": "14.2.8" },
  rows: [
    { ...fed, handler: "0.handleMessage", source: read("dist/esm/types.d.ts:130") },
    { ...fed, handler: "0.handleMessageBatch", source: read("dist/esm/types.d.ts:130") },
  ],
};
