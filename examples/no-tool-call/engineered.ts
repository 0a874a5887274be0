import { complete, escalate, runTool, ticketIsClosed, type Message, type Ticket, type ToolCall } from "./world.js";

const MAX_STEPS = 16;
const TOKEN_BUDGET = 120_000;
const MAX_REPEATS = 3;
const KEPT_MESSAGES = 20;

export type Outcome = { readonly status: "completed"; readonly answer: string } | { readonly status: "escalated"; readonly reason: string };

/** The same loop with its gates: a reply without a tool call is a claim that the desk confirms or refuses. */
export async function agent(ticket: Ticket): Promise<Outcome> {
  const history: Message[] = [];
  const seen = new Map<string, number>();
  let tokens = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tokens >= TOKEN_BUDGET) return giveUp(ticket, "tokens");
    const reply = await complete([{ role: "user", content: ticket.text }, ...history.slice(-KEPT_MESSAGES)]);
    tokens += reply.usage.totalTokens;
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
    // A reply that was cut or filtered is neither an answer nor a request.
    if (reply.finishReason !== "stop" && reply.finishReason !== "tool-calls") return giveUp(ticket, reply.finishReason);

    if (reply.toolCalls.length === 0) {
      if (await ticketIsClosed(ticket.id)) return { status: "completed", answer: reply.text };
      history.push({ role: "user", content: "The ticket is still open." });
      continue;
    }
    for (const call of reply.toolCalls) {
      const action = fingerprint(call);
      const repeats = (seen.get(action) ?? 0) + 1;
      seen.set(action, repeats);
      if (repeats > MAX_REPEATS) return giveUp(ticket, "repeating");
      history.push({ role: "tool", toolCallId: call.id, content: await observe(call, `${ticket.id}:${action}`) });
    }
  }
  return giveUp(ticket, "steps");
}

/** A failure is something the model can act on, not the end of the run. */
async function observe(call: ToolCall, idempotencyKey: string): Promise<string> {
  try {
    return await runTool(call, { idempotencyKey });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

function giveUp(ticket: Ticket, reason: string): Outcome {
  escalate(ticket, reason);
  return { status: "escalated", reason };
}

/** One text for equal actions, in whatever order their keys are; the id differs whenever the model asks. */
function fingerprint({ name, args }: ToolCall): string {
  return JSON.stringify([name, args], (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
