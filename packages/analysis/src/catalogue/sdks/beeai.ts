import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("beeai-framework@0.1.30");
const maxIterations = (standard: number | null): LimitOption => ({
  option: "1.execution.maxIterations",
  or: ["new.0.execution.maxIterations"],
  measure: "steps",
  default: standard,
  unlimited: [0, "Infinity"],
});

export const beeai: Sdk = {
  id: "beeai",
  packages: ["beeai-framework"],
  checked: { "beeai-framework": "0.1.30" },
  reply: { text: ["result.text", "result.content"] },
  rows: [
    {
      kind: "run",
      at: "RequirementAgent#.run",
      limits: [maxIterations(20)],
      atLimit: "throws",
      input: ["0.prompt"],
      agent: "new",
      tools: "new.0.tools",
      signal: "1.signal",
      toolErrors: "observed",
      source: read("dist/agents/requirement/agent.js:51"),
    },
    {
      kind: "run",
      at: "ReActAgent#.run",
      limits: [
        maxIterations(10),
        {
          option: "1.execution",
          or: ["new.0.execution"],
          measure: "steps",
          default: null,
          limitsNothing: true,
          replaces: ["1.execution.maxIterations"],
        },
      ],
      atLimit: "throws",
      input: ["0.prompt"],
      agent: "new",
      tools: "new.0.tools",
      signal: "1.signal",
      toolErrors: "observed",
      source: read("dist/agents/react/agent.js:79"),
      note: "Ten only when no `execution` is given: one without `maxIterations` has no limit.",
    },
    {
      kind: "run",
      at: "ToolCallingAgent#.run",
      limits: [
        { option: "1.execution.totalMaxRetries", measure: "steps", default: 20, unlimited: ["Infinity"] },
        { option: "1.execution.maxIterations", measure: "steps", default: null, inert: true },
      ],
      atLimit: "throws",
      input: ["0.prompt"],
      agent: "new",
      tools: "new.0.tools",
      signal: "1.signal",
      toolErrors: "observed",
      source: read("dist/agents/toolCalling/agent.js:96"),
    },
    {
      kind: "tool",
      at: "DynamicTool",
      execute: "0.handler",
      name: "0.name",
      schema: "0.inputSchema",
      errors: "observed",
      source: read("dist/tools/base.d.ts:130"),
    },
    {
      kind: "model-call",
      at: ["ChatModel#.create", "ChatModel#.createStructure"],
      input: ["0.messages"],
      tools: "0.tools",
      signal: "0.abortSignal",
      reply: {
        text: ["getTextContent()"],
        toolCalls: ["getToolCalls()"],
        finish: ["finishReason"],
        finished: ["stop"],
        wantsTools: ["tool-calls"],
        incomplete: ["length", "content-filter"],
        usage: { total: "usage.totalTokens" },
      },
      source: read("dist/tools/base.d.ts:23"),
    },
    { kind: "returns", at: ["ChatModel.fromName"], type: "ChatModel#", source: read("dist/tools/base.d.ts:23") },
    { kind: "error-class", at: "AgentError", means: "limit", source: read("dist/agents/requirement/agent.js:51") },
  ],
};
