import { type Budget, createBudget, createProgressMonitor, type EffectStore, idempotent, keyFor, volatileFields } from "@agent-loop/guard";

/** A chat completion as the OpenAI SDK gives it, as far as the loop reads it. */
export interface Completion {
  readonly choices: readonly [{ readonly message: Message }];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}

export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
}

export interface Job {
  readonly id: string;
  readonly goal: string;
  readonly create: (messages: readonly Message[], options: { readonly signal: AbortSignal }) => Promise<Completion>;
  readonly tools: Readonly<Record<string, (args: unknown, key: string) => Promise<string>>>;
  readonly accepted: () => Promise<{ readonly ok: boolean; readonly report: string }>;
  readonly ledger: EffectStore;
  readonly limits: Parameters<typeof createBudget>[0];
}

export type Report = { readonly status: "completed" } | { readonly status: "escalated"; readonly reason: NonNullable<ReturnType<Budget["exhausted"]>> | "repeating" | "stalled" };

/** A loop as people write it by hand, with the guards in place of its own counters. */
export async function runJob({ id, goal, create, tools, accepted, ledger, limits }: Job): Promise<Report> {
  const budget = createBudget(limits);
  const progress = createProgressMonitor({ ignore: volatileFields });
  const messages: Message[] = [{ role: "user", content: goal }];
  for (;;) {
    const reason = progress.stuck()?.reason ?? budget.step();
    if (reason) return { status: "escalated", reason };

    const completion = await create(messages, { signal: budget.signal });
    budget.use(completion);
    const { message } = completion.choices[0];
    messages.push(message);

    if (!message.tool_calls?.length) {
      const { ok, report } = await accepted();
      if (ok) return { status: "completed" };
      progress.record({ tool: "finish" });
      messages.push({ role: "user", content: `Not accepted: ${report}` });
      continue;
    }
    for (const { id: tool_call_id, function: { name, arguments: args } } of message.tool_calls) {
      progress.record({ tool: name, args });
      let content: string;
      try {
        const tool = tools[name];
        if (!tool) throw new Error(`there is no tool ${name}`);
        const parsed: unknown = JSON.parse(args);
        content = await idempotent(ledger, keyFor({ task: id, tool: name, args }), (key) => tool(parsed, key));
      } catch (error) {
        content = JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
      }
      messages.push({ role: "tool", tool_call_id, content });
    }
  }
}
