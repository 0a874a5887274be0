import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("replicate@1.4.0");

export const replicate: Sdk = {
  id: "replicate",
  packages: ["replicate"],
  checked: { replicate: "1.4.0" },
  same: { default: "Replicate" },
  rows: [
    {
      kind: "model-call",
      at: "Replicate#.run",
      input: ["1.input"],
      model: "0",
      signal: "1.signal",
      reply: { text: ["", "[]"] },
      source: read("index.d.ts:190"),
    },
    {
      kind: "model-call",
      at: "Replicate#.stream",
      input: ["1.input"],
      model: "0",
      signal: "1.signal",
      streams: true,
      chunk: { text: ["data"] },
      source: read("index.d.ts:190"),
    },
    {
      kind: "model-call",
      at: "Replicate#.predictions.create",
      input: ["0.input"],
      reply: { text: ["output"], finish: ["status"], finished: ["succeeded"], incomplete: ["failed", "canceled"] },
      source: read("index.d.ts:190"),
    },
  ],
  endpoints: [
    "api.replicate.com/v1/predictions",
    "api.replicate.com/v1/models/*/predictions",
    "api.replicate.com/v1/deployments/*/predictions",
  ].map((url) => ({
    kind: "endpoint",
    url,
    reply: { text: ["output"], finish: ["status"], finished: ["succeeded"] },
    source: read("index.js:49"),
  })),
};
