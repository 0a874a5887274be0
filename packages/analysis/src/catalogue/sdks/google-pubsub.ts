import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@google-cloud/pubsub@6.3.2")("build/src/publisher/index.d.ts:105");

export const googlePubsub: Sdk = {
  id: "google-pubsub",
  packages: ["@google-cloud/pubsub"],
  checked: { "@google-cloud/pubsub": "6.3.2" },
  rows: [
    { kind: "returns", at: "PubSub#.topic", type: "Topic#", source },
    { kind: "returns", at: "PubSub#.subscription", type: "Subscription#", source },
    { kind: "effect", at: ["Topic#.publishMessage", "Topic#.publish"], verb: "send", topic: "new.0", source },
    { kind: "items-from-outside", at: "Subscription#.on", handler: "1", redelivers: true, source },
  ],
};
