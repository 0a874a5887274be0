import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("ollama@0.6.4");
const at = (method: string): readonly string[] => [`default.${method}`, `Ollama#.${method}`];

const chat: ReplyShape = {
  text: ["message.content"],
  toolCalls: ["message.tool_calls"],
  finish: ["done_reason"],
  finished: ["stop"],
  incomplete: ["length"],
  usage: { parts: ["prompt_eval_count", "eval_count"] },
  message: ["message"],
};
const streamUsage: StreamUsageShape = { figures: [{ path: "prompt_eval_count" }, { path: "eval_count" }] };
const generate: ReplyShape = { ...chat, text: ["response"], toolCalls: [], message: [] };

export const ollama: Sdk = {
  id: "ollama",
  packages: ["ollama", "ollama/browser"],
  checked: { ollama: "0.6.4" },
  reply: chat,
  rows: [
    {
      kind: "model-call",
      at: at("chat"),
      input: ["0.messages"],
      tools: "0.tools",
      streamOption: "0.stream",
      chunk: chat,
      streamUsage,
      source: read("dist/browser.d.ts:381"),
      note: "Neither retries nor a signal; `abort()` of the client ends it.",
    },
    {
      kind: "model-call",
      at: at("generate"),
      input: ["0.prompt"],
      streamOption: "0.stream",
      reply: generate,
      chunk: generate,
      streamUsage,
      source: read("dist/browser.d.ts:381"),
    },
  ],
  endpoints: [
    { kind: "endpoint", url: "127.0.0.1:11434/api/chat", reply: chat, source: read("dist/browser.mjs:3") },
    { kind: "endpoint", url: "localhost:11434/api/chat", reply: chat, source: read("dist/browser.mjs:3") },
    { kind: "endpoint", url: ":11434/api/generate", reply: generate, source: read("dist/browser.mjs:3") },
    { kind: "endpoint", url: ":11434/api/chat", reply: chat, source: read("dist/browser.mjs:3") },
  ],
};
