import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const sdk = readIn("@opencode-ai/sdk@1.19.3");

export const opencode: Sdk = {
  id: "opencode",
  packages: ["@opencode-ai/sdk", "@opencode-ai/plugin"],
  checked: { "@opencode-ai/sdk": "1.19.3", "@opencode-ai/plugin": "1.18.33" },
  rows: [
    { kind: "returns", at: "createOpencodeClient", type: "OpencodeClient#", source: sdk("dist/gen/sdk.gen.d.ts:174") },
    { kind: "returns", at: "createOpencode", type: "Opencode#", source: sdk("dist/gen/sdk.gen.d.ts:174") },
    { kind: "member", at: "Opencode#.client", type: "OpencodeClient#", source: sdk("dist/gen/sdk.gen.d.ts:174") },
    {
      kind: "run",
      at: ["OpencodeClient#.session.prompt", "OpencodeClient#.session.promptAsync", "OpencodeClient#.session.command"],
      limits: [],
      atLimit: "never",
      input: ["0.body.parts"],
      keepsHistory: true,
      signal: "0.signal",
      reply: {
        text: ["data.parts[type=text].text"],
        toolCalls: ["data.parts[type=tool]"],
        usage: { parts: ["data.info.tokens.input", "data.info.tokens.output"], cost: "data.info.cost" },
      },
      source: sdk("dist/gen/sdk.gen.d.ts:174"),
      note: "The step limit is a setting of the agent, outside of this call.",
    },
    {
      kind: "parameter",
      at: "Plugin#",
      function: "",
      parameter: "0.client",
      type: "@opencode-ai/sdk:OpencodeClient#",
      source: readIn("@opencode-ai/plugin@1.18.33")("dist/index.d.ts:51"),
    },
    {
      kind: "tool",
      at: "tool",
      execute: "0.execute",
      schema: "0.args",
      errors: "observed",
      callId: "1.callID",
      source: readIn("@opencode-ai/plugin@1.18.33")("dist/tool.d.ts:47"),
    },
    {
      kind: "channel",
      at: "Plugin#",
      handler: "return.event",
      event: "0.event.type",
      events: ["session.idle", "session.status", "message.updated"],
      raisedBy: [
        "@opencode-ai/sdk:OpencodeClient#.session.prompt",
        "@opencode-ai/sdk:OpencodeClient#.session.promptAsync",
        "@opencode-ai/sdk:OpencodeClient#.session.command",
      ],
      selfSigns: [],
      byType: true,
      asksModel: true,
      source: unverified("@opencode-ai/plugin@1.18.33"),
      note: "Every prompt ends in another `session.idle`.",
    },
  ],
};
