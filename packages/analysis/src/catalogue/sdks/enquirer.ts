import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("enquirer@2.4.1")("index.d.ts:146");

export const enquirer: Sdk = {
  id: "enquirer",
  packages: ["enquirer"],
  checked: { enquirer: "2.4.1" },
  rows: [
    { kind: "human-gate", at: ["prompt", "default.prompt", "default#.prompt"], source },
    {
      kind: "human-gate",
      at: ["Select#.run", "Confirm#.run", "Input#.run", "MultiSelect#.run", "Prompt#.run"],
      untyped: true,
      source,
      note: "The published types show `prompt` only.",
    },
  ],
};
