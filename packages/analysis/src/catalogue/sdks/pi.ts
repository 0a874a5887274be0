import type { ReplyShape, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const core = readIn("@mariozechner/pi-agent-core@0.73.1");
const ran = ranIn("@mariozechner/pi-agent-core@0.73.1");
const ai = readIn("@mariozechner/pi-ai@0.73.1");

const message: ReplyShape = {
  text: ["content[type=text].text"],
  toolCalls: ["content[type=toolCall]"],
  finish: ["stopReason"],
  finished: ["stop"],
  wantsTools: ["toolUse"],
  incomplete: ["length", "error", "aborted"],
  usage: { total: "usage.totalTokens", cost: "usage.cost.total" },
  message: [""],
};

export const pi: Sdk = {
  id: "pi",
  packages: ["@mariozechner/pi-agent-core", "@mariozechner/pi-ai"],
  checked: { "@mariozechner/pi-agent-core": "0.73.1", "@mariozechner/pi-ai": "0.73.1" },
  reply: message,
  rows: [
    {
      kind: "agent",
      at: "Agent",
      tools: "0.initialState.tools",
      model: "0.initialState.model",
      source: core("dist/types.d.ts:164"),
    },
    {
      kind: "run",
      at: ["Agent#.prompt", "Agent#.continue"],
      limits: [{ option: "new.0.shouldStopAfterTurn", measure: "steps", default: null, conditions: true }],
      atLimit: "never",
      input: ["0"],
      agent: "new",
      keepsHistory: true,
      toolErrors: "observed",
      approval: ["new.0.beforeToolCall"],
      reply: {},
      source: ran("dist/agent-loop.js:85"),
    },
    {
      kind: "run",
      at: ["agentLoop", "agentLoopContinue"],
      limits: [{ option: "2.shouldStopAfterTurn", measure: "steps", default: null, conditions: true }],
      atLimit: "never",
      input: ["0"],
      tools: "1.tools",
      signal: "3",
      streams: true,
      toolErrors: "observed",
      approval: ["2.beforeToolCall"],
      source: ran("dist/agent-loop.js:85"),
      note: "No limit of its own.",
    },
    {
      kind: "model-call",
      at: ["complete", "completeSimple"],
      input: ["1.messages", "1"],
      tools: "1.tools",
      signal: "2.signal",
      source: ai("dist/stream.d.ts:5"),
    },
    {
      kind: "model-call",
      at: ["stream", "streamSimple"],
      input: ["1.messages", "1"],
      tools: "1.tools",
      signal: "2.signal",
      streams: true,
      reply: {
        text: ["result().content[type=text].text"],
        toolCalls: ["result().content[type=toolCall]"],
        finish: ["result().stopReason"],
      },
      source: ai("dist/stream.d.ts:5"),
    },
  ],
};
