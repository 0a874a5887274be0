import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const v1 = readIn("@modelcontextprotocol/sdk@1.32.2");

export const mcp: Sdk = {
  id: "mcp",
  packages: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server", "@modelcontextprotocol/client", "fastmcp"],
  checked: {
    "@modelcontextprotocol/sdk": "1.32.2",
    "@modelcontextprotocol/server": "2.4.0",
    "@modelcontextprotocol/client": "2.4.0",
    fastmcp: "4.20.16",
  },
  rows: [
    {
      kind: "tool",
      at: "McpServer#.registerTool",
      execute: "2",
      name: "0",
      schema: "1.inputSchema",
      errors: "observed",
      callId: "1.requestId",
      source: v1("dist/esm/server/mcp.d.ts:161"),
      note: "`annotations.idempotentHint` and `destructiveHint` are hints of the author, nothing enforces them.",
    },
    {
      kind: "tool",
      at: "McpServer#.tool",
      execute: "-1",
      name: "0",
      errors: "observed",
      callId: "1.requestId",
      source: v1("dist/esm/server/mcp.d.ts:123"),
    },
    {
      kind: "tool",
      at: "FastMCP#.addTool",
      execute: "0.execute",
      name: "0.name",
      schema: "0.parameters",
      errors: "observed",
      source: readIn("fastmcp@4.20.16")("dist/FastMCP.d.ts:1019"),
    },
    {
      kind: "dispatch",
      at: "Client#.callTool",
      args: "0.arguments",
      name: "0.name",
      errors: "throws",
      signal: "2.signal",
      timeout: "2.timeout",
      source: v1("dist/esm/client/index.d.ts:431"),
      note: "After a timeout the server may still finish the tool. A failing tool is part of the result (`isError`), a lost connection is thrown.",
    },
    {
      kind: "model-call",
      at: ["Server#.createMessage", "McpServer#.server.createMessage"],
      input: ["0.messages"],
      signal: "1.signal",
      timeout: "1.timeout",
      reply: {
        text: ["content.text"],
        finish: ["stopReason"],
        finished: ["endTurn", "stopSequence"],
        wantsTools: ["toolUse"],
        incomplete: ["maxTokens"],
      },
      source: v1("dist/esm/server/index.d.ts:140"),
      note: "Asks the model of the client.",
    },
    {
      kind: "human-gate",
      at: ["Server#.elicitInput", "McpServer#.server.elicitInput"],
      source: v1("dist/esm/server/index.d.ts:140"),
    },
  ],
};
