import type { ReplyShape, Sdk, Source } from "../schema.js";
import { readIn, unverified } from "../source.js";

const groq = readIn("groq-sdk@1.6.0");
const together = readIn("together-ai@0.52.0");
const cerebras = readIn("@cerebras/cerebras_cloud_sdk@1.91.0");

const chat: ReplyShape = {
  text: ["choices[].message.content"],
  toolCalls: ["choices[].message.tool_calls"],
  finish: ["choices[].finish_reason"],
  finished: ["stop", "eos"],
  wantsTools: ["tool_calls", "function_call"],
  incomplete: ["length", "content_filter"],
  usage: { total: "usage.total_tokens", parts: ["usage.prompt_tokens", "usage.completion_tokens"] },
  message: ["choices[].message"],
};
const chunk: ReplyShape = {
  text: ["choices[].delta.content"],
  toolCalls: ["choices[].delta.tool_calls"],
  finish: ["choices[].finish_reason"],
};
const endpoint = (url: string, source: Source) => ({ kind: "endpoint", url, reply: chat, source }) as const;
const http = unverified("openai@7.59.0");

/** Clients with the methods and replies of OpenAI's chat completions, and the hosts that speak that protocol. */
export const openaiCompatible: Sdk = {
  id: "openai-compatible",
  packages: ["groq-sdk", "together-ai", "@cerebras/cerebras_cloud_sdk", "token.js", "portkey-ai"],
  checked: {
    "groq-sdk": "1.6.0",
    "together-ai": "0.52.0",
    "@cerebras/cerebras_cloud_sdk": "1.91.0",
    "token.js": "0.7.1",
    "portkey-ai": "3.1.0",
  },
  same: {
    default: "Client",
    Groq: "Client",
    Together: "Client",
    Cerebras: "Client",
    TokenJS: "Client",
    Portkey: "Client",
  },
  reply: chat,
  rows: [
    {
      kind: "model-call",
      at: "Client#.chat.completions.create",
      input: ["0.messages"],
      tools: "0.tools",
      signal: "1.signal",
      timeout: "1.timeout",
      streamOption: "0.stream",
      toolChoice: { option: "0.tool_choice", forcing: ["required", "function"] },
      chunk,
      source: groq("resources/chat/completions.d.ts:22"),
    },
    {
      kind: "model-call",
      at: "Client#.completions.create",
      input: ["0.prompt"],
      streamOption: "0.stream",
      reply: { ...chat, text: ["choices[].text"], toolCalls: [] },
      source: together("resources/chat/completions.d.ts:23"),
    },
    {
      kind: "retry",
      at: "Client",
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: groq("client.js:81"),
    },
    {
      kind: "effect",
      at: ["Client#.batches.create", "Client#.files.create", "Client#.files.upload", "Client#.fineTuning.create"],
      verb: "create",
      fakeKey: ["1.idempotencyKey"],
      source: groq("client.js:405"),
      note: "The request options take a key, and the header it would go into has no name.",
    },
    { kind: "error-class", at: "APIUserAbortError", means: "abort", source: groq("client.js:405") },
    {
      kind: "error-class",
      at: ["RateLimitError", "APIConnectionError", "InternalServerError"],
      means: "retryable",
      source: groq("client.js:405"),
    },
  ],
  endpoints: [
    endpoint("api.groq.com/openai/v1/chat/completions", groq("client.js:40")),
    endpoint("api.together.ai/v1/chat/completions", together("client.js:49")),
    endpoint("api.together.xyz/v1/chat/completions", http),
    endpoint("api.cerebras.ai/v1/chat/completions", cerebras("index.js:44")),
    endpoint(
      "router.huggingface.co/v1/chat/completions",
      readIn("@huggingface/inference@4.13.30")("dist/esm/config.js:2"),
    ),
    endpoint("models.inference.ai.azure.com/chat/completions", http),
    endpoint("models.github.ai/inference", readIn("@github/models@0.0.1-beta.2")("dist/index.js:7")),
    endpoint("api.deepseek.com/chat/completions", http),
    endpoint("api.x.ai/v1/chat/completions", http),
    endpoint("api.fireworks.ai/inference/v1/chat/completions", http),
    endpoint("api.perplexity.ai/chat/completions", http),
    endpoint("gateway.ai.cloudflare.com/v1", http),
    endpoint("api.portkey.ai/v1", http),
  ],
};
