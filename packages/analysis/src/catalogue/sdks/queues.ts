import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const kafka = readIn("kafkajs@2.2.4")("types/index.d.ts:103");
const qstash = readIn("@upstash/qstash@2.12.0")("client-EPV4uoTr.d.ts:2283");
const tasks = readIn("@google-cloud/tasks@7.1.0")("build/protos/protos.d.ts:2984");
const pubsub = readIn("@google-cloud/pubsub@6.3.2")("build/src/publisher/index.d.ts:105");
const bus = readIn("@azure/service-bus@7.9.5")("types/latest/service-bus.d.ts:1957");
const amqp = unverified("amqplib@2.3.1");

/** Message queues, and what comes out of them again. */
export const queues: Sdk = {
  id: "queues",
  packages: ["kafkajs", "@upstash/qstash", "@google-cloud/tasks", "@google-cloud/pubsub", "@azure/service-bus", "amqplib"],
  checked: { kafkajs: "2.2.4", "@upstash/qstash": "2.12.0", "@google-cloud/tasks": "7.1.0", "@google-cloud/pubsub": "6.3.2", "@azure/service-bus": "7.9.5", "@types/amqplib": "0.10.8" },
  rows: [
    { kind: "returns", at: "Kafka#.producer", type: "Producer#", source: kafka },
    { kind: "returns", at: "Kafka#.consumer", type: "Consumer#", source: kafka },
    { kind: "effect", at: ["Producer#.send", "Producer#.sendBatch"], verb: "send", idempotentIf: [{ option: "new.0.idempotent", values: [true] }], topic: "0.topic", source: kafka },
    { kind: "channel", at: "Consumer#.run", handler: "0.eachMessage", raisedBy: ["Producer#.send"], selfSigns: [], source: kafka },
    { kind: "items-from-outside", at: "Consumer#.run", handler: "0.eachMessage", source: kafka },
    { kind: "effect", at: ["Client#.publishJSON", "Client#.publish", "Client#.enqueueJSON"], verb: "send", key: ["0.deduplicationId"], idempotentIf: [{ option: "0.contentBasedDeduplication", values: [true] }], topic: "0.url", source: qstash },
    { kind: "effect", at: "CloudTasksClient#.createTask", verb: "create", key: ["0.task.name"], topic: "0.parent", source: tasks },
    { kind: "returns", at: "PubSub#.topic", type: "Topic#", source: pubsub },
    { kind: "returns", at: "PubSub#.subscription", type: "Subscription#", source: pubsub },
    { kind: "effect", at: ["Topic#.publishMessage", "Topic#.publish"], verb: "send", topic: "new.0", source: pubsub },
    { kind: "items-from-outside", at: "Subscription#.on", handler: "1", source: pubsub },
    { kind: "returns", at: "ServiceBusClient#.createSender", type: "ServiceBusSender#", source: bus },
    { kind: "effect", at: ["ServiceBusSender#.sendMessages", "ServiceBusSender#.scheduleMessages"], verb: "send", key: ["0.messageId"], topic: "new.0", source: bus, note: "Doubles are refused when the queue says so." },
    { kind: "items-from-outside", at: "ServiceBusReceiver#.subscribe", handler: "0.processMessage", source: bus },
    { kind: "returns", at: ["connect", "default.connect"], type: "ChannelModel#", source: amqp },
    { kind: "returns", at: ["ChannelModel#.createChannel", "ChannelModel#.createConfirmChannel"], type: "Channel#", source: amqp },
    { kind: "effect", at: ["Channel#.sendToQueue", "Channel#.publish"], verb: "send", topic: "0", source: amqp },
    { kind: "channel", at: "Channel#.consume", handler: "1", topic: "0", raisedBy: ["Channel#.sendToQueue", "Channel#.publish"], selfSigns: [], source: amqp },
    { kind: "items-from-outside", at: "Channel#.consume", handler: "1", source: amqp },
  ],
};
