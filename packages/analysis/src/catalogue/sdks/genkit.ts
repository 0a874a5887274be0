import type { LimitOption, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const read = readIn("@genkit-ai/ai@1.42.0");
const ran = ranIn("@genkit-ai/ai@1.42.0");
const maxTurns = (option: string): LimitOption => ({ option, measure: "steps", default: 5, unlimited: ["Infinity"] });
const call = {
  kind: "run",
  atLimit: "throws",
  loops: "tools",
  toolErrors: "ends-run",
} as const;

export const genkit: Sdk = {
  id: "genkit",
  packages: ["genkit", "@genkit-ai/ai"],
  checked: { genkit: "1.42.0", "@genkit-ai/ai": "1.42.0" },
  same: { "GenkitBeta#": "Genkit#", "GenkitAI#": "Genkit#" },
  reply: {
    text: ["text"],
    toolCalls: ["toolRequests"],
    finish: ["finishReason", "finishMessage"],
    finished: ["stop"],
    wantsTools: ["interrupted"],
    incomplete: ["length", "blocked", "other", "unknown", "aborted"],
    structured: ["output"],
    usage: { total: "usage.totalTokens" },
    message: ["messages", "message"],
  },
  rows: [
    { kind: "returns", at: "genkit", type: "Genkit#", source: readIn("genkit@1.42.0")("lib/index-BSkuxdwl.d.ts:128") },
    {
      ...call,
      at: "Genkit#.generate",
      limits: [maxTurns("0.maxTurns")],
      input: ["0.prompt", "0.messages", "0"],
      tools: "0.tools",
      signal: "0.abortSignal",
      toolChoice: { option: "0.toolChoice", forcing: ["required"] },
      source: ran("lib/generate/action.js:347"),
      note: "Five turns are six calls.",
    },
    {
      ...call,
      at: "Genkit#.generateStream",
      limits: [maxTurns("0.maxTurns")],
      input: ["0.prompt", "0.messages", "0"],
      tools: "0.tools",
      signal: "0.abortSignal",
      streams: true,
      reply: {
        text: ["stream[].text", "response.text"],
        toolCalls: ["response.toolRequests"],
        finish: ["response.finishReason"],
      },
      source: ran("lib/generate/action.js:347"),
    },
    {
      kind: "returns",
      at: ["Genkit#.definePrompt", "Genkit#.prompt"],
      type: "Prompt#",
      source: read("lib/prompt-CdiaLTJP.d.ts:1052"),
    },
    {
      ...call,
      at: ["Prompt#", "Prompt#.stream"],
      limits: [maxTurns("1.maxTurns")],
      input: ["0"],
      tools: "new.0.tools",
      source: read("lib/prompt-CdiaLTJP.d.ts:1052"),
    },
    {
      kind: "tool",
      at: "Genkit#.defineTool",
      execute: "1",
      name: "0.name",
      schema: "0.inputSchema",
      approval: [],
      askedBy: ["interrupt", "defineInterrupt", "restartTool", "respondTool", "returnToolRequests", "toolApproval"],
      errors: "ends-run",
      source: readIn("genkit@1.42.0")("lib/index-BSkuxdwl.d.ts:128"),
    },
    { kind: "human-gate", at: "Genkit#.defineInterrupt", source: read("lib/prompt-CdiaLTJP.d.ts:494") },
    {
      kind: "error-class",
      at: "GenerationResponseError",
      means: "limit",
      source: read("lib/prompt-CdiaLTJP.d.ts:1080"),
    },
  ],
};
