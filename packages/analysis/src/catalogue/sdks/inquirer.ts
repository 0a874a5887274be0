import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("inquirer@14.2.5")("dist/index.d.ts:34");

export const inquirer: Sdk = {
  id: "inquirer",
  packages: ["inquirer", "@inquirer/prompts"],
  checked: { inquirer: "14.2.5", "@inquirer/prompts": "8.7.5" },
  rows: [
    { kind: "human-gate", at: ["default.prompt", "createPromptModule()"], source },
    {
      kind: "human-gate",
      at: ["input", "confirm", "select", "checkbox", "password", "editor", "number", "rawlist", "expand", "search"],
      source: unverified("@inquirer/prompts@8.7.5"),
    },
  ],
};
