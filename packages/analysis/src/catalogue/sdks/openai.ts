import type { LimitOption, ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { ranIn, readIn, unverified } from "../source.js";

const read = readIn("openai@7.59.0");
const ran = ranIn("openai@7.59.0");
const v4 = readIn("openai@4.104.0");

const chat: ReplyShape = {
  text: ["choices[].message.content"],
  toolCalls: ["choices[].message.tool_calls"],
  finish: ["choices[].finish_reason"],
  finished: ["stop"],
  wantsTools: ["tool_calls", "function_call"],
  incomplete: ["length", "content_filter"],
  usage: { total: "usage.total_tokens", parts: ["usage.prompt_tokens", "usage.completion_tokens"] },
  message: ["choices[].message"],
};
const chunk: ReplyShape = {
  text: ["choices[].delta.content"],
  toolCalls: ["choices[].delta.tool_calls"],
  finish: ["choices[].finish_reason"],
  usage: { total: "usage.total_tokens" },
};
const response: ReplyShape = {
  text: ["output_text", "output[type=message].content[type=output_text].text"],
  toolCalls: ["output[type=function_call]"],
  finish: ["status", "incomplete_details.reason"],
  finished: ["completed"],
  incomplete: ["incomplete", "failed", "cancelled", "max_output_tokens", "content_filter"],
  usage: { total: "usage.total_tokens", parts: ["usage.input_tokens", "usage.output_tokens"] },
  message: ["output"],
};
/** The last element has the usage of all, and no choice. */
const chatUsage: StreamUsageShape = { figures: [{ path: "usage.total_tokens" }], asked: { option: "0.stream_options.include_usage", empties: "choices" } };
const responseUsage: StreamUsageShape = { figures: [{ type: "response.completed", path: "response.usage.total_tokens" }] };
const parsed: ReplyShape = { ...chat, structured: ["choices[].message.parsed"] };
/** The third major answered with the whole HTTP response. */
const dataReply: ReplyShape = {
  text: ["data.choices[].message.content", "data.choices[].text"],
  finish: ["data.choices[].finish_reason"],
  finished: ["stop"],
  incomplete: ["length", "content_filter"],
  usage: { total: "data.usage.total_tokens" },
};
const helper: ReplyShape = {
  text: ["finalContent()"],
  message: ["finalMessage()"],
  toolCalls: ["finalFunctionToolCall()", "finalMessage().tool_calls"],
  finish: ["finalChatCompletion().choices[].finish_reason"],
  finished: ["stop"],
  wantsTools: ["tool_calls"],
  incomplete: ["length", "content_filter"],
  usage: { total: "totalUsage().total_tokens" },
};
const maxChatCompletions: LimitOption = {
  option: "1.maxChatCompletions",
  measure: "steps",
  default: 10,
  unlimited: ["Infinity"],
};
const chatInput = {
  input: ["0.messages"],
  tools: "0.tools",
  signal: "1.signal",
  timeout: "1.timeout",
  streamOption: "0.stream",
  toolChoice: { option: "0.tool_choice", forcing: ["required", "function", "custom", "allowed_tools"] },
} as const;
const responseInput = {
  ...chatInput,
  input: ["0.input"],
  continues: ["0.previous_response_id", "0.conversation"],
} as const;

export const openai: Sdk = {
  id: "openai",
  packages: ["openai"],
  checked: { openai: "7.59.0" },
  same: { default: "OpenAI", AzureOpenAI: "OpenAI", BedrockOpenAI: "OpenAI" },
  reply: chat,
  rows: [
    { kind: "model-call", at: ["OpenAIApi#.createChatCompletion", "OpenAIApi#.createCompletion"], until: "3", input: ["0.messages", "0.prompt"], reply: dataReply, source: readIn("openai@3.3.0")("dist/api.d.ts:2755") },
    { kind: "model-call", at: "OpenAI#.chat.completions.create", ...chatInput, chunk, streamUsage: chatUsage, source: read("resources/chat/completions/completions.d.ts:56") },
    { kind: "model-call", at: "OpenAI#.chat.completions.parse", ...chatInput, reply: parsed, source: read("resources/chat/completions/completions.d.ts:115") },
    { kind: "model-call", at: "OpenAI#.chat.completions.stream", ...chatInput, streams: true, reply: helper, chunk, streamUsage: chatUsage, source: read("resources/chat/completions/completions.d.ts:138") },
    { kind: "model-call", at: "OpenAI#.beta.chat.completions.parse", until: "4", ...chatInput, reply: parsed, source: v4("resources/beta/chat/completions.d.ts:36") },
    { kind: "model-call", at: "OpenAI#.beta.chat.completions.stream", until: "4", ...chatInput, streams: true, reply: helper, chunk, source: v4("resources/beta/chat/completions.d.ts:36") },
    {
      kind: "model-call",
      at: "OpenAI#.completions.create",
      input: ["0.prompt"],
      signal: "1.signal",
      timeout: "1.timeout",
      streamOption: "0.stream",
      reply: { ...chat, text: ["choices[].text"], toolCalls: [] },
      source: read("resources/completions.d.ts:14"),
    },
    { kind: "model-call", at: "OpenAI#.responses.create", ...responseInput, reply: response, streamUsage: responseUsage, source: read("resources/responses/responses.d.ts:38") },
    { kind: "model-call", at: "OpenAI#.responses.parse", ...responseInput, reply: { ...response, structured: ["output_parsed"] }, source: read("resources/responses/responses.d.ts:106") },
    {
      kind: "model-call",
      at: "OpenAI#.responses.stream",
      ...responseInput,
      streams: true,
      reply: { text: ["finalResponse().output_text"], toolCalls: ["finalResponse().output[type=function_call]"], finish: ["finalResponse().status"] },
      source: read("resources/responses/responses.d.ts:106"),
    },

    {
      kind: "run",
      at: "OpenAI#.chat.completions.runTools",
      since: "5",
      limits: [maxChatCompletions],
      atLimit: "silent",
      silentSigns: ["finalContent()", "finalMessage().tool_calls", "finalChatCompletion().choices[].finish_reason"],
      input: ["0.messages"],
      tools: "0.tools",
      execute: ["0.tools[].function.function"],
      signal: "1.signal",
      timeout: "1.timeout",
      toolChoice: { option: "0.tool_choice", forcing: ["required"], namedEnds: true },
      toolErrors: "ends-run",
      reply: helper,
      source: ran("lib/AbstractChatCompletionRunner.js:13"),
      note: "The tools of the last turn have run when the limit ends it.",
    },
    {
      kind: "run",
      at: ["OpenAI#.beta.chat.completions.runTools", "OpenAI#.beta.chat.completions.runFunctions"],
      until: "4",
      limits: [maxChatCompletions],
      atLimit: "silent",
      silentSigns: ["finalContent()", "finalMessage().tool_calls"],
      input: ["0.messages"],
      tools: "0.tools",
      execute: ["0.tools[].function.function", "0.functions[].function"],
      signal: "1.signal",
      toolChoice: { option: "0.tool_choice", forcing: ["required"], namedEnds: true },
      toolErrors: "ends-run",
      reply: helper,
      source: v4("lib/AbstractChatCompletionRunner.js:15"),
    },
    {
      kind: "run",
      at: ["ResponsesToolRunner#.run", "ResponsesToolRunner#.iterate"],
      since: "7",
      limits: [{ option: "2.maxSteps", measure: "steps", default: 20 }],
      atLimit: "throws",
      input: ["1.input"],
      tools: "new.0.functions",
      execute: ["new.0.functions[].execute"],
      signal: "2.signal",
      approval: ["2.approveMcp"],
      toolErrors: "ends-run",
      reply: response,
      source: read("helpers/responses-tool-runner.js:1081"),
    },
    {
      kind: "run",
      at: "DecisionsToolRunner#.run",
      since: "7",
      limits: [{ option: "2.maxSteps", measure: "steps", default: 20 }],
      atLimit: "throws",
      signal: "2.signal",
      reply: {},
      source: read("helpers/decisions-tool-runner.js:52"),
    },
    {
      kind: "run",
      at: "OpenAI#.beta.agents.sessions.create",
      since: "7",
      limits: [{ option: "0.spend_control.limit", measure: "cost", default: null, unlimited: [null] }],
      atLimit: "flagged",
      reply: { finish: ["status"], finished: ["completed", "idle"], incomplete: ["budget_reached", "failed"] },
      source: read("resources/beta/agents/sessions/sessions.d.ts:50"),
      note: "The loop runs on the server; at its budget the session pauses with the status `budget_reached`.",
    },
    {
      kind: "run",
      at: "OpenAI#.beta.agents.sessions.stream",
      since: "7",
      limits: [],
      atLimit: "flagged",
      streams: true,
      source: read("resources/beta/agents/sessions/sessions.d.ts:113"),
    },
    {
      kind: "run",
      at: ["OpenAI#.beta.threads.runs.createAndPoll", "OpenAI#.beta.threads.runs.submitToolOutputsAndPoll", "OpenAI#.beta.threads.runs.stream", "OpenAI#.beta.threads.runs.submitToolOutputsStream", "OpenAI#.beta.threads.createAndRunStream", "OpenAI#.beta.threads.createAndRunPoll"],
      limits: [
        { option: "1.max_completion_tokens", measure: "tokens", default: null },
        { option: "1.max_prompt_tokens", measure: "tokens", default: null },
      ],
      atLimit: "flagged",
      loops: "tools",
      reply: {
        finish: ["status", "incomplete_details.reason"],
        finished: ["completed"],
        wantsTools: ["requires_action"],
        incomplete: ["incomplete", "failed", "expired", "cancelled"],
        toolCalls: ["required_action.submit_tool_outputs.tool_calls"],
        usage: { total: "usage.total_tokens" },
      },
      source: read("resources/beta/threads/runs/runs.d.ts:32"),
      note: "One run of an assistant, up to its end or to its next question for tool outputs; the tool loop is the caller's.",
    },
    {
      kind: "model-call",
      at: ["OpenAI#.beta.threads.runs.create", "OpenAI#.beta.threads.createAndRun", "OpenAI#.beta.threads.runs.submitToolOutputs"],
      keepsHistory: true,
      reply: { finish: ["status"], finished: ["completed"], wantsTools: ["requires_action"], toolCalls: ["required_action.submit_tool_outputs.tool_calls"] },
      source: read("resources/beta/threads/runs/runs.d.ts:32"),
    },

    { kind: "tool", at: "zodFunction", execute: "0.function", name: "0.name", schema: "0.parameters", errors: "ends-run", source: read("helpers/zod.d.ts:137") },
    { kind: "tool", at: "zodResponsesFunction", execute: "0.function", name: "0.name", schema: "0.parameters", errors: "unknown", source: read("helpers/zod.d.ts:137") },
    { kind: "wraps", at: "runnerFunction", since: "7", of: "0", source: read("helpers/responses-tool-runner.d.ts:154") },

    {
      kind: "retry",
      at: "OpenAI",
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: ran("internal/request-options.d.ts:39"),
      note: "Repeats the client's own requests after 408, 409, 429, 5xx and lost connections.",
    },
    {
      kind: "effect",
      at: ["OpenAI#.batches.create", "OpenAI#.files.create", "OpenAI#.fineTuning.jobs.create", "OpenAI#.vectorStores.create", "OpenAI#.uploads.create", "OpenAI#.videos.create"],
      verb: "create",
      fakeKey: ["1.idempotencyKey"],
      source: ran("client.js:1398"),
      note: "The request options take an `idempotencyKey`, and no code of the package ever names the header it would go into.",
    },
    {
      kind: "effect",
      at: ["OpenAI#.files.delete", "OpenAI#.vectorStores.delete", "OpenAI#.beta.assistants.delete"],
      since: "5",
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: unverified("openai@7.59.0"),
    },

    { kind: "error-class", at: ["APIUserAbortError"], means: "abort", source: read("core/error.d.ts:47") },
    { kind: "error-class", at: ["RateLimitError", "APIConnectionError", "APIConnectionTimeoutError", "InternalServerError"], means: "retryable", source: read("core/error.d.ts:47") },
    { kind: "error-class", at: ["OpenAIError", "APIError"], means: "other", source: read("core/error.d.ts:47") },
    { kind: "error-class", at: ["LengthFinishReasonError", "ContentFilterFinishReasonError"], means: "other", source: readIn("openai@7.59.0")("core/error.d.mts:51") },
    { kind: "error-class", at: ["ResponsesToolRunnerError", "DecisionsToolRunnerError"], since: "7", means: "limit", source: read("helpers/responses-tool-runner.js:1081") },
  ],
  endpoints: [
    { kind: "endpoint", url: "api.openai.com/v1/responses", reply: response, source: read("client.js:96") },
    { kind: "endpoint", url: "api.openai.com/v1/chat/completions", reply: chat, source: read("client.js:96") },
    { kind: "endpoint", url: "/chat/completions", reply: chat, source: read("client.js:96") },
    { kind: "endpoint", url: "openai.azure.com/openai*/responses", reply: response, source: unverified("openai@7.59.0") },
  ],
};
