import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/prompts@2.4.9")("index.d.ts:8");

export const prompts: Sdk = {
  id: "prompts",
  packages: ["prompts"],
  checked: { prompts: "2.4.2", "@types/prompts": "2.4.9" },
  rows: [{ kind: "human-gate", at: ["default", "prompts"], source }],
};
