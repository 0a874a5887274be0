import { createBudget, createProgressMonitor, keyFor } from "@agent-loop/guard";
import { complete, escalate, runTool, ticketIsClosed, type Message, type Ticket, type ToolCall } from "./world.js";
import type { Outcome } from "./engineered.js";

const KEPT_MESSAGES = 20;

/** The engineered loop on the guard library: the gates are objects, the loop stays yours. */
export async function agent(ticket: Ticket): Promise<Outcome> {
  const history: Message[] = [];
  const budget = createBudget({ steps: 16, tokens: 120_000 });
  const progress = createProgressMonitor();
  for (;;) {
    const limit = budget.step() ?? progress.stuck()?.reason;
    if (limit !== undefined) return giveUp(ticket, limit);
    const reply = await complete([{ role: "user", content: ticket.text }, ...history.slice(-KEPT_MESSAGES)]);
    budget.use(reply);
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
    if (reply.finishReason !== "stop" && reply.finishReason !== "tool-calls") return giveUp(ticket, reply.finishReason);

    if (reply.toolCalls.length === 0) {
      if (await ticketIsClosed(ticket.id)) return { status: "completed", answer: reply.text };
      history.push({ role: "user", content: "The ticket is still open." });
      continue;
    }
    for (const call of reply.toolCalls) {
      const { name: tool, args } = call;
      progress.record({ tool, args });
      history.push({ role: "tool", toolCallId: call.id, content: await observe(call, keyFor({ task: ticket.id, tool, args })) });
    }
  }
}

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
