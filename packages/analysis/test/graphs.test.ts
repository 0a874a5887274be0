import { describe, expect, it } from "vitest";
import { checkLoop } from "../../../test/kit/check-loop.js";

const graph = (code: string): string =>
  checkLoop(`
    import { Command, END, START, StateGraph } from "@langchain/langgraph";
    import { ChatOpenAI } from "@langchain/openai";
    import { State, isDone, lint } from "./setup.js";
    const llm = new ChatOpenAI({ model: "m" });
    const think = async (s) => ({ messages: [await llm.invoke(s.messages)], rounds: (s.rounds ?? 0) + 1 });
    ${code}
  `);

describe("graphs built in code", () => {
  it("are chained, or put together through a variable", () => {
    const chained = graph(`export const app = new StateGraph(State).addNode("think", think).addEdge(START, "think").addConditionalEdges("think", (s) => (s.rounds > 5 ? END : "think")).compile();`);
    const stepwise = graph(`
      const builder = new StateGraph(State);
      builder.addNode("think", think);
      builder.addEdge(START, "think");
      builder.addConditionalEdges("think", (s) => { if (s.rounds > 5) return "stop"; return "again"; }, { stop: END, again: "think" });
      export const app = builder.compile();
    `);
    for (const printed of [chained, stepwise]) {
      expect(printed).toContain("agent loop, bounded: yes (5 rounds)");
      expect(printed).toContain("limit 25, covers: yes");
      expect(printed).toMatch(/exit :\d+ decided by ceiling/);
    }
  });

  it("may name the next node in a command", () => {
    const printed = graph(`
      const write = async (s) => {
        const reply = await llm.invoke(s.messages);
        if (reply.text.includes("FINAL")) return new Command({ goto: END, update: { messages: [reply] } });
        return new Command({ goto: "read", update: { messages: [reply] } });
      };
      const read = async (s) => new Command({ goto: "write", update: { notes: await lint(s) } });
      export const app = new StateGraph(State).addNode("write", write, { ends: ["read", END] }).addNode("read", read, { ends: ["write"] }).addEdge(START, "write").compile();
    `);
    expect(printed).toMatch(/exit :\d+ decided by model-text/);
  });

  it.each([
    ["words of the last message", `const route = ({ messages }) => (/DONE/.test(messages.at(-1).content) ? END : "think");`, "model-text"],
    ["the tool calls of the last message", `const route = (s) => (s.messages.at(-1).tool_calls?.length ? "think" : END);`, "model-signal"],
    ["a counter", `const route = (s) => (s.rounds >= 8 ? END : "think");`, "ceiling"],
  ])("are left on %s", (_, route, decider) => {
    const printed = graph(`${route}\nexport const app = new StateGraph(State).addNode("think", think).addEdge(START, "think").addConditionalEdges("think", route).compile();`);
    expect(printed).toMatch(new RegExp(`exit :\\d+ decided by ${decider}`));
  });

  it("without a way round are no loop", () => {
    expect(graph(`export const app = new StateGraph(State).addNode("think", think).addEdge(START, "think").addEdge("think", END).compile();`)).not.toContain("agent loop");
  });

  it("are bounded by a counter, or by having no way round, whatever their limit says", () => {
    const counted = graph(`
      const app = new StateGraph(State).addNode("think", think).addEdge(START, "think").addConditionalEdges("think", (s) => (s.rounds > 5 ? END : "think")).compile();
      export const run = (messages) => app.invoke({ messages }, { recursionLimit: Infinity });
    `);
    const open = graph(`
      const app = new StateGraph(State).addNode("think", think).addEdge(START, "think").addConditionalEdges("think", (s) => (isDone(s) ? END : "think")).compile();
      export const run = (messages) => app.invoke({ messages }, { recursionLimit: Infinity });
    `);
    expect(counted).toMatch(/run :\d+ .*bounded: yes/);
    expect(open).toMatch(/run :\d+ .*bounded: no/);
  });
});

describe("steps of a workflow that are repeated", () => {
  const workflow = (condition: string, result = "{ text: reply.text, green: await runTests() }"): string =>
    checkLoop(`
      import { Agent } from "@mastra/core/agent";
      import { createStep, createWorkflow } from "@mastra/core/workflows";
      import { runTests } from "./setup.js";
      const writer = new Agent({ name: "writer", instructions: "Write.", model: "m" });
      const draft = createStep({ id: "draft", execute: async () => { const reply = await writer.generate("go"); return ${result}; } });
      export const flow = createWorkflow({ id: "flow" }).dountil(draft, ${condition}).commit();
    `);

  it.each([
    ["a count of the rounds", 'async ({ inputData, iterationCount }) => inputData.text.includes("DONE") || iterationCount >= 5', "yes"],
    ["words of the model alone", 'async ({ inputData }) => inputData.text.includes("DONE")', "no"],
    ["a check outside the model", "async ({ inputData }) => inputData.green", "unknown"],
  ])("end on %s", (_, condition, bounded) => {
    expect(workflow(condition)).toMatch(new RegExp(`run :\\d+ .*dountil .*bounded: ${bounded}`));
  });

  it.each([
    ["all of what the model has written", "reply.object", "no"],
    ["what is spread", "{ ...reply.object }", "no"],
    ["a field of it", "{ approved: reply.object.approved }", "no"],
    ["a check beside what is spread", "{ ...reply.object, approved: await runTests() }", "unknown"],
    ["what something else makes of it", "await runTests(reply.object)", "unknown"],
  ])("hand back %s", (_, result, bounded) => {
    expect(workflow("async ({ inputData }) => inputData.approved", result)).toMatch(new RegExp(`run :\\d+ .*dountil .*bounded: ${bounded}`));
  });
});
