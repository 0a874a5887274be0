import { createBudget, createProgressMonitor } from "@agent-loop/guard";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, type BaseMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { giveUp, type Outcome } from "./engineered.js";
import { potIsFired, tools } from "./kiln.js";

const MAX_SUPER_STEPS = 60;
const KEPT_MESSAGES = 20;

const Run = Annotation.Root({
  ...MessagesAnnotation.spec,
  reason: Annotation<string | undefined>(),
  done: Annotation<boolean>(),
});
type RunState = typeof Run.State;

/** The engineered graph on the guard library: budget and monitor are asked before the model is. */
export async function agent(model: BaseChatModel, pot: string): Promise<Outcome> {
  const asks = model.bindTools?.(tools) ?? model;
  const budget = createBudget({ steps: 16, tokens: 120_000, timeMs: 10 * 60_000 });
  const progress = createProgressMonitor();

  async function callModel(state: RunState): Promise<Partial<RunState>> {
    const reason = progress.stuck()?.reason ?? budget.step();
    if (reason !== undefined) return { reason };
    const reply = (await asks.invoke([new HumanMessage(`Fire ${pot}.`), ...state.messages.slice(1).slice(-KEPT_MESSAGES)])) as AIMessage;
    budget.use(reply);
    for (const { name, args } of reply.tool_calls ?? []) progress.record({ tool: name, args });
    return { messages: [reply] };
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
  const state = await app.invoke({ messages: [new HumanMessage(`Fire ${pot}.`)] }, { recursionLimit: MAX_SUPER_STEPS, signal: budget.signal });
  return state.done ? { status: "completed" } : giveUp(pot, state.reason ?? "no reason");
}

function hasCalls(message: BaseMessage | undefined): boolean {
  return message instanceof AIMessage && (message.tool_calls?.length ?? 0) > 0;
}
