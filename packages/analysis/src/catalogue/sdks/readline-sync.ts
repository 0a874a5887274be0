import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/readline-sync@1.4.8")("index.d.ts:34");

export const readlineSync: Sdk = {
  id: "readline-sync",
  packages: ["readline-sync"],
  checked: { "readline-sync": "1.4.10", "@types/readline-sync": "1.4.8" },
  same: { default: "" },
  rows: [
    {
      kind: "human-gate",
      at: ["question", "keyIn", "keyInYN", "keyInYNStrict", "keyInSelect", "questionInt", "prompt"],
      source,
    },
  ],
};
