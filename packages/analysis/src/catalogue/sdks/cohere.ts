import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("cohere-ai@8.1.0");

const v2: ReplyShape = {
  text: ["message.content[].text"],
  toolCalls: ["message.toolCalls"],
  finish: ["finishReason"],
  finished: ["COMPLETE", "STOP_SEQUENCE"],
  wantsTools: ["TOOL_CALL"],
  incomplete: ["MAX_TOKENS", "ERROR", "TIMEOUT"],
  usage: { parts: ["usage.tokens.inputTokens", "usage.tokens.outputTokens"] },
  message: ["message"],
};
const v1: ReplyShape = {
  ...v2,
  text: ["text"],
  toolCalls: ["toolCalls"],
  message: ["chatHistory"],
  usage: { parts: ["meta.tokens.inputTokens", "meta.tokens.outputTokens"] },
};
/** What the last event says of the whole reply. */
const v2Usage: StreamUsageShape = {
  figures: [
    { type: "message-end", path: "delta.usage.tokens.inputTokens" },
    { type: "message-end", path: "delta.usage.tokens.outputTokens" },
  ],
};
const v1Usage: StreamUsageShape = {
  tag: "eventType",
  figures: [
    { type: "stream-end", path: "response.meta.tokens.inputTokens" },
    { type: "stream-end", path: "response.meta.tokens.outputTokens" },
  ],
};
const request = {
  input: ["0.messages"],
  tools: "0.tools",
  signal: "1.abortSignal",
  timeout: "1.timeoutInSeconds",
  toolChoice: { option: "0.toolChoice", forcing: ["REQUIRED"] },
} as const;

export const cohere: Sdk = {
  id: "cohere",
  packages: ["cohere-ai"],
  checked: { "cohere-ai": "8.1.0" },
  reply: v2,
  rows: [
    {
      kind: "model-call",
      at: ["CohereClientV2#.chat", "CohereClient#.v2.chat"],
      ...request,
      source: read("api/resources/v2/client/Client.d.ts:146"),
    },
    {
      kind: "model-call",
      at: ["CohereClientV2#.chatStream", "CohereClient#.v2.chatStream"],
      ...request,
      streams: true,
      streamUsage: v2Usage,
      source: read("api/resources/v2/client/Client.d.ts:18"),
    },
    {
      kind: "model-call",
      at: ["CohereClient#.chat", "CohereClient#.generate"],
      input: ["0.message", "0.chatHistory", "0.prompt"],
      tools: "0.tools",
      signal: "1.abortSignal",
      timeout: "1.timeoutInSeconds",
      reply: v1,
      source: read("api/resources/v2/client/Client.d.ts:146"),
    },
    {
      kind: "model-call",
      at: "CohereClient#.chatStream",
      input: ["0.message", "0.chatHistory"],
      tools: "0.tools",
      signal: "1.abortSignal",
      streams: true,
      streamUsage: v1Usage,
      source: read("Client.d.ts:42"),
    },
    {
      kind: "retry",
      at: ["CohereClient", "CohereClientV2"],
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: read("core/fetcher/requestWithRetries.js:15"),
    },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "api.cohere.com/v2/chat",
      reply: { ...v2, toolCalls: ["message.tool_calls"], finish: ["finish_reason"] },
      source: read("environments.js:6"),
    },
  ],
};
