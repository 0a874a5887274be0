import type { ReplyShape, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@ai-sdk/harness@1.0.122");
const result: ReplyShape = {
  text: ["text"],
  toolCalls: ["toolCalls"],
  finish: ["finishReason"],
  usage: { total: "usage.totalTokens" },
};
const streamed: ReplyShape = { ...result, text: ["text", "textStream[]"] };

export const vercelHarness: Sdk = {
  id: "vercel-harness",
  packages: ["@ai-sdk/harness"],
  checked: { "@ai-sdk/harness": "1.0.122" },
  rows: [
    {
      kind: "model-call",
      at: ["HarnessAgent#.generate"],
      input: ["0.prompt", "0.messages"],
      signal: "0.abortSignal",
      reply: result,
      source: read("dist/agent/index.d.ts:1788"),
      note: "A coding agent works inside; whether it stops by itself is that agent's affair.",
    },
    {
      kind: "model-call",
      at: ["HarnessAgent#.continueGenerate"],
      input: [],
      signal: "0.abortSignal",
      reply: result,
      source: read("dist/agent/index.d.ts:1795"),
    },
    {
      kind: "model-call",
      at: ["HarnessAgent#.stream"],
      input: ["0.prompt", "0.messages"],
      signal: "0.abortSignal",
      streams: true,
      reply: streamed,
      source: read("dist/agent/index.d.ts:1789"),
    },
    {
      kind: "model-call",
      at: ["HarnessAgent#.continueStream"],
      input: [],
      signal: "0.abortSignal",
      streams: true,
      reply: streamed,
      source: read("dist/agent/index.d.ts:1809"),
    },
  ],
};
