import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("inngest@4.24.0")("types.d.ts:569");

export const inngest: Sdk = {
  id: "inngest",
  packages: ["inngest"],
  checked: { inngest: "4.24.0" },
  rows: [
    {
      kind: "replay",
      at: "Inngest#.createFunction",
      calls: "-1",
      source,
      note: "The body runs again from the top for every step.",
    },
    {
      kind: "parameter",
      at: "Inngest#.createFunction",
      function: "-1",
      parameter: "0.step",
      type: "InngestStep#",
      source,
    },
    { kind: "durable", at: ["InngestStep#.run"], calls: "1", source },
    { kind: "durable", at: ["InngestStep#.ai.wrap"], calls: "1", source },
    {
      kind: "model-call",
      at: "InngestStep#.ai.infer",
      input: ["1.body"],
      reply: {
        text: ["choices[].message.content", "content[type=text].text"],
        toolCalls: ["choices[].message.tool_calls", "content[type=tool_use]"],
        finish: ["choices[].finish_reason", "stop_reason"],
      },
      source,
      note: "The reply is in the provider's own form.",
    },
    { kind: "effect", at: "Inngest#.send", verb: "send", key: ["0.id"], topic: "0.name", source },
    { kind: "effect", at: "InngestStep#.sendEvent", verb: "send", idempotent: true, topic: "1.name", source },
    {
      kind: "human-gate",
      at: "InngestStep#.waitForEvent",
      source,
      note: "Waits for something outside, often a person.",
    },
    {
      kind: "channel",
      at: "Inngest#.createFunction",
      handler: "-1",
      event: "0.triggers[].event",
      topic: "0.triggers[].event",
      raisedBy: ["Inngest#.send", "InngestStep#.sendEvent"],
      selfSigns: [],
      source,
    },
    {
      kind: "channel",
      at: "Inngest#.createFunction",
      handler: "2",
      event: "1.event",
      topic: "1.event",
      raisedBy: ["Inngest#.send", "InngestStep#.sendEvent"],
      selfSigns: [],
      source: readIn("inngest@3.44.0")("types.d.ts:569"),
      note: "Three arguments are of version 3; the newest takes two.",
    },
    {
      kind: "retry",
      at: "Inngest#.createFunction",
      calls: "-1",
      limit: { option: "0.retries", measure: "steps", default: 4 },
      source,
    },
    { kind: "error-class", at: "NonRetriableError", means: "abort", source },
    { kind: "error-class", at: "RetryAfterError", means: "retryable", source },
  ],
};
