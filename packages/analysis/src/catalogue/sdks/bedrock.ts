import type { ReplyShape, Sdk, StreamUsageShape } from "../schema.js";
import { readIn, unverified } from "../source.js";

const read = readIn("@aws-sdk/client-bedrock-runtime@3.1164.0");

const converse: ReplyShape = {
  text: ["output.message.content[].text"],
  toolCalls: ["output.message.content[].toolUse"],
  finish: ["stopReason"],
  finished: ["end_turn", "stop_sequence"],
  wantsTools: ["tool_use"],
  incomplete: ["max_tokens", "guardrail_intervened", "content_filtered", "model_context_window_exceeded"],
  usage: { total: "usage.totalTokens", parts: ["usage.inputTokens", "usage.outputTokens"] },
  message: ["output.message"],
};
const streamUsage: StreamUsageShape = { in: "stream", figures: [{ path: "metadata.usage.totalTokens" }] };
const chunk: ReplyShape = {
  text: ["contentBlockDelta.delta.text"],
  toolCalls: ["contentBlockStart.start.toolUse"],
  finish: ["messageStop.stopReason"],
  usage: { total: "metadata.usage.totalTokens" },
};

export const bedrock: Sdk = {
  id: "bedrock",
  packages: ["@aws-sdk/client-bedrock-runtime", "@aws-sdk/client-bedrock-agent-runtime"],
  checked: { "@aws-sdk/client-bedrock-runtime": "3.1164.0" },
  reply: converse,
  rows: [
    {
      kind: "sends",
      at: ["BedrockRuntimeClient#.send", "BedrockRuntime#.send"],
      command: "0",
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "model-call",
      at: "ConverseCommand#",
      input: ["new.0.messages"],
      model: "new.0.modelId",
      tools: "new.0.toolConfig.tools",
      signal: "1.abortSignal",
      timeout: "1.requestTimeout",
      toolChoice: { option: "new.0.toolConfig.toolChoice", forcing: ["any", "tool"] },
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "model-call",
      at: "ConverseStreamCommand#",
      input: ["new.0.messages"],
      model: "new.0.modelId",
      tools: "new.0.toolConfig.tools",
      signal: "1.abortSignal",
      streams: true,
      reply: {},
      chunk,
      streamUsage,
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "model-call",
      at: ["InvokeModelCommand#", "InvokeModelWithResponseStreamCommand#"],
      servesAll: true,
      input: ["new.0.body"],
      model: "new.0.modelId",
      signal: "1.abortSignal",
      reply: { text: ["body"] },
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
      note: "The body is bytes in the provider's own form.",
    },
    {
      kind: "model-call",
      at: ["BedrockRuntime#.converse"],
      input: ["0.messages"],
      model: "0.modelId",
      tools: "0.toolConfig.tools",
      signal: "1.abortSignal",
      toolChoice: { option: "0.toolConfig.toolChoice", forcing: ["any", "tool"] },
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "model-call",
      at: ["BedrockRuntime#.converseStream"],
      input: ["0.messages"],
      model: "0.modelId",
      tools: "0.toolConfig.tools",
      signal: "1.abortSignal",
      streams: true,
      chunk,
      streamUsage,
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "model-call",
      at: ["BedrockRuntime#.invokeModel", "BedrockRuntime#.invokeModelWithResponseStream"],
      input: ["0.body"],
      model: "0.modelId",
      signal: "1.abortSignal",
      reply: { text: ["body"] },
      source: read("dist-types/commands/ConverseCommand.d.ts:1096"),
    },
    {
      kind: "effect",
      at: "StartAsyncInvokeCommand#",
      verb: "create",
      key: ["new.0.clientRequestToken"],
      source: read("dist-types/models/models_0.d.ts:86"),
    },
    {
      kind: "retry",
      at: ["BedrockRuntimeClient", "BedrockRuntime"],
      limit: { option: "0.maxAttempts", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: unverified("@aws-sdk/client-bedrock-runtime@3.1164.0"),
      note: "The default stands in another package, which was not read.",
    },
  ],
  endpoints: [
    {
      kind: "endpoint",
      url: "bedrock-runtime.*/converse",
      reply: converse,
      source: unverified("@aws-sdk/client-bedrock-runtime@3.1164.0"),
    },
    {
      kind: "endpoint",
      url: "bedrock-runtime.*/converse-stream",
      reply: converse,
      source: unverified("@aws-sdk/client-bedrock-runtime@3.1164.0"),
    },
    {
      kind: "endpoint",
      url: "bedrock-runtime.*/invoke",
      reply: converse,
      source: unverified("@aws-sdk/client-bedrock-runtime@3.1164.0"),
    },
    {
      kind: "endpoint",
      url: "bedrock-runtime.*/invoke-with-response-stream",
      reply: converse,
      source: unverified("@aws-sdk/client-bedrock-runtime@3.1164.0"),
    },
  ],
};
