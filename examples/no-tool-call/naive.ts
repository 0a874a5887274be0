import { complete, runTool, type Message, type Ticket } from "./world.js";

/** The loop of the quick-start guides: it goes round until a reply comes without a tool call. */
export async function agent(ticket: Ticket): Promise<string> {
  const history: Message[] = [{ role: "user", content: ticket.text }];
  while (true) { // report: no-unbounded-loop, require-progress-check; may: require-completion-check
    const reply = await complete(history); // report: no-unbounded-history
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
    if (reply.toolCalls.length === 0) return reply.text; // may: require-completion-check, no-ignored-finish-reason
    for (const call of reply.toolCalls) {
      const content = await runTool(call); // may: require-tool-error-handling, require-idempotency-key
      history.push({ role: "tool", toolCallId: call.id, content });
    }
  }
}
