import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/readline-sync@1.4.8");

export const readlineSync: Sdk = {
  id: "readline-sync",
  packages: ["readline-sync"],
  checked: { "readline-sync": "1.4.10", "@types/readline-sync": "1.4.8" },
  same: { default: "" },
  rows: [
    { kind: "human-gate", at: ["question", "keyIn", "keyInYN", "keyInYNStrict", "keyInSelect", "questionInt", "prompt"], source },
  ],
};
