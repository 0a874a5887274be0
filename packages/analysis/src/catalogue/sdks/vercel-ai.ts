import { chatCompletion } from "../openai-protocol.js";
import type { LimitOption, ReplyShape, RunRow, Sdk } from "../schema.js";
import { ranIn, readIn, unverified } from "../source.js";

const v7 = readIn("ai@7.0.173");
const ran7 = ranIn("ai@7.0.173");
const v6 = readIn("ai@6.0.326");
const v5 = readIn("ai@5.0.277");
const ran5 = ranIn("ai@5.0.277");
const v4 = readIn("ai@4.3.19");
const utils = readIn("@ai-sdk/provider-utils@5.0.81");

const result: ReplyShape = {
  text: ["text"],
  toolCalls: ["toolCalls", "staticToolCalls", "dynamicToolCalls", "steps[].toolCalls"],
  finish: ["finishReason", "rawFinishReason"],
  finished: ["stop"],
  wantsTools: ["tool-calls"],
  incomplete: ["length", "content-filter", "error", "other", "unknown", "interrupted"],
  structured: ["output", "experimental_output"],
  // Since 7 `usage` is the sum over all steps, before it was that of the last one; for one step both are the same.
  usage: { total: "usage.totalTokens" },
  message: ["response.messages", "responseMessages"],
};
const streamed: ReplyShape = { ...result, text: ["text", "textStream[]", "fullStream[type=text-delta].text"] };
const object: ReplyShape = { ...result, text: [], toolCalls: [], structured: ["object"] };

const stopWhen = (option: string, standard: number | null): LimitOption => ({
  option,
  measure: "steps",
  default: standard,
  unlimited: ["empty-list"],
  conditions: true,
  replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
});
/** The option of version 4, which later ones do not read. */
const maxStepsBefore = (option: string): LimitOption => ({ option, measure: "steps", default: null, inert: true });
const call: Pick<
  RunRow,
  | "kind"
  | "atLimit"
  | "silentSigns"
  | "input"
  | "tools"
  | "execute"
  | "loops"
  | "signal"
  | "timeout"
  | "toolChoice"
  | "toolErrors"
  | "prepare"
> = {
  kind: "run",
  atLimit: "silent",
  silentSigns: ["finishReason", "toolCalls", "steps"],
  input: ["0.messages", "0.prompt"],
  tools: "0.tools",
  execute: ["0.tools[].execute"],
  loops: "tools",
  signal: "0.abortSignal",
  timeout: "0.timeout",
  toolChoice: { option: "0.toolChoice", forcing: ["required", "tool"] },
  toolErrors: "observed",
  prepare: "0.prepareStep",
};
const approval = ["0.toolApproval", "0.tools[].needsApproval"] as const;
const agentCall: typeof call = {
  ...call,
  tools: "new.0.tools",
  execute: ["new.0.tools[].execute"],
  toolChoice: { option: "new.0.toolChoice", forcing: ["required", "tool"] },
  prepare: "new.0.prepareStep",
};
const prompt = { input: ["0.messages", "0.prompt"], signal: "0.abortSignal", timeout: "0.timeout" } as const;

