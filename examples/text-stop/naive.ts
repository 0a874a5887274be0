import { model, runTool, type Message } from "./world.js";

/** The loop everybody writes first. */
export async function agent(goal: string): Promise<string> {
  const history: Message[] = [{ role: "user", content: goal }];
  while (true) { // report: no-unbounded-loop, require-progress-check
    const reply = await model(history); // report: no-unbounded-history
    history.push({ role: "assistant", content: reply.text, toolCalls: reply.toolCalls });
    for (const call of reply.toolCalls) {
      const result = await runTool(call); // may: require-tool-error-handling, require-idempotency-key
      history.push({ role: "tool", toolCallId: call.id, content: result });
    }
    if (reply.text.includes("DONE")) return reply.text; // report: no-model-text-stop; may: no-ignored-finish-reason
  }
}
