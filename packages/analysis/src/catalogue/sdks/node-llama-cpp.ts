import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("node-llama-cpp@3.22.1");

export const nodeLlamaCpp: Sdk = {
  id: "node-llama-cpp",
  packages: ["node-llama-cpp"],
  checked: { "node-llama-cpp": "3.22.1" },
  rows: [
    {
      kind: "run",
      at: ["LlamaChatSession#.promptWithMeta", "LlamaChatSession#.prompt"],
      limits: [{ option: "1.maxTokens", measure: "tokens", default: null }],
      atLimit: "silent",
      silentSigns: ["stopReason"],
      input: ["0"],
      tools: "1.functions",
      loops: "tools",
      endless: true,
      signal: "1.signal",
      keepsHistory: true,
      toolErrors: "ends-run",
      reply: {
        text: ["", "responseText"],
        finish: ["stopReason"],
        finished: ["eogToken", "stopGenerationTrigger"],
        incomplete: ["maxTokens", "abort"],
      },
      source: read("dist/evaluator/LlamaChatSession/LlamaChatSession.js:157"),
      note: "Without functions a single call; with them there is no limit of rounds.",
    },
    {
      kind: "tool",
      at: "defineChatSessionFunction",
      execute: "0.handler",
      schema: "0.params",
      errors: "ends-run",
      source: read("dist/evaluator/LlamaChatSession/utils/defineChatSessionFunction.d.ts:11"),
    },
  ],
};
