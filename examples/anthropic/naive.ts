import type Anthropic from "@anthropic-ai/sdk";
import { MODEL, runTool, tools } from "./mailbox.js";

/** The loop of the quick-start guides, on the messages API. */
export async function agent(client: Anthropic, messages: Anthropic.MessageParam[]): Promise<Anthropic.ContentBlock[]> {
  while (true) { // report: no-unbounded-loop, require-progress-check; may: require-completion-check
    const reply = await client.messages.create({ model: MODEL, max_tokens: 4_000, messages, tools }); // report: no-unbounded-history
    messages.push({ role: "assistant", content: reply.content });
    const calls = reply.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return reply.content; // report: no-ignored-finish-reason; may: require-completion-check
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of calls) {
      const content = await runTool(call.name, call.input); // may: require-tool-error-handling, require-idempotency-key
      results.push({ type: "tool_result", tool_use_id: call.id, content });
    }
    messages.push({ role: "user", content: results });
  }
}
