import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@convex-dev/agent@0.6.4")("dist/client/start.js:80");
const stopWhen = (option: string, over: readonly string[]): LimitOption => ({
  option,
  measure: "steps",
  default: null,
  unlimited: ["empty-list"],
  conditions: true,
  replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
  replaces: over,
  overrides: over,
});
const maxSteps = (option: string): LimitOption => ({
  option,
  measure: "steps",
  default: 1,
  unlimited: ["Infinity", "fraction", "negative"],
});

export const convexAgent: Sdk = {
  id: "convex-agent",
  packages: ["@convex-dev/agent"],
  checked: { "@convex-dev/agent": "0.6.4" },
  reply: {
    text: ["text"],
    toolCalls: ["toolCalls", "steps[].toolCalls"],
    finish: ["finishReason"],
    finished: ["stop"],
    wantsTools: ["tool-calls"],
    incomplete: ["length", "content-filter", "error"],
    structured: ["object"],
    usage: { total: "usage.totalTokens" },
  },
  rows: [
    {
      kind: "agent",
      at: "Agent",
      name: "1.name",
      tools: "1.tools",
      model: "1.languageModel",
      limits: [maxSteps("1.maxSteps"), stopWhen("1.stopWhen", ["1.maxSteps"])],
      source,
      note: "`stopWhen` wins over `maxSteps`, which becomes a `stepCountIs`; zero is the default of one step.",
    },
    {
      kind: "run",
      at: ["Agent#.generateText", "Agent#.streamText"],
      limits: [
        maxSteps("new.1.maxSteps"),
        stopWhen("2.stopWhen", ["new.1.maxSteps", "new.1.stopWhen"]),
        stopWhen("new.1.stopWhen", ["new.1.maxSteps"]),
      ],
      atLimit: "silent",
      silentSigns: ["finishReason", "toolCalls"],
      input: ["2.prompt", "2.messages"],
      agent: "new",
      tools: "new.1.tools",
      signal: "2.abortSignal",
      keepsHistory: true,
      toolErrors: "observed",
      source,
    },
    {
      kind: "model-call",
      at: ["Agent#.generateObject", "Agent#.streamObject"],
      input: ["2.prompt", "2.messages"],
      reply: { structured: ["object"] },
      source,
    },
    {
      kind: "tool",
      at: "createTool",
      execute: ["0.execute", "0.handler"],
      schema: "0.inputSchema",
      errors: "observed",
      callId: "1.toolCallId",
      source,
    },
  ],
};
