import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@upstash/qstash@2.12.0")("client-EPV4uoTr.d.ts:2283");

export const qstash: Sdk = {
  id: "qstash",
  packages: ["@upstash/qstash"],
  checked: { "@upstash/qstash": "2.12.0" },
  rows: [
    { kind: "returns", at: "Client#.queue", type: "QstashQueue#", source },
    {
      kind: "effect",
      at: ["Client#.publishJSON", "Client#.publish", "QstashQueue#.enqueueJSON", "QstashQueue#.enqueue"],
      verb: "send",
      key: ["0.deduplicationId"],
      idempotentIf: [{ option: "0.contentBasedDeduplication", values: [true] }],
      topic: "0.url",
      source,
    },
  ],
};
