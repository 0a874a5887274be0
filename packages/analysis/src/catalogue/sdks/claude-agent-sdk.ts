import type { ReplyShape, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@anthropic-ai/claude-agent-sdk@0.3.332");

/** A run is a stream of messages, the last of which is the result. */
const MESSAGES: ReplyShape = {
  text: ["[type=result].result"],
  finish: ["[type=result].subtype", "[type=result].is_error", "[type=result].stop_reason"],
  finished: ["success"],
  incomplete: [
    "error_max_turns",
    "error_max_budget_usd",
    "error_during_execution",
    "error_max_structured_output_retries",
  ],
  structured: ["[type=result].structured_output"],
  usage: {
    parts: ["[type=result].usage.input_tokens", "[type=result].usage.output_tokens"],
    cost: "[type=result].total_cost_usd",
  },
};

export const claudeAgentSdk: Sdk = {
  id: "claude-agent-sdk",
  packages: ["@anthropic-ai/claude-agent-sdk", "@anthropic-ai/claude-code"],
  checked: { "@anthropic-ai/claude-agent-sdk": "0.3.332" },
  reply: MESSAGES,
  rows: [
    {
      kind: "run",
      at: "query",
      limits: [
        { option: "0.options.maxTurns", measure: "steps", default: null, unlimited: [0, "Infinity", "NaN"] },
        { option: "0.options.maxBudgetUsd", measure: "cost", default: null, unlimited: ["Infinity"] },
        { option: "0.options.taskBudget.total", measure: "tokens", default: null, inert: true, advisory: true },
      ],
      atLimit: "flagged",
      silentSigns: ["[type=result].subtype", "[type=result].is_error"],
      reply: MESSAGES,
      input: ["0.prompt"],
      streams: true,
      signal: "0.options.abortController",
      toolErrors: "observed",
      approval: ["0.options.canUseTool", "0.options.hooks.PreToolUse", "0.options.permissionMode"],
      bypass: [
        { option: "0.options.permissionMode", values: ["bypassPermissions"] },
        { option: "0.options.allowDangerouslySkipPermissions", values: [true] },
      ],
      tools: "0.options.mcpServers",
      source: read("sdk.d.ts:3664"),
      note: "`maxTurns` is handed on only when truthy; `taskBudget` is advice to the model. The default of the command behind it was not looked at.",
    },
    {
      kind: "tool",
      at: "tool",
      execute: "3",
      name: "0",
      schema: "2",
      errors: "observed",
      source: read("sdk.d.ts:10812"),
    },
    {
      kind: "channel",
      at: "query",
      handler: "0.options.hooks.Stop[].hooks[]",
      events: ["Stop"],
      raisedBy: [],
      raisedByReturn: { option: "decision", values: ["block"] },
      selfSigns: ["stop_hook_active"],
      asksModel: true,
      ownCheck: { of: "0", test: "$.stop_hook_active", leave: "return {};" },
      source: read("sdk.d.ts:1875"),
    },
    {
      kind: "channel",
      at: ["StopHookInput#", "SubagentStopHookInput#"],
      byType: true,
      handler: "",
      events: ["Stop"],
      raisedBy: [],
      raisedByReturn: { option: "decision", values: ["block"] },
      selfSigns: ["stop_hook_active"],
      asksModel: true,
      ownCheck: { of: "0", test: "$.stop_hook_active", leave: "return {};" },
      source: read("sdk.d.ts:1875"),
    },
    {
      kind: "channel",
      at: "hook",
      untyped: true,
      handler: "",
      namedBy: "hook_event_name",
      events: ["Stop", "SubagentStop"],
      raisedBy: [],
      raisedByReturn: { option: "decision", values: ["block"] },
      raisedByExit: 2,
      selfSigns: ["stop_hook_active"],
      asksModel: true,
      ownCheck: { of: "0", test: "$.stop_hook_active", leave: "return {};" },
      source: read("sdk.d.ts:1875"),
      note: "A command hook reads the event from standard input and prints its answer; nothing is imported.",
    },
    {
      kind: "error-class",
      at: "AbortError",
      means: "abort",
      source: readIn("@anthropic-ai/claude-agent-sdk@0.3.332")("sdk.d.ts:19"),
    },
  ],
};
