import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@github/models@0.0.1-beta.2")("dist/index.d.ts:56");

/** A provider for `ai`: calling it makes a model and asks nothing. */
export const githubModels: Sdk = {
  id: "github-models",
  packages: ["@github/models"],
  checked: { "@github/models": "0.0.1-beta.2" },
  rows: [
    { kind: "returns", at: "createGitHubModels", type: "GitHubModels#", source },
    { kind: "returns", at: ["githubModels", "GitHubModels#"], type: "@ai-sdk/provider:LanguageModel#", source },
  ],
};
