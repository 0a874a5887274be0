import type { LimitOption, ReplyShape, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const workflow = readIn("@ai-sdk/workflow@2.0.43");
const durable = readIn("@workflow/ai@6.0.0");

const result: ReplyShape = {
  text: ["text"],
  toolCalls: ["steps[].toolCalls", "toolCalls"],
  finish: ["finishReason"],
  finished: ["stop"],
  wantsTools: ["tool-calls"],
  incomplete: ["length", "content-filter", "error"],
  structured: ["output"],
  message: ["messages"],
  usage: { total: "totalUsage.totalTokens" },
};
const stopWhen: LimitOption = {
  option: "0.stopWhen",
  or: ["new.0.stopWhen"],
  measure: "steps",
  default: null,
  unlimited: ["empty-list"],
  conditions: true,
  replies: ["0.steps[].text", "0.steps[].reasoningText", "0.steps[].content[].text"],
};

/** Agents whose loop runs inside a durable workflow. */
export const vercelWorkflow: Sdk = {
  id: "vercel-workflow",
  packages: ["@ai-sdk/workflow", "@workflow/ai"],
  checked: { "@ai-sdk/workflow": "2.0.43", "@workflow/ai": "6.0.0" },
  reply: result,
  rows: [
    {
      kind: "agent",
      at: ["WorkflowAgent", "DurableAgent"],
      tools: "0.tools",
      model: "0.model",
      toolChoice: { option: "0.toolChoice", forcing: ["required", "tool"] },
      source: workflow("dist/index.js:934"),
    },
    {
      kind: "run",
      at: "WorkflowAgent#.stream",
      limits: [stopWhen],
      atLimit: "silent",
      silentSigns: ["finishReason", "steps"],
      input: ["0.messages", "0.prompt"],
      agent: "new",
      tools: "new.0.tools",
      execute: ["new.0.tools[].execute"],
      signal: "0.abortSignal",
      timeout: "0.timeout",
      toolErrors: "observed",
      prepare: "0.prepareStep",
      reply: result,
      source: workflow("dist/index.js:934"),
      note: "No default: without `stopWhen` only the model ends it.",
    },
    {
      kind: "run",
      at: "DurableAgent#.stream",
      limits: [{ option: "0.maxSteps", measure: "steps", default: null, unlimited: ["Infinity"] }, stopWhen],
      atLimit: "silent",
      silentSigns: ["finishReason", "steps"],
      input: ["0.messages"],
      agent: "new",
      tools: "new.0.tools",
      execute: ["new.0.tools[].execute"],
      signal: "0.abortSignal",
      toolErrors: "observed",
      prepare: "0.prepareStep",
      reply: result,
      source: durable("dist/agent/stream-text-iterator.js:38"),
    },
  ],
};
