import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const agents = readIn("agents@0.32.0");

export const cloudflareAgents: Sdk = {
  id: "cloudflare-agents",
  packages: ["agents", "@cloudflare/think", "@cloudflare/ai-chat"],
  checked: { agents: "0.32.0", "@cloudflare/think": "0.23.0", "@cloudflare/ai-chat": "0.12.2" },
  rows: [
    {
      kind: "agent",
      at: "Think",
      limits: [{ option: "0.maxSteps", measure: "steps", default: 10, unlimited: ["Infinity"] }],
      untyped: true,
      source: agents("dist/harness/think/index.js:675"),
      note: "`maxSteps` is a property of the class that extends it.",
    },
    {
      kind: "retry",
      at: ["Agent#.retry"],
      calls: "0",
      limit: { option: "1.maxAttempts", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: agents("dist/retries-CV6AkXmQ.d.ts:7"),
    },
    {
      kind: "effect",
      at: "Agent#.schedule",
      verb: "create",
      idempotentIf: [{ option: "3.idempotent", values: [true] }],
      source: agents("docs/scheduling.md:928"),
      note: "For cron schedules `idempotent` is the default.",
    },
    {
      kind: "effect",
      at: ["Agent#.startFiber", "Agent#.queue"],
      verb: "create",
      key: ["2.idempotencyKey"],
      source: agents("dist/agent-routing-vVMA7m8Y.d.ts:3645"),
    },
    {
      kind: "memory",
      conversation: true,
      at: "Agent#.setState",
      value: "0",
      source: agents("dist/agent-routing-vVMA7m8Y.d.ts:3998"),
    },
    {
      kind: "effect",
      at: "Agent#.sql",
      verb: "write",
      sql: "0",
      source: agents("dist/agent-routing-vVMA7m8Y.d.ts:3998"),
    },
    {
      kind: "items-from-outside",
      at: "AIChatAgent#.onChatMessage",
      source: readIn("@cloudflare/ai-chat@0.12.2")("dist/index.d.ts:942"),
    },
  ],
};
