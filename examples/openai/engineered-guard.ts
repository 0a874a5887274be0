import { createBudget, createProgressMonitor, keyFor } from "@agent-loop/guard";
import type OpenAI from "openai";
import { isBooked, MODEL, tools } from "./bookings.js";
import { giveUp, observe, type Outcome } from "./engineered.js";

const KEPT_MESSAGES = 20;

/** The engineered loop on the guard library, which reads the usage and the calls of the SDK as they are. */
export async function agent(client: OpenAI, room: string, opening: OpenAI.ChatCompletionMessageParam[]): Promise<Outcome> {
  const history: OpenAI.ChatCompletionMessageParam[] = [];
  const budget = createBudget({ steps: 16, tokens: 120_000, timeMs: 10 * 60_000 });
  const progress = createProgressMonitor();
  for (;;) {
    const limit = budget.step() ?? progress.stuck()?.reason;
    if (limit !== undefined) return giveUp(room, limit);
    const messages = [...opening, ...history.slice(-KEPT_MESSAGES)];
    const completion = await client.chat.completions.create({ model: MODEL, messages, tools }, { signal: budget.signal });
    budget.use(completion);
    const [choice] = completion.choices;
    if (choice === undefined) return giveUp(room, "no reply");
    const { message, finish_reason } = choice;
    history.push(message);
    if (finish_reason !== "stop" && finish_reason !== "tool_calls") return giveUp(room, finish_reason);

    if (!message.tool_calls?.length) {
      if (await isBooked(room)) return { status: "completed", answer: message.content };
      history.push({ role: "user", content: `${room} is not booked yet.` });
      continue;
    }
    for (const call of message.tool_calls) {
      const tool = call.type === "function" ? call.function.name : call.custom.name;
      const args = call.type === "function" ? call.function.arguments : call.custom.input;
      progress.record({ tool, args });
      history.push({ role: "tool", tool_call_id: call.id, content: await observe(call, keyFor({ task: room, tool, args })) });
    }
  }
}
