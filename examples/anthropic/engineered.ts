import type Anthropic from "@anthropic-ai/sdk";
import { escalate, inboxIsEmpty, MODEL, runTool, tools } from "./mailbox.js";

const MAX_STEPS = 16;
const TOKEN_BUDGET = 120_000;
const MAX_REPEATS = 3;
const KEPT_MESSAGES = 20;

export type Outcome = { readonly status: "completed" } | { readonly status: "escalated"; readonly reason: string };

/** The same loop with its gates. */
export async function agent(client: Anthropic, owner: string, opening: Anthropic.MessageParam): Promise<Outcome> {
  const history: Anthropic.MessageParam[] = [];
  const seen = new Map<string, number>();
  let tokens = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tokens >= TOKEN_BUDGET) return giveUp(owner, "tokens");
    const messages = [opening, ...history.slice(-KEPT_MESSAGES)];
    const reply = await client.messages.create({ model: MODEL, max_tokens: 4_000, messages, tools });
    tokens += reply.usage.input_tokens + reply.usage.output_tokens;
    history.push({ role: "assistant", content: reply.content });

    if (reply.stop_reason === "end_turn") {
      if (await inboxIsEmpty()) return { status: "completed" };
      history.push({ role: "user", content: "The inbox is not empty yet." });
      continue;
    }
    // Cut, refused or paused: neither an answer nor a request.
    if (reply.stop_reason !== "tool_use") return giveUp(owner, reply.stop_reason ?? "no stop reason");
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of reply.content) {
      if (call.type !== "tool_use") continue;
      const action = fingerprint(call);
      const repeats = (seen.get(action) ?? 0) + 1;
      seen.set(action, repeats);
      if (repeats > MAX_REPEATS) return giveUp(owner, "repeating");
      results.push(await observe(call, `${owner}:${action}`));
    }
    history.push({ role: "user", content: results });
  }
  return giveUp(owner, "steps");
}

/** A failure is something the model can act on, not the end of the run. */
export async function observe(call: Anthropic.ToolUseBlock, idempotencyKey: string): Promise<Anthropic.ToolResultBlockParam> {
  const answer = { type: "tool_result", tool_use_id: call.id } as const;
  try {
    return { ...answer, content: await runTool(call.name, call.input, { idempotencyKey }) };
  } catch (error) {
    return { ...answer, is_error: true, content: error instanceof Error ? error.message : String(error) };
  }
}

export function giveUp(owner: string, reason: string): Outcome {
  escalate(owner, reason);
  return { status: "escalated", reason };
}

/** One text for equal actions, in whatever order their keys are; the id differs whenever the model asks. */
function fingerprint({ name, input }: Anthropic.ToolUseBlock): string {
  return JSON.stringify([name, input], (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
