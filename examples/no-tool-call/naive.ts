import { complete, runTool, type Message, type Ticket } from "./world.js";

/** The loop of the quick-start guides: it goes round until a reply comes without a tool call. */
export async function agent(ticket: Ticket): Promise<string> {
  const history: Message[] = [{ role: "user", content: ticket.text }];
  while (true) {
    const reply = await complete(history);
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
    if (reply.toolCalls.length === 0) return reply.text;
    for (const call of reply.toolCalls) {
      const content = await runTool(call);
      history.push({ role: "tool", toolCallId: call.id, content });
    }
  }
}
