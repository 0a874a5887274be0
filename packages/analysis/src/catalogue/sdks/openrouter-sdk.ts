import type { ReplyShape, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@openrouter/sdk@1.3.19");
const ran = ranIn("@openrouter/sdk@1.3.19");

const chat: ReplyShape = {
  text: ["choices[].message.content"],
  toolCalls: ["choices[].message.toolCalls"],
  finish: ["choices[].finishReason"],
  finished: ["stop"],
  wantsTools: ["tool_calls"],
  incomplete: ["length", "content_filter", "error"],
  usage: { total: "usage.totalTokens" },
  message: ["choices[].message"],
};
const http: ReplyShape = {
  ...chat,
  toolCalls: ["choices[].message.tool_calls"],
  finish: ["choices[].finish_reason"],
  usage: { total: "usage.total_tokens", cost: "usage.cost" },
};

export const openrouterSdk: Sdk = {
  id: "openrouter-sdk",
  packages: ["@openrouter/sdk"],
  checked: { "@openrouter/sdk": "1.3.19" },
  reply: chat,
  rows: [
    {
      kind: "run",
      at: "OpenRouter#.callModel",
      limits: [
        {
          option: "0.stopWhen",
          measure: "steps",
          default: 5,
          unlimited: ["empty-list"],
          conditions: true,
          replies: ["0.steps[].text"],
        },
      ],
      atLimit: "silent",
      silentSigns: ["getText()", "getToolCalls()"],
      input: ["0.input"],
      tools: "0.tools",
      loops: "tools",
      toolErrors: "observed",
      reply: {
        text: ["getText()", "getTextStream()[]"],
        toolCalls: ["getToolCalls()"],
        finish: ["getResponse().status"],
      },
      source: ran("esm/lib/model-result.js:17"),
      note: "At the limit `getText()` gives an empty string.",
    },
    {
      kind: "stop-condition",
      at: "stepCountIs",
      measure: "steps",
      count: "0",
      source: read("esm/lib/stop-conditions.d.ts:1"),
    },
    {
      kind: "stop-condition",
      at: "maxCost",
      measure: "cost",
      count: "0",
      source: read("esm/lib/stop-conditions.d.ts:1"),
    },
    {
      kind: "stop-condition",
      at: "maxTokensUsed",
      measure: "tokens",
      count: "0",
      source: read("esm/lib/stop-conditions.d.ts:1"),
    },
    {
      kind: "stop-condition",
      at: ["hasToolCall", "finishReasonIs"],
      measure: "model",
      names: "0",
      source: read("esm/lib/stop-conditions.d.ts:1"),
    },
    {
      kind: "model-call",
      at: "OpenRouter#.chat.send",
      input: ["0.messages", "0.chatRequest.messages"],
      tools: "0.tools",
      timeout: "1.timeoutMs",
      streamOption: ["0.stream", "0.chatRequest.stream"],
      // Unasked, in the last element: the option that asked for it has no effect any more (esm/models/chatstreamoptions.d.ts:5).
      streamUsage: { figures: [{ path: "usage.totalTokens" }] },
      source: read("esm/sdk/chat.d.ts:10"),
    },
    {
      kind: "model-call",
      at: ["OpenRouter#.beta.responses.send"],
      input: ["0.input", "0.responsesRequest.input"],
      tools: "0.tools",
      timeout: "1.timeoutMs",
      reply: {
        text: ["outputText"],
        toolCalls: ["output[type=function_call]"],
        finish: ["status"],
        finished: ["completed"],
        incomplete: ["incomplete"],
        usage: { total: "usage.totalTokens" },
        message: ["output"],
      },
      source: read("esm/sdk/chat.d.ts:10"),
    },
    {
      kind: "retry",
      at: "OpenRouter",
      limit: {
        option: "0.retryConfig.backoff.maxElapsedTime",
        measure: "time",
        default: 3_600_000,
        unlimited: ["Infinity"],
      },
      source: read("esm/funcs/chatSend.js:54"),
      note: "By default up to one hour.",
    },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "openrouter.ai/api/v1/chat/completions",
      reply: http,
      source: read("esm/lib/config.js:15"),
    },
  ],
};
