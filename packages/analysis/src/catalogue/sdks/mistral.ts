import type { ReplyShape, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@mistralai/mistralai@2.7.0");

const chat: ReplyShape = {
  text: ["choices[].message.content"],
  toolCalls: ["choices[].message.toolCalls"],
  finish: ["choices[].finishReason"],
  finished: ["stop"],
  wantsTools: ["tool_calls"],
  incomplete: ["length", "error", "model_length"],
  usage: { total: "usage.totalTokens", parts: ["usage.promptTokens", "usage.completionTokens"] },
  message: ["choices[].message"],
};
const chunk: ReplyShape = {
  text: ["data.choices[].delta.content"],
  toolCalls: ["data.choices[].delta.toolCalls"],
  finish: ["data.choices[].finishReason"],
};
const request = {
  input: ["0.messages"],
  tools: "0.tools",
  signal: "1.fetchOptions.signal",
  timeout: "1.timeoutMs",
  toolChoice: { option: "0.toolChoice", forcing: ["any", "required", "function"] },
} as const;

export const mistral: Sdk = {
  id: "mistral",
  packages: ["@mistralai/mistralai"],
  checked: { "@mistralai/mistralai": "2.7.0" },
  reply: chat,
  rows: [
    {
      kind: "model-call",
      at: ["Mistral#.chat.complete", "Mistral#.agents.complete"],
      ...request,
      source: read("esm/sdk/chat.d.ts:25"),
    },
    {
      kind: "model-call",
      at: "Mistral#.chat.parse",
      ...request,
      reply: { ...chat, structured: ["choices[].message.parsed"] },
      source: read("esm/sdk/chat.d.ts:25"),
    },
    {
      kind: "model-call",
      at: ["Mistral#.chat.stream", "Mistral#.agents.stream"],
      ...request,
      streams: true,
      chunk,
      streamUsage: { figures: [{ path: "data.usage.totalTokens" }] },
      source: read("esm/sdk/chat.d.ts:25"),
    },
    { kind: "model-call", at: "Mistral#.fim.complete", input: ["0.prompt"], source: read("esm/sdk/chat.d.ts:25") },
    {
      kind: "model-call",
      at: ["Mistral#.beta.conversations.start", "Mistral#.beta.conversations.append"],
      input: ["0.inputs"],
      keepsHistory: true,
      reply: { text: ["outputs[].content"], toolCalls: ["outputs[].arguments"], usage: { total: "usage.totalTokens" } },
      source: read("esm/sdk/conversations.d.ts:12"),
    },
    {
      kind: "retry",
      at: "Mistral",
      when: "0.retryConfig",
      limit: { option: "0.retryConfig.backoff.maxElapsedTime", measure: "time", default: 0, unlimited: ["Infinity"] },
      source: read("esm/funcs/chatComplete.js:45"),
      note: 'None by default; `strategy: "backoff"` goes on for as long as `maxElapsedTime` says.',
    },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "api.mistral.ai/v1/chat/completions",
      reply: {
        ...chat,
        toolCalls: ["choices[].message.tool_calls"],
        finish: ["choices[].finish_reason"],
        usage: { total: "usage.total_tokens" },
      },
      source: read("esm/lib/config.js:22"),
    },
  ],
};
