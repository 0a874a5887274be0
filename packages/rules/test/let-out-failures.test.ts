import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-tool-error-handling";

const graph = (node: string, more = ""): string => `
  import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
  import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
  import { ask, tools } from "./setup.js";
  const runner = ${node};
  ${more}
  export const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", ask)
    .addNode("tools", runner)
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition)
    .addEdge("tools", "agent")
    .compile();
`;

const agentTool = (options: string, body: string): string => `
  import { tool } from "@openai/agents";
  import { z } from "zod";
  import { weather } from "./setup.js";
  export const forecast = tool({
    name: "forecast",
    description: "What the weather will be",
    parameters: z.object({ place: z.string() }),
    ${options}
    execute: async ({ place }) => {
      ${body}
    },
  });
`;

describe("require-tool-error-handling reports an SDK that is told to let failures out", () => {
  it("where the tools are run by a node of a graph", () => {
    check(
      graph(`new ToolNode(tools, {
    handleToolErrors: false,
  //^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: \`ToolNode\` is told to let failures of its tools out
  })`),
      { rule },
    );
  });

  it("where a tool switches its handling off", () => {
    check(
      agentTool(
        "errorFunction: null,",
        `return await weather(place);
        //         ^^^^^^^^^^^^^^ ${rule}: the run ends with it`,
      ),
      { rule },
    );
  });
});

describe("require-tool-error-handling is silent about an SDK", () => {
  it.each([
    ["that handles failures by itself", graph("new ToolNode(tools)")],
    ["that is told to handle them", graph("new ToolNode(tools, { handleToolErrors: true })")],
    ["that is told by somebody else", graph("new ToolNode(tools, { handleToolErrors: process.env.STRICT === undefined })")],
    ["that is run where its failure is seen", graph("new ToolNode(tools, { handleToolErrors: false })", "export const once = (state) => runner.invoke(state).catch(String);")],
    ["whose tool has a handler of its own", agentTool("errorFunction: (_, error) => String(error),", "return await weather(place);")],
    ["whose tool catches what fails", agentTool("errorFunction: null,", "try { return await weather(place); } catch (error) { return String(error); }")],
  ])("%s", (_, text) => {
    checkSilent(text, { rule });
  });
});

/** A loop whose calls are answered by a function of the file. */
const loop = (helper: string, call: string): string => `
  import OpenAI from "openai";
  import { Args, count, tools } from "./setup.js";
  const client = new OpenAI();
  ${helper}
  export async function agent(messages: OpenAI.ChatCompletionMessageParam[]) {
    for (let step = 0; step < 4; step++) {
      const reply = await client.chat.completions.create({ model: "m", messages, tools });
      const { message } = reply.choices[0];
      if (!message.tool_calls?.length) return message.content;
      messages.push(message);
      for (const call of message.tool_calls) {
        ${call}
      }
    }
    throw new Error("limit");
  }
`;
const stock = (body: string): string => `async function stock(call: OpenAI.ChatCompletionMessageFunctionToolCall) {
    ${body}
    return String(await count(args).catch(String));
  }`;
const answer = 'const content = call.type === "function" ? await stock(call) : "unknown"; messages.push({ role: "tool", tool_call_id: call.id, content });';

describe("require-tool-error-handling and arguments that a function of the file reads", () => {
  it("reports a parse that ends the run", () => {
    check(
      loop(
        stock(`const args = Args.parse(JSON.parse(call.function.arguments));
    //                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: stopped in the middle of its arguments`),
        answer,
      ),
      { rule },
    );
  });

  it.each([
    ["a parse that is caught in the function", stock('let args; try { args = JSON.parse(call.function.arguments); } catch { return "these are no arguments"; }'), answer],
    ["a function whose failure is caught in the pass", stock("const args = JSON.parse(call.function.arguments);"), `let content = ""; try { content = await stock(call as never); } catch (error) { content = String(error); } messages.push({ role: "tool", tool_call_id: call.id, content });`],
    ["a function whose promise is caught", stock("const args = JSON.parse(call.function.arguments);"), "messages.push({ role: \"tool\", tool_call_id: call.id, content: await stock(call as never).catch(String) });"],
  ])("is silent about %s", (_, helper, call) => {
    checkSilent(loop(helper, call), { rule });
  });
});
