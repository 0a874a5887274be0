import type OpenAI from "openai";
import { MODEL, runTool, tools } from "./bookings.js";

/** The loop of the quick-start guides, on chat completions. */
export async function agent(client: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]): Promise<string | null> {
  while (true) { // report: no-unbounded-loop, require-progress-check; may: require-completion-check
    const completion = await client.chat.completions.create({ model: MODEL, messages, tools }); // report: no-unbounded-history
    const message = completion.choices[0]!.message;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content; // report: no-ignored-finish-reason; may: require-completion-check
    for (const call of message.tool_calls) {
      if (call.type !== "function") continue;
      const content = await runTool(call.function.name, JSON.parse(call.function.arguments)); // report: require-tool-error-handling; may: require-idempotency-key
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}