export const vercelAi: Sdk = {
  id: "vercel-ai",
  packages: ["ai"],
  checked: { ai: "7.0.173" },
  reply: result,
  rows: [
    {
      ...call,
      at: "generateText",
      since: "5",
      limits: [stopWhen("0.stopWhen", 1), maxStepsBefore("0.maxSteps")],
      approval,
      source: ran7("dist/index.js:5575"),
    },
    {
      ...call,
      at: "streamText",
      since: "5",
      limits: [stopWhen("0.stopWhen", 1), maxStepsBefore("0.maxSteps")],
      approval,
      streams: true,
      reply: streamed,
      source: v7("dist/index.d.ts:4005"),
    },
    {
      ...call,
      at: "experimental_streamTextLowMemory",
      since: "7",
      limits: [stopWhen("0.stopWhen", 1), maxStepsBefore("0.maxSteps")],
      approval,
      streams: true,
      reply: streamed,
      source: v7("dist/index.d.ts:4010"),
    },
    {
      ...call,
      at: "generateText",
      until: "4",
      limits: [{ option: "0.maxSteps", measure: "steps", default: 1, unlimited: ["Infinity"] }],
      toolErrors: "ends-run",
      prepare: "0.experimental_prepareStep",
      source: v4("dist/index.js:4239"),
    },
    {
      ...call,
      at: "streamText",
      until: "4",
      limits: [{ option: "0.maxSteps", measure: "steps", default: 1, unlimited: ["Infinity"] }],
      toolErrors: "ends-run",
      streams: true,
      reply: streamed,
      source: v4("dist/index.js:4470"),
    },
    {
      kind: "model-call",
      at: ["generateObject", "streamObject"],
      ...prompt,
      reply: object,
      source: v7("dist/index.d.ts:9122"),
    },

    {
      ...agentCall,
      at: ["ToolLoopAgent#.generate", "Experimental_Agent#.generate", "Agent#.generate"],
      since: "6",
      limits: [stopWhen("new.0.stopWhen", 20), maxStepsBefore("new.0.maxSteps")],
      approval: ["new.0.toolApproval", "new.0.tools[].needsApproval"],
      source: ran7("dist/index.js:11254"),
    },
    {
      ...agentCall,
      at: ["ToolLoopAgent#.stream", "Experimental_Agent#.stream", "Agent#.stream"],
      since: "6",
      limits: [stopWhen("new.0.stopWhen", 20), maxStepsBefore("new.0.maxSteps")],
      approval: ["new.0.toolApproval", "new.0.tools[].needsApproval"],
      streams: true,
      reply: streamed,
      source: ran7("dist/index.js:11254"),
    },
    {
      ...agentCall,
      at: ["Experimental_Agent#.generate", "Experimental_Agent#.stream", "Experimental_Agent#.respond"],
      since: "5",
      until: "5",
      limits: [stopWhen("new.0.stopWhen", 1)],
      source: ran5("dist/index.js:6649"),
    },
    {
      kind: "agent",
      at: ["ToolLoopAgent", "Experimental_Agent"],
      since: "6",
      name: "0.id",
      tools: "0.tools",
      model: "0.model",
      limits: [stopWhen("0.stopWhen", 20), maxStepsBefore("0.maxSteps")],
      toolChoice: { option: "0.toolChoice", forcing: ["required", "tool"] },
      prepare: "0.prepareStep",
      source: v6("dist/index.js:9502"),
      note: "Any `stopWhen` takes the default of twenty steps away.",
    },
    {
      kind: "agent",
      at: "Experimental_Agent",
      since: "5",
      until: "5",
      tools: "0.tools",
      model: "0.model",
      limits: [stopWhen("0.stopWhen", 1), maxStepsBefore("0.maxSteps")],
      toolChoice: { option: "0.toolChoice", forcing: ["required", "tool"] },
      prepare: "0.prepareStep",
      source: ran5("dist/index.js:6649"),
    },

    {
      kind: "stop-condition",
      at: "isStepCount",
      since: "7",
      measure: "steps",
      count: "0",
      exact: true,
      source: ran7("dist/index.js:5017"),
    },
    {
      kind: "stop-condition",
      at: "stepCountIs",
      since: "6",
      measure: "steps",
      count: "0",
      exact: true,
      source: v6("dist/index.js:4412"),
    },
    {
      kind: "stop-condition",
      at: "stepCountIs",
      since: "5",
      until: "5",
      measure: "steps",
      count: "0",
      exact: true,
      source: ran5("dist/index.js:2226"),
    },
    {
      kind: "stop-condition",
      at: "hasToolCall",
      since: "5",
      measure: "model",
      names: "0",
      source: v7("dist/index.js:5034"),
      note: "Further names may follow in 7; the model may never call any of them.",
    },
    { kind: "stop-condition", at: "isLoopFinished", since: "6", measure: "never", source: ran7("dist/index.js:5025") },

    {
      kind: "tool",
      at: "tool",
      since: "5",
      execute: "0.execute",
      schema: "0.inputSchema",
      approval: ["0.needsApproval"],
      errors: "observed",
      callId: "1.toolCallId",
      source: utils("dist/index.d.ts:2510"),
    },
    {
      kind: "tool",
      at: "dynamicTool",
      since: "5",
      execute: "0.execute",
      schema: "0.inputSchema",
      approval: ["0.needsApproval"],
      errors: "observed",
      callId: "1.toolCallId",
      source: utils("dist/index.d.ts:2510"),
    },
    {
      kind: "tool",
      at: "tool",
      until: "4",
      execute: "0.execute",
      schema: "0.parameters",
      errors: "ends-run",
      callId: "1.toolCallId",
      source: v4("dist/index.d.ts:955"),
    },

    {
      kind: "trims",
      at: "pruneMessages",
      since: "6",
      messages: "0.messages",
      source: readIn("ai@7.0.173")("dist/index.d.ts:7482"),
    },

    { kind: "returns", at: "createGateway", type: "Gateway#", source: v7("dist/index.d.ts:11726") },
    {
      kind: "returns",
      at: ["gateway", "Gateway#", "gateway.languageModel", "Gateway#.languageModel"],
      type: "@ai-sdk/provider:LanguageModel#",
      source: v7("dist/index.d.ts:11726"),
    },
    {
      kind: "returns",
      at: ["wrapLanguageModel"],
      type: "@ai-sdk/provider:LanguageModel#",
      source: readIn("ai@7.0.173")("dist/index.d.ts:10462"),
    },
    {
      kind: "returns",
      at: ["createProviderRegistry", "experimental_createProviderRegistry", "customProvider"],
      type: "ProviderRegistry#",
      source: readIn("ai@7.0.173")("dist/index.d.ts:10806"),
    },
    {
      kind: "returns",
      at: "ProviderRegistry#.languageModel",
      type: "@ai-sdk/provider:LanguageModel#",
      source: readIn("ai@7.0.173")("dist/index.d.ts:10776"),
    },

    {
      kind: "retry",
      at: ["generateText", "streamText", "generateObject", "streamObject"],
      limit: { option: "0.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      source: v7("dist/index.js:2429"),
      note: "Repeats the requests of each step, and throws a `RetryError` when the last one fails.",
    },
    { kind: "error-class", at: "RetryError", means: "retryable", source: v7("dist/index.js:2429") },
    { kind: "error-class", at: "ToolExecutionError", until: "4", means: "tool", source: v4("dist/index.d.ts:4458") },
    {
      kind: "error-class",
      at: ["NoSuchToolError", "InvalidToolInputError"],
      since: "5",
      means: "tool",
      source: v5("dist/index.d.ts:1168"),
    },
    { kind: "error-class", at: ["APICallError", "AISDKError"], means: "other", source: v7("dist/index.d.ts:11726") },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "ai-gateway.vercel.sh/v1/chat/completions",
      reply: chatCompletion,
      source: unverified("ai@7.0.173"),
    },
  ],
};
