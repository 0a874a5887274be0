import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@tanstack/ai@0.58.0");

export const tanstackAi: Sdk = {
  id: "tanstack-ai",
  packages: ["@tanstack/ai"],
  checked: { "@tanstack/ai": "0.58.0" },
  rows: [
    {
      kind: "run",
      at: "chat",
      limits: [{ option: "0.agentLoopStrategy", measure: "steps", default: 5, conditions: true, continues: true }],
      atLimit: "silent",
      silentSigns: ["[type=RUN_FINISHED].finishReason"],
      input: ["0.messages"],
      tools: "0.tools",
      loops: "tools",
      signal: "0.abortController",
      streams: true,
      toolErrors: "observed",
      reply: {
        text: ["[type=TEXT_MESSAGE_CONTENT].delta"],
        finish: ["[type=RUN_FINISHED].finishReason"],
        finished: ["stop"],
        wantsTools: ["tool_calls"],
        incomplete: ["length", "content_filter"],
      },
      source: read("dist/esm/activities/chat/index.js:195"),
    },
    {
      kind: "stop-condition",
      at: "maxIterations",
      measure: "steps",
      count: "0",
      source: read("dist/esm/activities/chat/agent-loop-strategies.js:26"),
    },
    {
      kind: "stop-condition",
      at: "untilFinishReason",
      measure: "model",
      names: "0",
      source: read("dist/esm/activities/chat/agent-loop-strategies.js:26"),
    },
    {
      kind: "wraps",
      at: "combineStrategies",
      of: "0",
      source: read("dist/esm/activities/chat/agent-loop-strategies.js:66"),
      note: "It goes on while all of them do: the first one that says no ends it.",
    },
    {
      kind: "tool",
      at: "toolDefinition",
      execute: "0.execute",
      name: "0.name",
      schema: "0.inputSchema",
      approval: ["0.needsApproval"],
      errors: "observed",
      source: read("dist/esm/activities/chat/tools/tool-definition.d.ts:196"),
      note: "The function follows: `toolDefinition({…}).server(fn)`.",
    },
    {
      kind: "returns",
      at: "toolDefinition",
      type: "ToolDefinition#",
      source: read("dist/esm/activities/chat/tools/tool-definition.d.ts:196"),
    },
    {
      kind: "tool",
      at: ["ToolDefinition#.server", "ToolDefinition#.client"],
      execute: "0",
      name: "new.0.name",
      schema: "new.0.inputSchema",
      approval: ["new.0.needsApproval"],
      errors: "observed",
      source: read("dist/esm/activities/chat/tools/tool-definition.d.ts:196"),
    },
  ],
};
