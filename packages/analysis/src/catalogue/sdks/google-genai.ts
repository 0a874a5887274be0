import { chatCompletion } from "../openai-protocol.js";
import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { ranIn, readIn, unverified } from "../source.js";

const read = readIn("@google/genai@3.3.0");
const ran = ranIn("@google/genai@3.3.0");

const response: ReplyShape = {
  text: ["text", "candidates[].content.parts[].text"],
  toolCalls: ["functionCalls", "candidates[].content.parts[].functionCall"],
  finish: ["candidates[].finishReason"],
  // STOP is also what a reply with function calls ends in, so it does not tell that the model is through.
  finished: ["STOP"],
  incomplete: [
    "MAX_TOKENS",
    "SAFETY",
    "RECITATION",
    "MALFORMED_FUNCTION_CALL",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "LANGUAGE",
    "OTHER",
  ],
  mayLack: ["candidates"],
  usage: {
    total: "usageMetadata.totalTokenCount",
    parts: ["usageMetadata.promptTokenCount", "usageMetadata.candidatesTokenCount"],
  },
  message: ["candidates[].content"],
};
/** Every element has the figures of all before it, too. */
const streamUsage: StreamUsageShape = { figures: [{ path: "usageMetadata.totalTokenCount" }], grows: true };
const request = {
  input: ["0.contents"],
  tools: "0.config.tools",
  signal: "0.config.abortSignal",
  timeout: "0.config.httpOptions.timeout",
  toolChoice: { option: "0.config.toolConfig.functionCallingConfig", forcing: ["ANY"] },
} as const;

export const googleGenai: Sdk = {
  id: "google-genai",
  packages: ["@google/genai"],
  checked: { "@google/genai": "3.3.0" },
  reply: response,
  rows: [
    {
      kind: "model-call",
      at: ["GoogleGenAI#.models.generateContent", "Models#.generateContent"],
      ...request,
      source: ran("dist/node/index.mjs:15249"),
      note: "With a tool that has a `callTool` function (`mcpToTool(client)`) the SDK itself goes round at most ten times, and ends silently without a text; an invalid `maximumRemoteCalls` turns that off.",
    },
    {
      kind: "model-call",
      at: ["GoogleGenAI#.models.generateContentStream", "Models#.generateContentStream"],
      ...request,
      streams: true,
      chunk: response,
      streamUsage,
      source: read("dist/genai.d.ts:12600"),
    },
    {
      kind: "returns",
      at: ["GoogleGenAI#.chats.create", "Chats#.create"],
      type: "Chat#",
      source: read("dist/genai.d.ts:1854"),
    },
    {
      kind: "model-call",
      at: "Chat#.sendMessage",
      input: ["0.message"],
      tools: "new.0.config.tools",
      signal: "0.config.abortSignal",
      keepsHistory: true,
      toolChoice: { option: "new.0.config.toolConfig.functionCallingConfig", forcing: ["ANY"] },
      source: read("dist/genai.d.ts:1854"),
    },
    {
      kind: "model-call",
      at: "Chat#.sendMessageStream",
      input: ["0.message"],
      tools: "new.0.config.tools",
      signal: "0.config.abortSignal",
      keepsHistory: true,
      streams: true,
      chunk: response,
      streamUsage,
      source: read("dist/genai.d.ts:1854"),
    },
    {
      kind: "model-call",
      at: "GoogleGenAI#.interactions.create",
      since: "2",
      input: ["0.input"],
      tools: "0.tools",
      signal: "1.signal",
      continues: ["0.previous_interaction_id"],
      reply: {
        text: ["output_text", "steps[type=model_output].content[type=text].text"],
        toolCalls: ["steps[type=function_call]"],
        finish: ["status"],
        finished: ["completed"],
        wantsTools: ["requires_action"],
        incomplete: ["failed", "cancelled"],
        usage: { total: "usage.total_tokens" },
        message: ["steps"],
      },
      source: read("dist/genai.d.ts:10224"),
      note: "With `agent` instead of `model` a loop runs on the server.",
    },
    {
      kind: "error-class",
      at: "ApiError",
      means: "other",
      source: readIn("@google/genai@3.3.0")("dist/genai.d.ts:559"),
    },
    {
      kind: "retry",
      at: "GoogleGenAI",
      limit: { option: "0.httpOptions.retryOptions.attempts", measure: "steps", default: 1, unlimited: ["Infinity"] },
      source: ran("dist/node/index.mjs:14019"),
      note: "No retries unless `retryOptions` is given, then five attempts.",
    },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "generativelanguage.googleapis.com/v1beta/openai/chat/completions",
      reply: chatCompletion,
      source: unverified("@google/genai@3.3.0"),
    },
    {
      kind: "endpoint",
      url: ":generateContent",
      reply: response,
      source: readIn("@google/generative-ai@0.24.1")("dist/index.js:307"),
    },
    {
      kind: "endpoint",
      url: ":streamGenerateContent",
      reply: response,
      source: readIn("@google/generative-ai@0.24.1")("dist/index.js:307"),
    },
  ],
};
