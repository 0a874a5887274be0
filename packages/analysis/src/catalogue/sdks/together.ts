import { chatCompletion, compatibleClient, compatibleEndpoint } from "../openai-protocol.js";
import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const read = readIn("together-ai@0.52.0");

export const together: Sdk = {
  id: "together",
  packages: ["together-ai"],
  checked: { "together-ai": "0.52.0" },
  same: { default: "Client", Together: "Client" },
  reply: chatCompletion,
  rows: [
    ...compatibleClient(
      {
        chat: read("resources/chat/completions.d.ts:23"),
        completions: read("resources/completions.d.ts:21"),
        retries: read("client.js:95"),
        requests: read("client.js:439"),
      },
      // Unasked, in the last element; it is null in the others: resources/chat/completions.d.ts:96.
      { figures: [{ path: "usage.total_tokens" }] },
    ),
  ],
  endpoints: [
    compatibleEndpoint("api.together.ai/v1/chat/completions", read("client.js:49")),
    compatibleEndpoint("api.together.xyz/v1/chat/completions", unverified("together-ai@0.52.0")),
  ],
};
