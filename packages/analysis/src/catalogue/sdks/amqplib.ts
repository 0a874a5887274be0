import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/amqplib@0.10.8");

export const amqplib: Sdk = {
  id: "amqplib",
  packages: ["amqplib"],
  checked: { amqplib: "2.3.1", "@types/amqplib": "0.10.8" },
  same: { default: "" },
  rows: [
    { kind: "returns", at: "connect", type: "ChannelModel#", source },
    {
      kind: "returns",
      at: ["ChannelModel#.createChannel", "ChannelModel#.createConfirmChannel"],
      type: "Channel#",
      source,
    },
    { kind: "effect", at: ["Channel#.sendToQueue", "Channel#.publish"], verb: "send", topic: "0", source },
    {
      kind: "channel",
      at: "Channel#.consume",
      handler: "1",
      topic: "0",
      raisedBy: ["Channel#.sendToQueue", "Channel#.publish"],
      selfSigns: [],
      source,
    },
    { kind: "items-from-outside", at: "Channel#.consume", handler: "1", redelivers: true, source },
  ],
};
