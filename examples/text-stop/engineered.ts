import { escalate, model, runTool, taskIsComplete, type Message, type Task, type ToolCall } from "./world.js";

const MAX_STEPS = 20;
const TOKEN_BUDGET = 200_000;
const MAX_REPEATS = 3;
const KEPT_MESSAGES = 24;

export type Outcome = { readonly status: "completed"; readonly steps: number } | { readonly status: "escalated"; readonly reason: string };

/** The same loop with its gates: the model proposes, and everything that decides stands outside of it. */
export async function agent(task: Task): Promise<Outcome> {
  const history: Message[] = [];
  const seen = new Map<string, number>();
  let tokens = 0;
  for (let step = 1; step <= MAX_STEPS; step++) {
    if (tokens >= TOKEN_BUDGET) return giveUp(task, "tokens");
    const reply = await model([{ role: "user", content: task.goal }, ...history.slice(-KEPT_MESSAGES)]);
    tokens += reply.usage.totalTokens;
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });

    for (const call of reply.toolCalls) {
      const action = fingerprint(call);
      const repeats = (seen.get(action) ?? 0) + 1;
      seen.set(action, repeats);
      if (repeats > MAX_REPEATS) return giveUp(task, "repeating");
      history.push({ role: "tool", toolCallId: call.id, content: await observe(call, `${task.id}:${action}`) });
    }

    // "DONE" in the text is a claim; whether the work is done can be seen.
    if (await taskIsComplete(task)) return { status: "completed", steps: step };
    if (reply.toolCalls.length === 0) history.push({ role: "user", content: "The report is not complete yet." });
  }
  return giveUp(task, "steps");
}

/** A failure is something the model can act on, not the end of the run. */
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

/** One text for equal actions, in whatever order their keys are; the id differs whenever the model asks. */
function fingerprint({ name, args }: ToolCall): string {
  return JSON.stringify([name, args], (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
