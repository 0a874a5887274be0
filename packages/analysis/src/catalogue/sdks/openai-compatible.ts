import { chatCompletion, compatibleClient, compatibleEndpoint as endpoint } from "../openai-protocol.js";
import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const cerebras = readIn("@cerebras/cerebras_cloud_sdk@1.91.0");
const http = unverified("openai@7.59.0");

/**
 * Clients with the methods and replies of OpenAI's chat completions, and the hosts that speak that protocol.
 * No one place counts the tokens of their streams: the elements of Cerebras are a union of which one member has usage,
 * and the two gateways hand on what the provider behind them says.
 */
export const openaiCompatible: Sdk = {
  id: "openai-compatible",
  packages: ["@cerebras/cerebras_cloud_sdk", "token.js", "portkey-ai"],
  checked: {
    "@cerebras/cerebras_cloud_sdk": "1.91.0",
    "token.js": "0.7.1",
    "portkey-ai": "3.1.0",
  },
  same: {
    default: "Client",
    Cerebras: "Client",
    TokenJS: "Client",
    Portkey: "Client",
  },
  reply: chatCompletion,
  rows: [
    ...compatibleClient({
      chat: cerebras("resources/chat/completions.d.ts:25"),
      completions: cerebras("resources/completions.d.ts:16"),
      retries: cerebras("core.js:133"),
      requests: cerebras("core.js:237"),
    }),
  ],
  endpoints: [
    endpoint("api.cerebras.ai/v1/chat/completions", cerebras("index.js:44")),
    endpoint(
      "router.huggingface.co/v1/chat/completions",
      readIn("@huggingface/inference@4.13.30")("dist/esm/config.js:2"),
    ),
    endpoint("models.inference.ai.azure.com/chat/completions", http),
    endpoint("models.github.ai/inference", readIn("@github/models@0.0.1-beta.2")("dist/index.js:7")),
    endpoint("api.deepseek.com/chat/completions", http),
    endpoint("api.x.ai/v1/chat/completions", http),
    endpoint("api.fireworks.ai/inference/v1/chat/completions", http),
    endpoint("api.perplexity.ai/chat/completions", http),
    endpoint("gateway.ai.cloudflare.com/v1", http),
    endpoint("api.portkey.ai/v1", http),
  ],
};
