import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const options = { rule: "require-handoff-check", preset: "strict" } as const;

const agents = (body: string): string => `
  import { Agent, run } from "@openai/agents";
  import { approve, logger, tidy } from "./setup.js";
  const scout = new Agent({ name: "scout" });
  const trader = new Agent({ name: "trader" });
  export async function morning(topic) {
    const found = await run(scout, topic);
    ${body}
  }
`;

describe("require-handoff-check", () => {
  it("follows the text through templates and helpers that only give it a form", () => {
    check(agents("const text = `News: ${found.finalOutput.trim()}`;\n    return run(trader, text);\n    //                 ^^^^ require-handoff-check: The text of `scout` becomes the task of `trader`"), options);
  });

  it("follows it through functions of the file", () => {
    check(
      `
      import { generateText, isStepCount } from "ai";
      import { build } from "./setup.js";
      const plan = async (wish) => (await generateText({ model: "a", prompt: wish })).text;
      async function work(task) {
        await generateText({ model: "b", prompt: task, tools: { build }, stopWhen: isStepCount(9) });
        //                                       ^^^^ require-handoff-check
      }
      export const renovate = async (wish) => work(await plan(wish));
      `,
      options,
    );
  });

  it("follows it through a chain of promises", () => {
    check(
      `
      import { Agent, run } from "@openai/agents";
      const scout = new Agent({ name: "scout" });
      const trader = new Agent({ name: "trader" });
      const look = (topic) => run(scout, topic);
      const trade = (task) => run(trader, task);
      //                                  ^^^^ require-handoff-check: The text of \`scout\`
      export const morning = (topic) => look(topic).then((found) => trade(found.finalOutput));
      `,
      options,
    );
  });

  it.each([
    ["desk.reduce(async (before, agent) => String((await run(agent, await before)).finalOutput), Promise.resolve(topic))", "await before"],
    ["desk.reduceRight((before, agent) => before.then(async (text) => (await run(agent, text)).finalOutput), Promise.resolve(topic))", "text))"],
  ])("follows it from one agent of a list to the next: %s", (code, at) => {
    const start = code.indexOf(at);
    const width = at.replace("))", "").length;
    check(
      `
      import { run } from "@openai/agents";
      import { desk } from "./setup.js";
      export const issue = (topic) =>
        ${code};
      //${" ".repeat(start)}${"^".repeat(width)} require-handoff-check
      `,
      options,
    );
  });

  it("is silent when the text is looked at before it is handed on", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      import { assertPlan } from "./setup.js";
      const scout = new Agent({ name: "scout" });
      const trader = new Agent({ name: "trader" });
      const trade = (task) => run(trader, task);
      export const morning = (topic) => run(scout, topic).then((found) => {
        assertPlan(found.finalOutput);
        return trade(found.finalOutput);
      });
      `,
      options,
    );
  });

  it("is silent when a turn of a list begins anew", () => {
    checkSilent('import { run } from "@openai/agents"; import { desk } from "./setup.js"; export const all = (topic) => desk.reduce(async (before, agent) => [...(await before), (await run(agent, topic)).finalOutput], Promise.resolve([]));', options);
  });

  it.each([
    ["a person in between", "if (!(await approve(found.finalOutput))) return;\nreturn run(trader, found.finalOutput);"],
    ["a function that may check it", "return run(trader, tidy(found.finalOutput));"],
    ["a judge", 'const reviewer = new Agent({ name: "reviewer" });\nreturn run(reviewer, found.finalOutput);'],
    ["a search for words", 'if (!found.finalOutput.includes("buy")) return;\nreturn run(trader, found.finalOutput);'],
    ["the same agent going over its own text", "return run(scout, found.finalOutput);"],
    ["a text that is only logged", "logger.info(found.finalOutput);\nreturn run(trader, topic);"],
  ])("is silent about %s", (_, body) => {
    checkSilent(agents(body), options);
  });

  it("is silent about a chain of plain questions", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      const ask = async (content) => (await client.chat.completions.create({ model: "m", messages: [{ role: "user", content }] })).choices[0].message.content;
      export const translated = async (text) => ask(await ask(text));
      `,
      options,
    );
  });
});

describe("require-handoff-check and replies that hand out their text themselves", () => {
  const chain = (handed: string): string => `
    import { Agent as Strands } from "@strands-agents/sdk";
    import { Agent as Mastra } from "@mastra/core/agent";
    import { model, tools } from "./setup.js";
    const analyst = new Strands({ tools, systemPrompt: "x" });
    const responder = new Mastra({ id: "r", name: "r", instructions: "y", model, tools });
    export async function onAlarm(alarm) {
      const analysis = await analyst.invoke(alarm);
      return responder.generate(${handed});
    }
  `;
  it.each(["analysis.toString()", "analysis.toString().trim()", "`Act on this: ${analysis.toString()}`"])("reports %s", (handed) => {
    expect(found(chain(handed), options)).toHaveLength(1);
  });
  it.each(["analysis.stopReason.toString()", "alarm.toString()", "analysis.metrics.toJSON()"])("is silent about %s", (handed) => {
    checkSilent(chain(handed), options);
  });
});
