import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@anthropic-ai/sdk@1.14.0");
const ran = ranIn("@anthropic-ai/sdk@1.14.0");

const message: ReplyShape = {
  text: ["content[type=text].text"],
  toolCalls: ["content[type=tool_use]"],
  finish: ["stop_reason"],
  finished: ["end_turn", "stop_sequence"],
  wantsTools: ["tool_use"],
  incomplete: ["max_tokens", "pause_turn", "refusal", "model_context_window_exceeded"],
  usage: { parts: ["usage.input_tokens", "usage.output_tokens"], always: true },
  message: ["content"],
};
const streamed: ReplyShape = {
  text: ["finalText()", "finalMessage().content[type=text].text"],
  toolCalls: ["finalMessage().content[type=tool_use]"],
  finish: ["finalMessage().stop_reason"],
  finished: ["end_turn", "stop_sequence"],
  wantsTools: ["tool_use"],
  incomplete: ["max_tokens", "pause_turn", "refusal", "model_context_window_exceeded"],
  usage: { parts: ["finalMessage().usage.input_tokens", "finalMessage().usage.output_tokens"] },
  message: ["finalMessage().content"],
};
/** What went in is in the first element; what came out, the whole of it, in the last one but one. */
const streamUsage: StreamUsageShape = {
  figures: [
    { type: "message_start", path: "message.usage.input_tokens", always: true },
    { type: "message_delta", path: "usage.output_tokens", always: true },
  ],
};
const request = {
  input: ["0.messages"],
  tools: "0.tools",
  signal: "1.signal",
  timeout: "1.timeout",
  toolChoice: { option: "0.tool_choice", forcing: ["any", "tool"] },
} as const;

export const anthropic: Sdk = {
  id: "anthropic",
  packages: ["@anthropic-ai/sdk", "@anthropic-ai/bedrock-sdk", "@anthropic-ai/vertex-sdk", "@anthropic-ai/foundry-sdk"],
  checked: {
    "@anthropic-ai/sdk": "1.14.0",
    "@anthropic-ai/bedrock-sdk": "1.1.3",
    "@anthropic-ai/vertex-sdk": "1.1.3",
    "@anthropic-ai/foundry-sdk": "1.1.1",
  },
  same: {
    default: "Anthropic",
    AnthropicBedrock: "Anthropic",
    AnthropicVertex: "Anthropic",
    AnthropicFoundry: "Anthropic",
    BaseAnthropic: "Anthropic",
  },
  reply: message,
  rows: [
    {
      kind: "model-call",
      at: ["Anthropic#.messages.create", "Anthropic#.beta.messages.create"],
      ...request,
      streamOption: "0.stream",
      streamUsage,
      source: read("resources/messages/messages.d.ts:216"),
    },
    {
      kind: "model-call",
      at: ["Anthropic#.messages.parse", "Anthropic#.beta.messages.parse"],
      ...request,
      reply: { ...message, structured: ["parsed_output"] },
      source: read("resources/messages/messages.d.ts:237"),
    },
    {
      kind: "model-call",
      at: ["Anthropic#.messages.stream", "Anthropic#.beta.messages.stream"],
      ...request,
      streams: true,
      reply: streamed,
      streamUsage,
      source: read("resources/messages/messages.d.ts:259"),
    },
    {
      kind: "model-call",
      at: "Anthropic#.completions.create",
      until: "0",
      input: ["0.prompt"],
      signal: "1.signal",
      reply: { text: ["completion"], finish: ["stop_reason"] },
      source: readIn("@anthropic-ai/sdk@0.71.2")("resources/completions.d.ts:10"),
    },

    {
      kind: "run",
      at: "Anthropic#.beta.messages.toolRunner",
      limits: [
        { option: "0.max_iterations", measure: "steps", default: null, unlimited: [0, null, "Infinity", "NaN"] },
      ],
      atLimit: "silent",
      silentSigns: ["stop_reason"],
      ...request,
      execute: ["0.tools[].run"],
      toolErrors: "observed",
      reply: { ...message, message: ["", "done()", "runUntilDone()"] },
      source: ran("lib/tools/BetaToolRunner.js:124"),
      note: "Without `max_iterations` a `while (true)`; at the limit the last message has the stop reason `tool_use`, and its tools have run.",
    },
    {
      kind: "run",
      at: "Anthropic#.beta.sessions.events.toolRunner",
      since: "1",
      limits: [
        {
          option: "1.maxIdleMs",
          measure: "time",
          default: 60_000,
          unlimited: [0, "negative"],
          inert: true,
          advisory: true,
        },
      ],
      atLimit: "never",
      tools: "1.tools",
      execute: ["1.tools[].run"],
      signal: "1.signal",
      toolErrors: "observed",
      reply: { toolCalls: ["[].name"], finish: ["[].isError"] },
      source: read("resources/beta/sessions/events.d.ts:82"),
      note: "The idle time ends a session that waits, not one that goes on and on.",
    },

    {
      kind: "tool",
      at: "betaZodTool",
      execute: "0.run",
      name: "0.name",
      schema: "0.inputSchema",
      approval: [],
      errors: "observed",
      callId: "1.toolUse.id",
      source: read("helpers/beta/zod.d.ts:24"),
    },
    {
      kind: "tool",
      at: "betaTool",
      execute: "0.run",
      name: "0.name",
      schema: "0.inputSchema",
      approval: [],
      errors: "observed",
      callId: "1.toolUse.id",
      source: read("helpers/beta/json-schema.d.ts:14"),
    },

    {
      kind: "retry",
      at: "Anthropic",
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: read("client.js:170"),
    },
    {
      kind: "effect",
      at: [
        "Anthropic#.messages.batches.create",
        "Anthropic#.beta.messages.batches.create",
        "Anthropic#.beta.files.upload",
      ],
      until: "0.71",
      verb: "create",
      fakeKey: ["1.idempotencyKey"],
      source: readIn("@anthropic-ai/sdk@0.71.2")("internal/request-options.d.ts:60"),
    },
    {
      kind: "effect",
      at: [
        "Anthropic#.messages.batches.create",
        "Anthropic#.beta.messages.batches.create",
        "Anthropic#.beta.files.upload",
      ],
      since: "0.72",
      verb: "create",
      source: read("internal/request-options.d.ts:46"),
    },

    {
      kind: "error-class",
      at: "APIUserAbortError",
      means: "abort",
      source: readIn("@anthropic-ai/sdk@1.14.0")("core/error.d.mts:44"),
    },
    {
      kind: "error-class",
      at: ["RateLimitError", "APIConnectionError", "APIConnectionTimeoutError", "InternalServerError"],
      means: "retryable",
      source: readIn("@anthropic-ai/sdk@1.14.0")("core/error.d.mts:91"),
    },
    {
      kind: "error-class",
      at: ["AnthropicError", "APIError"],
      means: "other",
      source: readIn("@anthropic-ai/sdk@1.14.0")("core/error.d.mts:2"),
    },
    {
      kind: "error-class",
      at: "ToolError",
      means: "tool",
      untyped: true,
      source: read("lib/tools/ToolError.d.ts:25"),
      note: "Exported by a deep path only: `@anthropic-ai/sdk/lib/tools/ToolError`.",
    },
  ],
  endpoints: [
    { kind: "endpoint", url: "api.anthropic.com/v1/messages", reply: message, source: read("client.js:95") },
    { kind: "endpoint", url: "/v1/messages", reply: message, source: read("client.js:95") },
  ],
};
