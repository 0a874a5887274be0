import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent } from "../../../test/kit/fixture.js";
import { throughEngine } from "../../../test/kit/through-engine.js";

const rule = "no-delegation-cycle";

describe("no-delegation-cycle", () => {
  const hall = (registry: string, execute: string, work = "export async function work(system, prompt) {"): string => `
    import { generateText, isStepCount, tool } from "ai";
    import { z } from "zod";
    import { model } from "./setup.js";
    ${registry}
    const delegate = tool({ description: "hand on", inputSchema: z.object({ desk: z.enum(["passports", "permits"]), task: z.string() }), execute: ${execute} });
    ${work}
      const { text } = await generateText({ model, system, prompt, tools: { delegate }, stopWhen: isStepCount(4) });
      return text;
    }
  `;
  const desks = '{ passports: (task) => work("Passports.", task), permits: (task) => work("Permits.", task) }';
  const rings = (code: string): number => throughEngine({ path: "fixture.ts", text: code }).filter((finding) => finding.rule === rule).length;

  it.each([
    ["an object", `const desks = ${desks};`, "({ desk, task }) => desks[desk](task)"],
    ["an object, by the whole input", `const desks = ${desks};`, "async (input) => await desks[input.desk](input.task)"],
    ["a map", 'const desks = new Map([["passports", (task) => work("Passports.", task)], ["permits", (task) => work("Permits.", task)]]);', "async ({ desk, task }) => await desks.get(desk)(task)"],
    ["a name taken first", `const desks = ${desks};`, "async ({ desk, task }) => { const run = desks[desk]; return await run(task); }"],
  ])("finds the ring through a registry in which a tool's input chooses: %s", (_, registry, execute) => {
    expect(rings(hall(registry, execute))).toBe(1);
  });

  it.each([
    ["a registry of texts", 'const desks = { passports: "Passports.", permits: "Permits." };', "async ({ desk, task }) => (await generateText({ model, system: desks[desk], prompt: task })).text"],
    ["a registry of plain work", "const desks = { passports: (task) => task.trim(), permits: (task) => task.length };", "({ desk, task }) => desks[desk](task)"],
    ["a depth that is tested", `let depth = 0;\nconst desks = ${desks};`, "async ({ desk, task }) => { if (depth++ > 3) throw new Error(\"too deep\"); return await desks[desk](task); }"],
  ])("is silent about %s", (_, registry, execute) => {
    expect(rings(hall(registry, execute))).toBe(0);
  });

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

  describe("tools that begin a run of their own", () => {
    const START = 'import { generateText, isStepCount, tool } from "ai";\nimport { model, inputSchema, reading } from "./setup.js";\n';
    const spawn = (execute: string): string => `tool({ description: "d", inputSchema, execute: ${execute} })`;
    const sub = (tools: string): string => `(await generateText({ model, prompt: task, tools${tools}, stopWhen: isStepCount(9) })).text`;

    it.each([
      ["with the set that they are in", `const tools: any = { ...reading, spawn: ${spawn(`async ({ task }) => ${sub("")}`)} };\nexport const go = (prompt: string) => generateText({ model, prompt, tools });`],
      ["with each other", `const a: any = ${spawn(`async ({ task }) => ${sub(": { b }")}`)};\nconst b: any = ${spawn(`async ({ task }) => ${sub(": { a }")}`)};`],
      ["through a method", `export class Lead { tools: any = { ...reading, spawn: ${spawn("async ({ task }) => this.run(task)")} }; async run(task: string) { return ${sub(": this.tools")}; } }`],
      ["of another SDK", 'import { genkit } from "genkit";\nconst ai = genkit({});\nconst law: any = ai.defineTool({ name: "law", inputSchema }, async ({ task }) => (await ai.generate({ prompt: task, tools: [books] })).text);\nconst books: any = ai.defineTool({ name: "books", inputSchema }, async ({ task }) => (await ai.generate({ prompt: task, tools: [law] })).text);'],
    ])("close the ring: %s", (_, code) => {
      expect(rings(START + code)).toBe(1);
    });

    it.each([
      ["a smaller set", `const tools: any = { ...reading, spawn: ${spawn(`async ({ task }) => ${sub(": reading")}`)} };\nexport const go = (prompt: string) => generateText({ model, prompt, tools });`],
      ["the set without themselves", `const tools: any = { ...reading, spawn: ${spawn(`async ({ task }) => { const { spawn, ...rest } = tools; return ${sub(": rest")}; }`)} };`],
      ["a depth", `export const toolsAt = (depth: number): any => ({ spawn: ${spawn(`async ({ task }) => { if (depth > 2) return "too deep"; return ${sub(": toolsAt(depth + 1)")}; }`)} });`],
      ["how many there were", `const seen = new Set();\nconst tools: any = { spawn: ${spawn(`async ({ task }) => { if (seen.size >= 5) return "enough"; seen.add(task); return ${sub("")}; }`)} };`],
    ])("end by %s", (_, code) => {
      expect(rings(START + code)).toBe(0);
    });

    it("are shown where the run begins when they are written in the list", () => {
      const code = 'import { Agent } from "@voltagent/core";\nimport { createTool } from "@voltagent/core";\nimport { model, parameters } from "./setup.js";\nconst lead: any = new Agent({ name: "lead", model, tools: [createTool({ name: "assign", parameters,\n  execute: async ({ task }: any) => (await worker.generateText(task)).text })] });\nconst worker: any = new Agent({ name: "worker", model, tools: [createTool({ name: "escalate", parameters,\n  execute: async ({ task }: any) => (await lead.generateText(task)).text })] });\n';
      const [found] = throughEngine({ path: "fixture.ts", text: code }).filter((finding) => finding.rule === rule);
      expect(found?.line).toBe(7);
    });
  });
});

