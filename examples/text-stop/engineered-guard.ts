import { createBudget, createProgressMonitor, keyFor } from "@agent-loop/guard";
import { escalate, model, runTool, taskIsComplete, type Message, type Task, type ToolCall } from "./world.js";
import type { Outcome } from "./engineered.js";

const KEPT_MESSAGES = 24;

/** The engineered loop on the guard library: the gates are objects, the loop stays yours. */
export async function agent(task: Task): Promise<Outcome> {
  const history: Message[] = [];
  const budget = createBudget({ steps: 20, tokens: 200_000 });
  const progress = createProgressMonitor();
  for (;;) {
    const limit = budget.step() ?? progress.stuck()?.reason;
    if (limit !== undefined) return giveUp(task, limit);
    const reply = await model([{ role: "user", content: task.goal }, ...history.slice(-KEPT_MESSAGES)]);
    budget.use(reply);
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });

    for (const call of reply.toolCalls) {
      const { name: tool, args } = call;
      progress.record({ tool, args });
      history.push({ role: "tool", toolCallId: call.id, content: await observe(call, keyFor({ task: task.id, tool, args })) });
    }

    if (await taskIsComplete(task)) return { status: "completed", steps: budget.snapshot().steps };
    if (reply.toolCalls.length === 0) history.push({ role: "user", content: "The report is not complete yet." });
  }
}

async function observe(call: ToolCall, idempotencyKey: string): Promise<string> {
  try {
    return await runTool(call, { idempotencyKey });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

function giveUp(task: Task, reason: string): Outcome {
  escalate(task, reason);
  return { status: "escalated", reason };
}
