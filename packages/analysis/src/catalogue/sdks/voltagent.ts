import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@voltagent/core@2.10.0");
const limits: readonly LimitOption[] = [
  {
    option: "1.maxSteps",
    or: ["new.0.maxSteps"],
    measure: "steps",
    default: 5,
    unlimited: [0, "Infinity", "fraction", "NaN", "negative"],
  },
  {
    option: "1.stopWhen",
    or: ["new.0.stopWhen"],
    measure: "steps",
    default: null,
    unlimited: ["empty-list"],
    conditions: true,
    replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
    replaces: ["1.maxSteps"],
    overrides: ["1.maxSteps", "new.0.maxSteps"],
  },
];
const call = {
  kind: "run",
  limits,
  atLimit: "silent",
  silentSigns: ["finishReason", "toolCalls", "steps"],
  input: ["0"],
  agent: "new",
  tools: "new.0.tools",
  signal: "1.abortSignal",
  toolErrors: "observed",
} as const;

export const voltagent: Sdk = {
  id: "voltagent",
  packages: ["@voltagent/core"],
  checked: { "@voltagent/core": "2.10.0" },
  reply: {
    text: ["text", "textStream[]"],
    toolCalls: ["toolCalls", "steps[].toolCalls"],
    finish: ["finishReason"],
    finished: ["stop"],
    wantsTools: ["tool-calls"],
    incomplete: ["length", "content-filter", "error"],
    structured: ["object", "output"],
    usage: { total: "usage.totalTokens" },
  },
  rows: [
    {
      ...call,
      at: ["Agent#.generateText", "Agent#.streamText"],
      source: read("dist/index.mjs:31167"),
      note: "A hundred with a workspace, which may also be set for the whole program.",
    },
    {
      kind: "model-call",
      at: ["Agent#.generateObject", "Agent#.streamObject"],
      input: ["0"],
      signal: "2.abortSignal",
      reply: { structured: ["object"] },
      source: read("dist/index.mjs:31406"),
    },
    {
      kind: "agent",
      at: "Agent",
      name: "0.name",
      tools: "0.tools",
      handoffs: ["0.subAgents"],
      addedBy: ["addSubAgent"],
      nested: true,
      model: "0.model",
      limits: [
        { option: "0.maxSteps", measure: "steps", default: 5, unlimited: [0, "Infinity"] },
        {
          option: "0.stopWhen",
          measure: "steps",
          default: null,
          conditions: true,
          replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
          overrides: ["0.maxSteps"],
        },
      ],
      source: read("dist/index.mjs:31167"),
    },
    {
      kind: "tool",
      at: "createTool",
      execute: "0.execute",
      name: "0.name",
      schema: "0.parameters",
      approval: ["0.needsApproval"],
      errors: "observed",
      callId: "1.toolContext.callId",
      source: read("dist/index.d.ts:645"),
    },
    {
      kind: "effect",
      at: [
        "VoltOpsClient#.actions.*.send*",
        "VoltOpsClient#.actions.*.postMessage",
        "VoltOpsClient#.actions.*.replyTo*",
      ],
      verb: "send",
      source: read("dist/index.d.ts:3171"),
    },
    {
      kind: "effect",
      at: [
        "VoltOpsClient#.actions.*.create*",
        "VoltOpsClient#.actions.*.uploadFile",
        "VoltOpsClient#.actions.*.copyFile",
      ],
      verb: "create",
      source: read("dist/index.d.ts:3159"),
    },
    {
      kind: "effect",
      at: "VoltOpsClient#.actions.*.delete*",
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: read("dist/index.d.ts:3173"),
    },
    {
      kind: "retry",
      at: "Agent",
      limit: { option: "0.maxRetries", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: read("dist/index.mjs:31078"),
    },
  ],
};
