import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

/** The packages that make models for `ai`: calling one of their functions makes a model and asks nothing. */
export const vercelAiProviders: Sdk = {
  id: "vercel-ai-providers",
  packages: [
    "@ai-sdk/provider",
    "@ai-sdk/openai",
    "@ai-sdk/openai-compatible",
    "@ai-sdk/anthropic",
    "@ai-sdk/google",
    "@ai-sdk/google-vertex",
    "@ai-sdk/azure",
    "@ai-sdk/amazon-bedrock",
    "@ai-sdk/mistral",
    "@ai-sdk/groq",
    "@ai-sdk/cohere",
    "@ai-sdk/xai",
    "@ai-sdk/deepseek",
    "@ai-sdk/perplexity",
    "@ai-sdk/fireworks",
    "@ai-sdk/togetherai",
    "@ai-sdk/cerebras",
    "@ai-sdk/deepinfra",
    "@ai-sdk/gateway",
    "@openrouter/ai-sdk-provider",
    "ollama-ai-provider",
    "ollama-ai-provider-v2",
  ],
  checked: { "@ai-sdk/provider": "4.0.38", "@ai-sdk/openai": "4.0.118", "@openrouter/ai-sdk-provider": "3.1.0" },
  same: {
    LanguageModelV1: "LanguageModel",
    LanguageModelV2: "LanguageModel",
    LanguageModelV3: "LanguageModel",
    LanguageModelV4: "LanguageModel",
  },
  reply: {
    text: ["content[type=text].text", "text"],
    toolCalls: ["content[type=tool-call]", "toolCalls"],
    finish: ["finishReason", "finishReason.unified"],
    finished: ["stop"],
    wantsTools: ["tool-calls"],
    incomplete: ["length", "content-filter", "error", "other"],
    usage: { parts: ["usage.inputTokens.total", "usage.outputTokens.total"] },
  },
  rows: [
    { kind: "model-call", at: "LanguageModel#.doGenerate", input: ["0.prompt"], tools: "0.tools", signal: "0.abortSignal", source: readIn("@ai-sdk/provider@4.0.38")("dist/index.d.ts:3672") },
    { kind: "model-call", at: "LanguageModel#.doStream", input: ["0.prompt"], tools: "0.tools", signal: "0.abortSignal", streams: true, source: readIn("@ai-sdk/provider@4.0.38")("dist/index.d.ts:3672") },
    {
      kind: "returns",
      at: ["createOpenAI", "createOpenAICompatible", "createAnthropic", "createGoogleGenerativeAI", "createVertex", "createAzure", "createAmazonBedrock", "createMistral", "createGroq", "createCohere", "createXai", "createDeepSeek", "createPerplexity", "createFireworks", "createTogetherAI", "createCerebras", "createDeepInfra", "createGateway", "createGatewayProvider", "createOpenRouter", "createOllama"],
      type: "Provider#",
      source: readIn("@ai-sdk/openai@4.0.118")("dist/index.d.ts:2627"),
    },
    {
      kind: "returns",
      at: ["openai", "anthropic", "google", "vertex", "azure", "bedrock", "mistral", "groq", "cohere", "xai", "deepseek", "perplexity", "fireworks", "togetherai", "cerebras", "deepinfra", "gateway", "openrouter", "ollama"],
      type: "@ai-sdk/provider:LanguageModel#",
      source: readIn("@ai-sdk/openai@4.0.118")("dist/index.d.ts:2627"),
    },
    {
      kind: "returns",
      at: ["Provider#", "Provider#.chat", "Provider#.responses", "Provider#.completion", "Provider#.languageModel", "Provider#.chatModel", "Provider#.messages", "openai.chat", "openai.responses", "openai.completion", "openai.languageModel", "anthropic.messages", "anthropic.chat", "anthropic.languageModel", "google.chat", "google.languageModel", "azure.chat", "azure.responses", "openrouter.chat", "openrouter.completion"],
      type: "@ai-sdk/provider:LanguageModel#",
      source: unverified("@ai-sdk/openai@4.0.118"),
    },
  ],
};
