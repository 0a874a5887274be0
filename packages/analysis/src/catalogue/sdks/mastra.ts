import type { LimitOption, ReplyShape, RunRow, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@mastra/core@1.71.0");
const ran = ranIn("@mastra/core@1.71.0");

const result: ReplyShape = {
  text: ["text", "textStream[]"],
  toolCalls: ["toolCalls", "steps[].toolCalls"],
  finish: ["finishReason"],
  finished: ["stop"],
  wantsTools: ["tool-calls"],
  incomplete: ["length", "content-filter", "error", "other", "tripwire", "suspended"],
  structured: ["object"],
  usage: { total: "totalUsage.totalTokens" },
  message: ["response.messages", "messages"],
};
const maxSteps = (option: string, or: readonly string[]): LimitOption => ({
  option,
  or,
  measure: "steps",
  default: 5,
  unlimited: ["Infinity", "fraction", "NaN"],
});
const stopWhen: LimitOption = {
  option: "1.stopWhen",
  or: ["new.0.defaultOptions.stopWhen"],
  measure: "steps",
  default: null,
  unlimited: ["empty-list"],
  conditions: true,
  replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
  replaces: ["1.maxSteps"],
};
/** Budgets are processors of the agent: `inputProcessors: [new TokenCostControl({ maxCost: 2 })]`. */
const processors: LimitOption = {
  option: "new.0.inputProcessors",
  or: ["new.0.outputProcessors", "1.inputProcessors"],
  measure: "cost",
  default: null,
  conditions: true,
};
const call: Omit<RunRow, "at" | "source"> = {
  kind: "run",
  limits: [maxSteps("1.maxSteps", ["new.0.defaultOptions.maxSteps"]), stopWhen, processors],
  atLimit: "silent",
  silentSigns: ["finishReason", "toolCalls", "steps"],
  reply: result,
  input: ["0"],
  agent: "new",
  tools: "new.0.tools",
  execute: ["new.0.tools[].execute"],
  signal: "1.abortSignal",
  toolChoice: { option: "1.toolChoice", forcing: ["required", "tool"] },
  toolErrors: "observed",
  prepare: "1.prepareStep",
  approval: ["1.requireToolApproval"],
};

export const mastra: Sdk = {
  id: "mastra",
  packages: ["@mastra/core", "@mastra/memory"],
  checked: { "@mastra/core": "1.71.0", "@mastra/memory": "1.31.0" },
  same: { Memory: "MastraMemory" },
  reply: result,
  rows: [
    {
      ...call,
      at: "Agent#.generate",
      source: ran("dist/agent-BOxKOk3n.js:31225"),
      note: "`maxSteps: 0` is the default; `stopWhen` without `maxSteps` takes the default away.",
    },
    { ...call, at: "Agent#.stream", streams: true, source: ran("dist/agent-BOxKOk3n.js:31225") },
    {
      ...call,
      at: ["Agent#.generateVNext", "Agent#.streamVNext"],
      until: "0",
      source: readIn("@mastra/core@0.24.9")("dist/chunk-GSQD3QNR.js:442"),
    },
    {
      ...call,
      at: ["Agent#.generateLegacy", "Agent#.streamLegacy"],
      limits: [maxSteps("1.maxSteps", [])],
      source: read("dist/model-ntqwCGlr.js:72"),
    },
    {
      ...call,
      at: "Agent#.network",
      limits: [{ option: "1.maxSteps", measure: "steps", default: 1, unlimited: ["Infinity"] }],
      atLimit: "flagged",
      reply: {},
      source: read("dist/agent-BOxKOk3n.js:40810"),
    },
    {
      kind: "run",
      at: ["Workflow#.dountil", "Workflow#.dowhile"],
      limits: [],
      atLimit: "never",
      reply: {},
      agent: "0",
      repeats: { body: ["0"], execute: "0.execute", condition: "1", output: "inputData", count: "iterationCount" },
      source: read("dist/workflows/workflow.d.ts:380"),
      note: "The step is repeated as long as the condition (second argument) says so; nothing else ends it.",
    },
    { kind: "returns", at: "createWorkflow", type: "Workflow#", source: read("dist/workflows/workflow.d.ts:380") },
    {
      kind: "returns",
      at: [
        "Workflow#.then",
        "Workflow#.dountil",
        "Workflow#.dowhile",
        "Workflow#.branch",
        "Workflow#.parallel",
        "Workflow#.foreach",
        "Workflow#.map",
        "Workflow#.commit",
      ],
      type: "Workflow#",
      same: true,
      source: read("dist/workflows/workflow.d.ts:380"),
    },
    {
      kind: "agent",
      at: "Agent",
      name: "0.name",
      tools: "0.tools",
      handoffs: ["0.agents"],
      nested: true,
      foundBy: { calls: ["Mastra#.getAgent", "Mastra#.getAgentById"], register: "new.0.agents" },
      model: "0.model",
      source: ran("dist/agent-BOxKOk3n.js:31225"),
    },
    {
      kind: "returns",
      at: ["Mastra#.getAgent", "Mastra#.getAgentById"],
      type: "Agent#",
      source: readIn("@mastra/core@1.71.0")("dist/mastra/index.d.ts:756"),
    },
    {
      kind: "tool",
      at: "createTool",
      execute: "0.execute",
      name: "0.id",
      schema: "0.inputSchema",
      approval: ["0.requireApproval"],
      errors: "observed",
      callId: "1.agent.toolCallId",
      source: read("dist/tools/tool.d.ts:310"),
    },
    {
      kind: "stop-condition",
      at: "TokenCostControl",
      since: "1",
      measure: "cost",
      count: "0.maxCost",
      source: read("dist/processors/processors/token-cost-control.d.ts:73"),
      note: "Only with the strategy `block`; documented as best effort.",
    },
    {
      kind: "human-gate",
      at: ["Agent#.approveToolCall", "Agent#.declineToolCall"],
      since: "1",
      source: read("dist/tools/types.d.ts:620"),
    },
    {
      kind: "memory",
      conversation: true,
      at: "MastraMemory#.saveMessages",
      value: "0.messages",
      source: read("dist/memory/memory.d.ts:173"),
    },
    {
      kind: "memory",
      at: "MastraMemory#.updateWorkingMemory",
      value: "0.workingMemory",
      source: read("dist/memory/memory.d.ts:321"),
    },
  ],
};
