import type Anthropic from "@anthropic-ai/sdk";
import { MODEL, runTool, tools } from "./mailbox.js";

/** The loop of the quick-start guides, on the messages API. */
export async function agent(client: Anthropic, messages: Anthropic.MessageParam[]): Promise<Anthropic.ContentBlock[]> {
  while (true) {
    const reply = await client.messages.create({ model: MODEL, max_tokens: 4_000, messages, tools });
    messages.push({ role: "assistant", content: reply.content });
    const calls = reply.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return reply.content;
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of calls) {
      const content = await runTool(call.name, call.input);
      results.push({ type: "tool_result", tool_use_id: call.id, content });
    }
    messages.push({ role: "user", content: results });
  }
}
