import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@github/copilot-sdk@1.0.14");

export const copilotSdk: Sdk = {
  id: "copilot-sdk",
  packages: ["@github/copilot-sdk"],
  checked: { "@github/copilot-sdk": "1.0.14" },
  rows: [
    {
      kind: "returns",
      at: ["CopilotClient#.createSession", "CopilotClient#.resumeSession"],
      type: "CopilotSession#",
      source: read("dist/session.js:484"),
    },
    {
      kind: "run",
      at: ["CopilotSession#.sendAndWait", "CopilotSession#.send"],
      limits: [
        { option: "1", measure: "time", default: 60_000, inert: true, advisory: true },
        { option: "new.0.sessionLimits.maxAiCredits", measure: "cost", default: null },
      ],
      endless: true,
      atLimit: "throws",
      input: ["0"],
      tools: "new.0.tools",
      keepsHistory: true,
      toolErrors: "observed",
      approval: ["new.0.onPermissionRequest"],
      reply: { text: ["data.content"] },
      source: read("dist/session.js:484"),
      note: "The timeout ends the waiting, the agent works on until `session.abort()`; there is no turn limit.",
    },
    {
      kind: "tool",
      at: "defineTool",
      execute: "1.handler",
      name: "0",
      schema: "1.parameters",
      errors: "observed",
      source: read("dist/types.d.ts:569"),
    },
  ],
};
