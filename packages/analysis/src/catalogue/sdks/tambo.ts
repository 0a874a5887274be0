import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@tambo-ai/typescript-sdk@0.96.4");

export const tambo: Sdk = {
  id: "tambo",
  packages: ["@tambo-ai/typescript-sdk"],
  checked: { "@tambo-ai/typescript-sdk": "0.96.4" },
  same: { default: "TamboAI" },
  rows: [
    {
      kind: "model-call",
      at: "TamboAI#.threads.runs.create",
      input: ["0.message"],
      tools: "0.tools",
      signal: "1.signal",
      streams: true,
      reply: {},
      source: read("resources/threads/runs.d.ts:21"),
      note: "The model runs behind a server; what comes back are events.",
    },
    {
      kind: "model-call",
      at: "TamboAI#.threads.runs.run",
      input: ["1.message"],
      tools: "1.tools",
      signal: "2.signal",
      streams: true,
      reply: {},
      source: read("resources/threads/runs.d.ts:52"),
      note: "The model runs behind a server; what comes back are events.",
    },
  ],
};
