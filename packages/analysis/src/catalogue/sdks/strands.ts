import type { LimitOption, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const ran = ranIn("@strands-agents/sdk@1.19.0");
const read = readIn("@strands-agents/sdk@1.19.0");
const limits: readonly LimitOption[] = [
  { option: "1.limits.turns", measure: "steps", default: null },
  { option: "1.limits.totalTokens", measure: "tokens", default: null },
  { option: "1.limits.outputTokens", measure: "tokens", default: null },
];
const multi: readonly LimitOption[] = [
  { option: "new.0.maxSteps", measure: "steps", default: null, unlimited: ["Infinity"] },
  { option: "new.0.timeout", measure: "time", default: null, unlimited: ["Infinity"] },
];

export const strands: Sdk = {
  id: "strands",
  packages: ["@strands-agents/sdk"],
  checked: { "@strands-agents/sdk": "1.19.0" },
  reply: {
    text: ["lastMessage.content[].text", "toString()"],
    toolCalls: ["lastMessage.content[type=toolUseBlock]"],
    finish: ["stopReason"],
    finished: ["endTurn"],
    wantsTools: ["toolUse"],
    incomplete: ["maxTokens", "limitTurns", "limitTotalTokens", "limitOutputTokens", "contentFiltered", "cancelled"],
    structured: ["structuredOutput"],
    usage: { total: "metrics.accumulatedUsage.totalTokens" },
    message: ["lastMessage"],
  },
  rows: [
    {
      kind: "run",
      at: ["Agent#.invoke", "Agent#.stream"],
      limits,
      atLimit: "flagged",
      silentSigns: ["stopReason"],
      input: ["0"],
      agent: "new",
      tools: "new.0.tools",
      loops: "tools",
      signal: "1.cancelSignal",
      toolErrors: "observed",
      source: ran("dist/src/agent/agent.js:488"),
      note: "No limit by default; `Infinity` and zero are refused.",
    },
    {
      kind: "agent",
      at: "Agent",
      name: "0.name",
      tools: "0.tools",
      model: "0.model",
      source: read("dist/src/types/agent.d.ts:114"),
    },
    {
      kind: "run",
      at: ["Graph#.invoke", "Graph#.stream"],
      limits: multi,
      loops: "edges",
      atLimit: "throws",
      agent: "new",
      input: ["0"],
      reply: { finish: ["status"] },
      source: read("dist/src/multiagent/graph.js:76"),
    },
    {
      kind: "run",
      at: ["Swarm#.invoke", "Swarm#.stream"],
      limits: multi,
      atLimit: "throws",
      agent: "new",
      input: ["0"],
      reply: { finish: ["status"] },
      source: read("dist/src/multiagent/swarm.js:65"),
    },
    { kind: "agent", at: "Graph", handoffs: ["0.nodes"], source: read("dist/src/multiagent/graph.js:76") },
    {
      kind: "agent",
      at: "Swarm",
      handoffs: ["0.nodes"],
      limits: [
        { option: "0.maxSteps", measure: "steps", default: null, unlimited: ["Infinity"] },
        { option: "0.timeout", measure: "time", default: null, unlimited: ["Infinity"] },
      ],
      source: read("dist/src/multiagent/graph.js:76"),
    },
    {
      kind: "tool",
      at: "tool",
      execute: "0.callback",
      name: "0.name",
      schema: "0.inputSchema",
      approval: [],
      askedBy: ["BeforeToolCallEvent", "BeforeToolsEvent", "interventions", "interrupt"],
      errors: "observed",
      callId: "1.toolUse.toolUseId",
      source: read("dist/src/tools/tool-factory.d.ts:14"),
    },
    {
      kind: "retry",
      at: "DefaultModelRetryStrategy",
      limit: { option: "0.maxAttempts", measure: "steps", default: 6, unlimited: ["Infinity"] },
      source: read("dist/src/retry/default-model-retry-strategy.d.ts:20"),
    },
  ],
};
