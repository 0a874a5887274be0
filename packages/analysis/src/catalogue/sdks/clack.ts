import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@clack/prompts@1.9.0")("dist/index.d.mts:709");

export const clack: Sdk = {
  id: "clack",
  packages: ["@clack/prompts"],
  checked: { "@clack/prompts": "1.9.0" },
  rows: [
    {
      kind: "human-gate",
      at: [
        "text",
        "confirm",
        "select",
        "multiselect",
        "groupMultiselect",
        "password",
        "group",
        "selectKey",
        "autocomplete",
      ],
      source,
    },
  ],
};
