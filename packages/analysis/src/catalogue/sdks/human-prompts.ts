import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

/** Packages that ask a person at the terminal and wait for the answer. */
export const humanPrompts: Sdk = {
  id: "human-prompts",
  packages: ["inquirer", "@inquirer/prompts", "prompts", "enquirer", "@clack/prompts", "readline-sync"],
  checked: { inquirer: "14.2.5", "@inquirer/prompts": "8.7.5", prompts: "2.4.2", "@types/prompts": "2.4.9", enquirer: "2.4.1", "@clack/prompts": "1.9.0" },
  rows: [
    { kind: "human-gate", at: ["default.prompt", "prompt", "default"], source: unverified("inquirer@14.2.5") },
    { kind: "human-gate", at: ["input", "confirm", "select", "checkbox", "password", "editor", "number", "rawlist", "expand", "search"], source: unverified("@inquirer/prompts@8.7.5") },
    { kind: "human-gate", at: ["text", "multiselect", "groupMultiselect", "group", "selectKey"], source: unverified("@clack/prompts@1.9.0") },
    { kind: "human-gate", at: ["Select#.run", "Confirm#.run", "Input#.run", "MultiSelect#.run", "Prompt#.run"], untyped: true, source: unverified("enquirer@2.4.1"), note: "The types of enquirer show `prompt` only." },
    { kind: "human-gate", at: ["question", "keyIn", "keyInYN", "questionInt"], untyped: true, source: unverified("readline-sync@1.4.10"), note: "`readline-sync`, whose types are in another package." },
    { kind: "human-gate", at: ["default.question", "default.keyInYN"], untyped: true, source: unverified("readline-sync@1.4.10"), note: "`readline-sync`, whose types are in another package." },
  ],
};
