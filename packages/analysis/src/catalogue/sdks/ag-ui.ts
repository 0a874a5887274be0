import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@ag-ui/client@1.0.0");

export const agUi: Sdk = {
  id: "ag-ui",
  packages: ["@ag-ui/client"],
  checked: { "@ag-ui/client": "1.0.0" },
  rows: [
    {
      kind: "model-call",
      at: ["AbstractAgent#.runAgent", "HttpAgent#.runAgent"],
      input: [],
      reply: { text: ["newMessages[].content"], toolCalls: ["newMessages[].toolCalls"], message: ["newMessages"] },
      source: read("dist/index.d.ts:315"),
      note: "The agent runs behind a server; its messages are kept in the object.",
    },
  ],
};
