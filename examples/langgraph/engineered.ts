import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, trimMessages, type BaseMessage } from "@langchain/core/messages";
import { Annotation, END, GraphRecursionError, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { escalate, potIsFired, tools } from "./kiln.js";

const MAX_SUPER_STEPS = 24;
const TOKEN_BUDGET = 120_000;
const MAX_REPEATS = 3;
const KEPT_MESSAGES = 20;
const DEADLINE_MS = 10 * 60_000;

export type Outcome = { readonly status: "completed" } | { readonly status: "escalated"; readonly reason: string };

const Run = Annotation.Root({
  ...MessagesAnnotation.spec,
  tokens: Annotation<number>({ reducer: (sum, more) => sum + more, default: () => 0 }),
  reason: Annotation<string | undefined>(),
  done: Annotation<boolean>(),
});
type RunState = typeof Run.State;

/** The same graph with its gates: what ends it is in the state, and a node of its own looks whether the work is done. */
export async function agent(model: BaseChatModel, pot: string): Promise<Outcome> {
  const asks = model.bindTools?.(tools) ?? model;
  const recent = trimMessages({ maxTokens: KEPT_MESSAGES, tokenCounter: (messages) => messages.length, strategy: "last", includeSystem: true, startOn: "human" });

  async function callModel(state: RunState): Promise<Partial<RunState>> {
    if (state.tokens >= TOKEN_BUDGET) return { reason: "tokens" };
    if (mostRepeats(state.messages) > MAX_REPEATS) return { reason: "repeating" };
    const reply = (await asks.invoke([new HumanMessage(`Fire ${pot}.`), ...(await recent.invoke(state.messages))])) as AIMessage;
    return { messages: [reply], tokens: reply.usage_metadata?.total_tokens ?? TOKEN_BUDGET };
  }
  async function verify(): Promise<Partial<RunState>> {
    return (await potIsFired(pot)) ? { done: true } : { messages: [new HumanMessage(`${pot} is not fired yet.`)] };
  }
  const app = new StateGraph(Run)
    .addNode("agent", callModel)
    .addNode("tools", new ToolNode(tools))
    .addNode("verify", verify)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", ({ reason, messages }) => (reason !== undefined ? END : hasCalls(messages.at(-1)) ? "tools" : "verify"), ["tools", "verify", END])
    .addConditionalEdges("verify", ({ done }) => (done ? END : "agent"), ["agent", END])
    .addEdge("tools", "agent")
    .compile();
  try {
    const state = await app.invoke({ messages: [new HumanMessage(`Fire ${pot}.`)] }, { recursionLimit: MAX_SUPER_STEPS, signal: AbortSignal.timeout(DEADLINE_MS) });
    return state.done ? { status: "completed" } : giveUp(pot, state.reason ?? "no reason");
  } catch (error) {
    if (error instanceof GraphRecursionError) return giveUp(pot, "steps");
    throw error;
  }
}

function hasCalls(message: BaseMessage | undefined): boolean {
  return message instanceof AIMessage && (message.tool_calls?.length ?? 0) > 0;
}

function mostRepeats(messages: readonly BaseMessage[]): number {
  const seen = new Map<string, number>();
  for (const { name, args } of messages.flatMap((message) => (message instanceof AIMessage ? (message.tool_calls ?? []) : []))) {
    const action = fingerprint([name, args]);
    seen.set(action, (seen.get(action) ?? 0) + 1);
  }
  return Math.max(0, ...seen.values());
}

export function giveUp(pot: string, reason: string): Outcome {
  escalate(pot, reason);
  return { status: "escalated", reason };
}

/** One text for equal actions, in whatever order their keys are. */
function fingerprint(action: unknown): string {
  return JSON.stringify(action, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
