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

  it("does not take it for a check that the first agent came to an end", () => {
    check(
      `
      import { openai } from "@ai-sdk/openai";
      import { Agent } from "@voltagent/core";
      import { cms } from "./cms.js";
      const reporter = new Agent({ name: "reporter", instructions: "Report.", model: openai("a") });
      const publisher = new Agent({ name: "publisher", instructions: "Publish.", model: openai("a"), tools: [cms] });
      export async function afterMatch(match) {
        const report = await reporter.generateText(match);
        if (report.finishReason !== "stop") throw new Error(report.finishReason);
        return publisher.generateText(report.text);
        //                            ^^^^^^^^^^^ require-handoff-check
      }
      `,
      options,
    );
  });

  const stages = (body: string): string => `
    import { Agent } from "@mastra/core/agent";
    import { mailbox, ledger } from "./tools.js";
    const reader = new Agent({ id: "reader", name: "reader", instructions: "Read.", model: "a", tools: { mailbox } });
    const payer = new Agent({ id: "payer", name: "payer", instructions: "Pay.", model: "b", tools: { ledger } });
    async function stage(agent, input) {
      const out = await agent.generate(input, { maxSteps: 4 });
      return out.text;
    }
    export async function processMail(id) { ${body} }
  `;

  it("follows it through one function that runs whichever agent it is given", () => {
    expect(found(stages("return stage(payer, await stage(reader, id));"), options)).toHaveLength(1);
  });

  it("is silent when that function gives an agent its own text again", () => {
    checkSilent(stages("return stage(reader, await stage(reader, id));"), options);
  });

  it("follows the result out of the stream of a run", () => {
    check(
      `
      import { query } from "@anthropic-ai/claude-agent-sdk";
      async function resultOf(prompt, options) {
        for await (const message of query({ prompt, options: { maxTurns: 5, ...options } })) {
          //                                ^^^^^^ require-handoff-check
          if (message.type === "result" && message.subtype === "success") return message.result;
        }
        throw new Error("no result");
      }
      export async function modernise(cwd) {
        const findings = await resultOf("List what is out of date.", { cwd, allowedTools: ["Read"] });
        return resultOf(findings, { cwd, allowedTools: ["Read", "Edit"] });
      }
      `,
      options,
    );
  });
});
