import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent } from "../../../test/kit/fixture.js";

const rule = "no-delegation-cycle";

describe("no-delegation-cycle", () => {
  it("follows tools whose body runs another agent", () => {
    check(
      `
      import { Agent, run, tool } from "@openai/agents";
      const writer = new Agent({
        name: "writer",
        tools: [tool({ name: "review", parameters: {}, execute: async ({ text }) => (await run(critic, text)).finalOutput })],
      });
      const rewrite = tool({ name: "rewrite", parameters: {}, async execute({ text }) { return (await run(writer, text, { maxTurns: 3 })).finalOutput; } });
      const critic = new Agent({
        name: "critic",
        tools: [rewrite],
        //      ^^^^^^^ no-delegation-cycle: \`writer\` → \`critic\` → \`writer\`
      });
      `,
      { rule },
    );
  });

  it("follows agents of graphs, and what is compiled from them", () => {
    check(
      `
      import { tool } from "@langchain/core/tools";
      import { createReactAgent } from "@langchain/langgraph/prebuilt";
      import { createSupervisor } from "@langchain/langgraph-supervisor";
      import { llm } from "./setup.js";
      const escalate = tool(async ({ q }) => (await app.invoke({ messages: [q] })).messages.at(-1).content, { name: "escalate" });
      const helper = createReactAgent({ llm, name: "helper", tools: [escalate] });
      const app = createSupervisor({ llm, agents: [helper] }).compile();
      //                                           ^^^^^^ no-delegation-cycle: \`helper\` → \`app\` → \`helper\`
      `,
      { rule },
    );
  });

  it("finds the agent a registry of tools can start again", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      const handlers = {
        read: async (input) => input.path,
        spawn: (input) => work(input.task),
      };
      async function work(task) {
        const reply = await client.messages.create({ model: "m", max_tokens: 10, messages: [{ role: "user", content: task }] });
        for (const use of reply.content.filter((block) => block.type === "tool_use")) {
          await handlers[use.name](use.input);
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-delegation-cycle: \`work\`
        }
      }
      `,
      { rule },
    );
  });

  it.each([
    ["hand-offs alone stay in one run", `
      import { Agent } from "@openai/agents";
      const a = new Agent({ name: "a", handoffs: [] });
      const b = new Agent({ name: "b", handoffs: [a] });
      a.handoffs.push(b);
    `],
    ["a ring with a way that may be switched off", `
      import { Agent } from "@openai/agents";
      const a = new Agent({ name: "a" });
      const b = new Agent({ name: "b", tools: [a.asTool({ toolName: "a", isEnabled: ({ runContext }) => runContext.context.depth < 2 })] });
      a.tools.push(b.asTool({ toolName: "b" }));
    `],
    ["a depth that is handed on", `
      import OpenAI from "openai";
      const client = new OpenAI();
      const agents = new Map();
      agents.set("lead", async (task, depth) => {
        if (depth > 2) throw new Error("too deep");
        const reply = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: task }] });
        const [call] = reply.choices[0].message.tool_calls;
        return agents.get(call.function.name)(call.function.arguments, depth + 1);
      });
    `],
    ["a list of who has been asked already", `
      import OpenAI from "openai";
      const client = new OpenAI();
      const agents = {
        lead: async (task, asked) => {
          const reply = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: task }] });
          const name = reply.choices[0].message.tool_calls[0].function.name;
          if (asked.includes(name)) return "asked already";
          return agents[name](task, [...asked, name]);
        },
      };
    `],
    ["a registry without the one who looks things up in it", `
      import OpenAI from "openai";
      const client = new OpenAI();
      const leaves = { read: async (task) => task };
      export async function lead(task) {
        const reply = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: task }] });
        return leaves[reply.choices[0].message.tool_calls[0].function.name](task);
      }
    `],
  ])("is silent about %s", (_, code) => {
    checkSilent(code, { rule });
  });

  it("leaves out the way back, or counts the depth", () => {
    const mended = checkFix(
      `
      import { generateText, tool } from "ai";
      export async function survey(task) {
        const part = tool({ inputSchema: {}, execute: ({ part }) => survey(part) });
        return (await generateText({ model: "m", prompt: task, tools: { part } })).text;
      }
      `,
      { rule },
    );
    expect(mended.map(({ code }) => code)).toEqual([expect.stringContaining("survey(part, depth + 1)")]);
    const [withdrawn] = checkFix(
      `
      import { Agent } from "@openai/agents";
      const a = new Agent({ name: "a" });
      const b = new Agent({ name: "b", tools: [a.asTool({ toolName: "a" })] });
      a.tools.push(b.asTool({ toolName: "b" }));
      `,
      { rule },
    );
    expect(withdrawn?.code).not.toContain("push");
  });
});
