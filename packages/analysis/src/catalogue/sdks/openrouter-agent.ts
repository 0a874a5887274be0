import type { ReplyShape, RunRow, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const ran = ranIn("@openrouter/agent@0.8.0");
const read = readIn("@openrouter/agent@0.8.0");

const result: ReplyShape = {
  text: ["getText()", "getTextStream()[]"],
  toolCalls: ["getToolCalls()"],
  finish: ["getResponse().status"],
  finished: ["completed"],
  incomplete: ["incomplete", "failed"],
  usage: { total: "getResponse().usage.totalTokens" },
  message: ["getResponse().output"],
};
const call = (request: string): Omit<RunRow, "at" | "source"> => ({
  kind: "run",
  limits: [
    {
      option: `${request}.stopWhen`,
      measure: "steps",
      default: null,
      unlimited: ["empty-list"],
      conditions: true,
      replies: ["0.steps[].text"],
    },
  ],
  // With `allowFinalResponse`, which is on, one more call without tools gives a text.
  atLimit: "silent",
  silentSigns: ["getToolCalls()", "getResponse().status"],
  input: [`${request}.input`],
  tools: `${request}.tools`,
  loops: "tools",
  toolErrors: "observed",
  approval: [`${request}.requireApproval`],
});

export const openrouterAgent: Sdk = {
  id: "openrouter-agent",
  packages: ["@openrouter/agent"],
  checked: { "@openrouter/agent": "0.8.0" },
  reply: result,
  rows: [
    {
      ...call("1"),
      at: "callModel",
      signal: "2.signal",
      source: ran("esm/lib/model-result.js:610"),
      note: "Without `stopWhen` there is no limit; the same call of `@openrouter/sdk` stops after five steps.",
    },
    { ...call("0"), at: "OpenRouter#.callModel", signal: "1.signal", source: ran("esm/lib/model-result.js:610") },
    {
      kind: "stop-condition",
      at: "stepCountIs",
      measure: "steps",
      count: "0",
      source: read("esm/lib/stop-conditions.js:12"),
      note: "Compared with `>=`, unlike the function of the same name in `ai`.",
    },
    {
      kind: "stop-condition",
      at: "maxTokensUsed",
      measure: "tokens",
      count: "0",
      source: read("esm/lib/stop-conditions.js:82"),
    },
    {
      kind: "stop-condition",
      at: "maxCost",
      measure: "cost",
      count: "0",
      source: read("esm/lib/stop-conditions.js:82"),
    },
    {
      kind: "stop-condition",
      at: ["hasToolCall", "finishReasonIs"],
      measure: "model",
      names: "0",
      source: read("esm/lib/stop-conditions.js:82"),
    },
    {
      kind: "tool",
      at: "tool",
      execute: "0.execute",
      name: "0.name",
      schema: "0.inputSchema",
      approval: ["0.requireApproval"],
      errors: "observed",
      callId: "1.toolCall.callId",
      source: read("esm/lib/async-params.d.ts:28"),
    },
  ],
};
