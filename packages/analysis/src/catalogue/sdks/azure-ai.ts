import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const inference = readIn("@azure-rest/ai-inference@1.0.0-beta.6");
const agents = readIn("@azure/ai-agents@1.1.0");

export const azureAi: Sdk = {
  id: "azure-ai",
  packages: ["@azure-rest/ai-inference", "@azure/ai-agents", "@azure/ai-projects", "@azure/openai"],
  checked: {
    "@azure-rest/ai-inference": "1.0.0-beta.6",
    "@azure/ai-agents": "1.1.0",
    "@azure/ai-projects": "2.10.0",
    "@azure/openai": "2.0.0",
  },
  rows: [
    { kind: "returns", at: "default", type: "ModelClient#", source: inference("dist/esm/modelClient.d.ts:22") },
    {
      kind: "returns",
      at: ["ModelClient#.path", "ModelClient#.pathUnchecked"],
      type: "Route#",
      source: inference("dist/esm/modelClient.d.ts:22"),
    },
    {
      kind: "model-call",
      at: "Route#.post",
      input: ["0.body.messages"],
      tools: "0.body.tools",
      signal: "0.abortSignal",
      toolChoice: { option: "0.body.tool_choice", forcing: ["required", "function"] },
      reply: {
        text: ["body.choices[].message.content"],
        toolCalls: ["body.choices[].message.tool_calls"],
        finish: ["body.choices[].finish_reason"],
        finished: ["stop"],
        wantsTools: ["tool_calls"],
        incomplete: ["length", "content_filter"],
        usage: { total: "body.usage.total_tokens" },
        message: ["body.choices[].message"],
      },
      source: inference("dist/esm/modelClient.d.ts:22"),
      note: "The same call on the routes `/embeddings` and `/info` asks no model.",
    },
    {
      kind: "run",
      at: ["AgentsClient#.runs.createAndPoll", "AgentsClient#.runs.create"],
      limits: [
        { option: "2.maxCompletionTokens", measure: "tokens", default: null },
        { option: "2.maxPromptTokens", measure: "tokens", default: null },
      ],
      atLimit: "flagged",
      loops: "tools",
      reply: {
        finish: ["status"],
        finished: ["completed"],
        wantsTools: ["requires_action"],
        incomplete: ["failed", "cancelled", "expired", "incomplete"],
        toolCalls: ["requiredAction.submitToolOutputs.toolCalls"],
        usage: { total: "usage.totalTokens" },
      },
      source: agents("dist/esm/classic/runs/index.d.ts:23"),
    },
    {
      kind: "model-call",
      at: "AgentsClient#.runs.submitToolOutputs",
      keepsHistory: true,
      reply: { finish: ["status"] },
      source: agents("dist/esm/classic/runs/index.d.ts:23"),
    },
    {
      kind: "returns",
      at: "AIProjectClient#.getOpenAIClient",
      type: "openai:OpenAI#",
      source: readIn("@azure/ai-projects@2.10.0")("dist/esm/aiProjectClient.d.ts:91"),
    },
    {
      kind: "model-call",
      at: ["OpenAIClient#.getChatCompletions", "OpenAIClient#.streamChatCompletions"],
      until: "1",
      input: ["1"],
      model: "0",
      reply: {
        text: ["choices[].message.content"],
        toolCalls: ["choices[].message.toolCalls"],
        finish: ["choices[].finishReason"],
      },
      source: readIn("@azure/openai@1.0.0-beta.13")("types/src/OpenAIClient.d.ts:127"),
      note: "Gone in 2, which only adds types to `openai`.",
    },
  ],
};
