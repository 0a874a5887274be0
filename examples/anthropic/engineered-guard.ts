import type Anthropic from "@anthropic-ai/sdk";
import { createBudget, createProgressMonitor, keyFor } from "@agent-loop/guard";
import { giveUp, observe, type Outcome } from "./engineered.js";
import { inboxIsEmpty, MODEL, tools } from "./mailbox.js";

const KEPT_MESSAGES = 20;

/** The engineered loop on the guard library, which reads the usage of the SDK as it is. */
export async function agent(client: Anthropic, owner: string, opening: Anthropic.MessageParam): Promise<Outcome> {
  const history: Anthropic.MessageParam[] = [];
  const budget = createBudget({ steps: 16, tokens: 120_000, timeMs: 10 * 60_000 });
  const progress = createProgressMonitor();
  for (;;) {
    const limit = budget.step() ?? progress.stuck()?.reason;
    if (limit !== undefined) return giveUp(owner, limit);
    const messages = [opening, ...history.slice(-KEPT_MESSAGES)];
    const reply = await client.messages.create({ model: MODEL, max_tokens: 4_000, messages, tools }, { signal: budget.signal });
    budget.use(reply);
    history.push({ role: "assistant", content: reply.content });

    if (reply.stop_reason === "end_turn") {
      if (await inboxIsEmpty()) return { status: "completed" };
      history.push({ role: "user", content: "The inbox is not empty yet." });
      continue;
    }
    if (reply.stop_reason !== "tool_use") return giveUp(owner, reply.stop_reason ?? "no stop reason");
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const call of reply.content) {
      if (call.type !== "tool_use") continue;
      progress.record({ tool: call.name, args: call.input });
      results.push(await observe(call, keyFor({ task: owner, tool: call.name, args: call.input })));
    }
    history.push({ role: "user", content: results });
  }
}
