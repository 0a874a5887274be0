import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@ai-sdk/provider-utils@5.0.81");

/** Where `tool` of `ai` comes from: packages of tools import it from here, so as not to depend on `ai`. */
export const vercelAiProviderUtils: Sdk = {
  id: "vercel-ai-provider-utils",
  packages: ["@ai-sdk/provider-utils"],
  checked: { "@ai-sdk/provider-utils": "5.0.81" },
  rows: [
    {
      kind: "tool",
      at: ["tool", "dynamicTool"],
      since: "3",
      execute: "0.execute",
      schema: "0.inputSchema",
      approval: ["0.needsApproval"],
      errors: "observed",
      callId: "1.toolCallId",
      source: read("dist/index.d.ts:2510"),
    },
  ],
};
