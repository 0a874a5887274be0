import { chatCompletion, compatibleClient, compatibleEndpoint } from "../openai-protocol.js";
import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("groq-sdk@1.6.0");

export const groq: Sdk = {
  id: "groq",
  packages: ["groq-sdk"],
  checked: { "groq-sdk": "1.6.0" },
  same: { default: "Client", Groq: "Client" },
  reply: chatCompletion,
  rows: [
    ...compatibleClient(
      {
        chat: read("resources/chat/completions.d.ts:22"),
        retries: read("client.js:81"),
        requests: read("client.js:405"),
      },
      // Unasked, in the last element: resources/chat/completions.d.ts:826.
      { figures: [{ path: "x_groq.usage.total_tokens" }] },
    ),
  ],
  endpoints: [compatibleEndpoint("api.groq.com/openai/v1/chat/completions", read("client.js:40"))],
};