describe("no-delegation-cycle and agents that are known by name", () => {
  const rings = (code: string): number => throughEngine({ path: "fixture.ts", text: code }).filter((finding) => finding.rule === rule).length;
  const yard = (additions: string): string => `
    import { Agent } from "@voltagent/core";
    import { model, sketch } from "./setup.js";
    export class Yard {
      private readonly planner = new Agent({ name: "planner", instructions: "Plan.", model, tools: [sketch] });
      private readonly builder = new Agent({ name: "builder", instructions: "Build.", model });
      constructor() { ${additions} }
      order(boat: string) { return this.planner.generateText(boat); }
    }
  `;
  it("follows workers that are added later", () => {
    expect(rings(yard("this.planner.addSubAgent(this.builder); this.builder.addSubAgent(this.planner);"))).toBe(1);
    expect(rings(yard("this.planner.addSubAgent(this.builder);"))).toBe(0);
  });

  const desk = (execute: string, tools: string, register = "export const mastra = new Mastra({ agents: { analyst, strategist } });"): string => `
    import { Mastra } from "@mastra/core";
    import { Agent } from "@mastra/core/agent";
    import { createTool } from "@mastra/core/tools";
    import { z } from "zod";
    ${register.startsWith("import") ? register : ""}
    const inputSchema = z.object({ question: z.string() });
    const askAnalyst = createTool({ id: "ask-analyst", inputSchema, execute: async ({ question }) => (await mastra.getAgent("analyst").generate(question)).text });
    const askStrategist = createTool({ id: "ask-strategist", inputSchema, execute: ${execute} });
    const analyst = new Agent({ id: "analyst", name: "Analyst", instructions: "Figures.", model: "m", tools: { ${tools} } });
    const strategist = new Agent({ id: "strategist", name: "Strategist", instructions: "Plans.", model: "m", tools: { askAnalyst } });
    ${register.startsWith("import") ? "" : register}
  `;
  const ask = 'async ({ question }) => (await mastra.getAgent("strategist").generate(question)).text';
  it.each([
    ["by the key of the register", ask],
    ["by its id", 'async ({ question }) => { const agent = mastra.getAgentById("strategist"); const { text } = await agent.generate(question); return text; }'],
  ])("finds an agent %s", (_, execute) => {
    expect(rings(desk(execute, "askStrategist"))).toBe(1);
    expect(rings(desk(execute, ""))).toBe(0);
  });
  it("is silent where the depth is tested, and about an agent of somebody else", () => {
    expect(rings(desk(`async ({ question, depth }) => { if (depth > 3) return "too deep"; return (await mastra.getAgent("strategist").generate(question)).text; }`, "askStrategist"))).toBe(0);
    expect(rings(desk('async ({ question }) => (await mastra.getAgent("lawyer").generate(question)).text', "askStrategist"))).toBe(0);
  });
});
