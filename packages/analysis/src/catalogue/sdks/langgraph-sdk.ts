import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@langchain/langgraph-sdk@2.0.0");

export const langgraphSdk: Sdk = {
  id: "langgraph-sdk",
  packages: ["@langchain/langgraph-sdk"],
  checked: { "@langchain/langgraph-sdk": "2.0.0" },
  rows: [
    {
      kind: "run",
      at: ["Client#.runs.wait", "Client#.runs.stream", "Client#.runs.create"],
      limits: [{ option: "2.config.recursion_limit", measure: "steps", default: 25 }],
      atLimit: "flagged",
      input: ["2.input"],
      signal: "2.signal",
      reply: { text: ["messages[].content"] },
      source: read("dist/schema.d.ts:19"),
      note: "The graph runs on a server, and so does its limit.",
    },
    {
      kind: "retry",
      at: "Client",
      limit: { option: "0.callerOptions.maxRetries", measure: "steps", default: 4, unlimited: ["Infinity"] },
      source: read("dist/schema.d.ts:19"),
    },
    { kind: "memory", at: "Client#.store.putItem", value: "2", source: read("dist/schema.d.ts:19") },
  ],
};
