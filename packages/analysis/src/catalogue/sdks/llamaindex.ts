import type { Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const ran = ranIn("@llamaindex/workflow@1.1.25");
const core = readIn("@llamaindex/core@0.6.23");
const openai = readIn("@llamaindex/openai@0.4.22");

export const llamaindex: Sdk = {
  id: "llamaindex",
  packages: ["llamaindex", "@llamaindex/workflow", "@llamaindex/core", "@llamaindex/openai", "@llamaindex/anthropic", "@llamaindex/google", "@llamaindex/groq", "@llamaindex/ollama", "@llamaindex/mistral"],
  checked: { "@llamaindex/workflow": "1.1.25", "@llamaindex/core": "0.6.23", "@llamaindex/openai": "0.4.22", "@llamaindex/anthropic": "0.3.27", "@llamaindex/google": "0.4.1", "@llamaindex/groq": "0.0.95", "@llamaindex/ollama": "0.1.24", "@llamaindex/mistral": "0.1.23" },
  same: { OpenAI: "LLM", Anthropic: "LLM", Gemini: "LLM", Groq: "LLM", Ollama: "LLM", MistralAI: "LLM", BaseLLM: "LLM", ToolCallLLM: "LLM" },
  reply: {
    text: ["message.content", "text"],
    toolCalls: ["message.options.toolCall", "toolCalls"],
    usage: { total: "raw.usage.total_tokens" },
    message: ["message"],
  },
  rows: [
    { kind: "returns", at: ["openai", "anthropic", "gemini", "groq", "ollama", "mistral"], type: "LLM#", source: openai("dist/index.d.ts:65") },
    { kind: "model-call", at: "LLM#.chat", input: ["0.messages"], tools: "0.tools", streamOption: "0.stream", source: core("llms/dist/index.d.ts:12") },
    { kind: "model-call", at: "LLM#.complete", input: ["0.prompt"], streamOption: "0.stream", source: core("llms/dist/index.d.ts:12") },
    { kind: "model-call", at: ["LLM#.exec"], input: ["0.messages"], tools: "0.tools", source: core("llms/dist/index.d.ts:12") },
    { kind: "retry", at: "LLM", limit: { option: "0.maxRetries", measure: "steps", default: 10, unlimited: ["Infinity"] }, source: openai("dist/index.js:979") },
    { kind: "returns", at: ["agent", "multiAgent", "AgentWorkflow.fromTools"], type: "AgentWorkflow#", source: ran("dist/index.js:326") },
    { kind: "agent", at: "agent", name: "0.name", tools: "0.tools", handoffs: ["0.canHandoffTo"], model: "0.llm", source: ran("dist/index.js:326") },
    { kind: "agent", at: "multiAgent", handoffs: ["0.agents"], source: ran("dist/index.js:326") },
    {
      kind: "run",
      at: ["AgentWorkflow#.run", "AgentWorkflow#.runStream"],
      limits: [{ option: "new.0.timeout", measure: "time", default: null, inert: true }],
      endless: true,
      atLimit: "never",
      input: ["0"],
      agent: "new",
      tools: "new.0.tools",
      toolErrors: "observed",
      reply: { text: ["data.result"] },
      source: ran("dist/index.js:633"),
      note: "`timeout` is accepted and ignored, and there is no step limit.",
    },
    { kind: "run", at: ["LLMAgent#.chat", "AgentRunner#.chat"], limits: [{ option: "0.maxSteps", measure: "steps", default: 10, inert: true }], atLimit: "throws", input: ["0.message"], tools: "new.0.tools", reply: { text: ["message.content"] }, source: core("agent/dist/index.js:607"), note: "Ten steps, which no option changes." },
    { kind: "model-call", at: ["ContextChatEngine#.chat", "SimpleChatEngine#.chat", "CondenseQuestionChatEngine#.chat"], input: ["0.message"], streamOption: "0.stream", keepsHistory: true, source: readIn("@llamaindex/core@0.6.22")("chat-engine/dist/index.d.ts:67") },
    { kind: "model-call", at: "RetrieverQueryEngine#.query", input: ["0.query"], streamOption: "0.stream", source: readIn("@llamaindex/core@0.6.22")("query-engine/dist/index.d.ts:32") },
    { kind: "tool", at: "FunctionTool.from", execute: "0", name: "1.name", schema: "1.parameters", errors: "observed", source: core("tools/dist/index.d.ts:12") },
    { kind: "tool", at: "tool", execute: ["0.execute", "0"], name: "0.name", schema: "0.parameters", errors: "observed", source: core("tools/dist/index.d.ts:12") },
  ],
};
