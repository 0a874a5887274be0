import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { tools } from "./kiln.js";

/** Agent and tools take turns until a reply has no tool call; the limit of the graph is lifted. */
export async function agent(model: BaseChatModel, goal: string): Promise<string> {
  const asks = model.bindTools?.(tools) ?? model;
  const callModel = async (state: typeof MessagesAnnotation.State) => ({ messages: [await asks.invoke(state.messages)] });
  const route = (state: typeof MessagesAnnotation.State) => {
    const last = state.messages.at(-1);
    return last instanceof AIMessage && last.tool_calls?.length ? "tools" : END;
  };
  const app = new StateGraph(MessagesAnnotation)
    .addNode("agent", callModel)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", route, ["tools", END])
    .addEdge("tools", "agent")
    .compile();
  const { messages } = await app.invoke({ messages: [{ role: "user", content: goal }] }, { recursionLimit: Infinity }); // report: no-unbounded-run; may: require-progress-check, no-unbounded-history
  return String(messages.at(-1)?.content);
}
