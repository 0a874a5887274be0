import type { LimitOption, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@google/adk@2.0.0");
const ran = ranIn("@google/adk@2.0.0");
const maxIterations = (option: string): LimitOption => ({
  option,
  measure: "steps",
  default: null,
  unlimited: ["Infinity"],
});

export const googleAdk: Sdk = {
  id: "google-adk",
  packages: ["@google/adk"],
  checked: { "@google/adk": "2.0.0" },
  same: { InMemoryRunner: "Runner", Agent: "LlmAgent" },
  reply: {
    text: ["[].content.parts[].text"],
    toolCalls: ["[].content.parts[].functionCall"],
    finish: ["[].errorCode", "[].errorMessage"],
    usage: { total: "[].usageMetadata.totalTokenCount" },
  },
  rows: [
    {
      kind: "run",
      at: ["Runner#.runAsync", "Runner#.runEphemeral"],
      limits: [{ option: "0.runConfig.maxLlmCalls", measure: "steps", default: 500, unlimited: [0, "negative"] }],
      atLimit: "silent",
      silentSigns: ["[].errorMessage", "[].errorCode"],
      input: ["0.newMessage"],
      agent: "new.0.agent",
      signal: "0.abortSignal",
      toolErrors: "observed",
      streams: true,
      reply: {
        text: ["[].content.parts[].text"],
        toolCalls: ["[].content.parts[].functionCall"],
        finish: ["[].errorCode", "[].errorMessage"],
        usage: { total: "[].usageMetadata.totalTokenCount" },
      },
      source: ran("dist/esm/agents/run_config.js:27"),
      note: "At the limit nothing is thrown: the last event carries `errorMessage`.",
    },
    {
      kind: "agent",
      at: "LlmAgent",
      name: "0.name",
      tools: "0.tools",
      handoffs: ["0.subAgents"],
      model: "0.model",
      source: read("dist/types/agents/llm_agent.d.ts:197"),
    },
    {
      kind: "agent",
      at: "LoopAgent",
      name: "0.name",
      handoffs: ["0.subAgents"],
      limits: [maxIterations("0.maxIterations")],
      source: read("dist/esm/agents/loop_agent.js:35"),
      note: "Without `maxIterations` it goes round until one of its members escalates.",
    },
    {
      kind: "agent",
      at: ["SequentialAgent", "ParallelAgent"],
      name: "0.name",
      handoffs: ["0.subAgents"],
      source: read("dist/types/agents/llm_agent.d.ts:197"),
    },
    {
      kind: "run",
      at: "LoopAgent#.runAsync",
      limits: [maxIterations("new.0.maxIterations")],
      atLimit: "silent",
      agent: "new",
      reply: {},
      source: read("dist/esm/agents/loop_agent.js:35"),
    },
    {
      kind: "tool",
      at: "FunctionTool",
      execute: "0.execute",
      name: "0.name",
      schema: "0.parameters",
      approval: ["0.requireConfirmation"],
      errors: "observed",
      source: read("dist/types/tools/function_tool.d.ts:42"),
    },
    {
      kind: "delegate",
      at: "AgentTool",
      to: "0.agent",
      nested: true,
      source: read("dist/types/agents/llm_agent.d.ts:197"),
    },
    {
      kind: "memory",
      conversation: true,
      at: ["InMemoryMemoryService#.addSessionToMemory", "VertexAiMemoryBankService#.addSessionToMemory"],
      value: "0",
      source: read("dist/types/sessions/database_session_service.d.ts:20"),
    },
  ],
};
