import type OpenAI from "openai";
import { escalate, isBooked, MODEL, runTool, tools } from "./bookings.js";

const MAX_STEPS = 16;
const TOKEN_BUDGET = 120_000;
const MAX_REPEATS = 3;
const KEPT_MESSAGES = 20;

export type Outcome = { readonly status: "completed"; readonly answer: string | null } | { readonly status: "escalated"; readonly reason: string };

/** The same loop with its gates. */
export async function agent(client: OpenAI, room: string, opening: OpenAI.ChatCompletionMessageParam[]): Promise<Outcome> {
  const history: OpenAI.ChatCompletionMessageParam[] = [];
  const seen = new Map<string, number>();
  let tokens = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (tokens >= TOKEN_BUDGET) return giveUp(room, "tokens");
    const messages = [...opening, ...history.slice(-KEPT_MESSAGES)];
    const completion = await client.chat.completions.create({ model: MODEL, messages, tools });
    // A reply without usage must not pass for a free one.
    tokens += completion.usage?.total_tokens ?? TOKEN_BUDGET;
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
      const action = fingerprint(call);
      const repeats = (seen.get(action) ?? 0) + 1;
      seen.set(action, repeats);
      if (repeats > MAX_REPEATS) return giveUp(room, "repeating");
      history.push({ role: "tool", tool_call_id: call.id, content: await observe(call, `${room}:${action}`) });
    }
  }
  return giveUp(room, "steps");
}

/** Arguments that are no JSON, tools that do not exist and tools that fail: all of it is told to the model. */
export async function observe(call: OpenAI.ChatCompletionMessageToolCall, idempotencyKey: string): Promise<string> {
  if (call.type !== "function") return JSON.stringify({ error: `Calls of type ${call.type} are not possible here.` });
  try {
    return await runTool(call.function.name, JSON.parse(call.function.arguments), { idempotencyKey });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

export function giveUp(room: string, reason: string): Outcome {
  escalate(room, reason);
  return { status: "escalated", reason };
}

/** One text for equal actions; the order of the keys is the model's, and so is the id. */
function fingerprint(call: OpenAI.ChatCompletionMessageToolCall): string {
  const action = call.type === "function" ? [call.function.name, parsed(call.function.arguments)] : [call.custom.name, call.custom.input];
  return JSON.stringify(action, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
