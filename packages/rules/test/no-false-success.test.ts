import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "no-false-success";
const preset = "strict";

describe("no-false-success reports a limit that hands back a success", () => {
  it("break and head meet at return text", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "";
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          messages.push(...r.response.messages);
          if (r.finishReason === "stop") break;
        }
        return text;
        //^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });

  it("return messages both", () => {
    check(
      `
      import OpenAI from "openai";
      import { runAll } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        let n = 0;
        while (n++ < 10) {
          const m = (await client.chat.completions.create({ model: "m", messages, tools })).choices[0].message;
          messages.push(m);
          if (!m.tool_calls) return messages;
          messages.push(...(await runAll(m.tool_calls)));
        }
        return messages;
        //^^^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });

  it("done flag true at limit", () => {
    check(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return { success: true, text: r.text };
          messages.push(r.message);
        }
        return { success: true, text: "" };
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("budget break then same", () => {
    check(
      `
      export async function f(llm: any, messages: any[]) {
        let tokens = 0, answer = "";
        while (true) {
          const r = await llm.chat(messages);
          tokens += r.usage.totalTokens;
          answer = r.text;
          if (!r.toolCalls.length) break;
          if (tokens > 100_000) break;
          messages.push(r.message);
        }
        return answer;
        //^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("recursion depth returns state", () => {
    check(
      `
      export async function go(llm: any, state: any, depth = 0): Promise<any> {
        if (depth >= 10) return state;
        //               ^^^^^^^^^^^^^ no-false-success
        const r = await llm.chat(state.messages);
        if (!r.toolCalls.length) return state;
        state.messages.push(r.message);
        return go(llm, state, depth + 1);
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("agents run default catch returns shape", () => {
    check(
      `
      import { Agent, Runner } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const runner = new Runner();
          const result = await runner.run(agent, q, { maxTurns: 5 });
          return { answer: String(result.finalOutput), sources: [] };
        } catch (err) {
          console.error(err);
          return { answer: "Sorry, I could not find that.", sources: [] };
          //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success
        }
      }
      `,
      { rule, preset },
    );
  });

  it("mastra text returned", () => {
    check(
      `
      import { Agent } from "@mastra/core/agent";
      declare const agent: Agent;
      export async function f(q: string) {
        const { text } = await agent.generate(q, { maxSteps: 6 });
        return text;
        //^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-false-success is silent about an honest end", () => {
  it("throws", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.finishReason === "stop") return r.text;
          messages.push(...r.response.messages);
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("null", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.finishReason === "stop") return r.text;
          messages.push(...r.response.messages);
        }
        return null;
      }
      `,
      { rule, preset },
    );
  });

  it("status differs", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return { status: "completed", text: r.text };
          messages.push(r.message);
        }
        return { status: "max_steps", text: "" };
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("flag checked after", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "", finished = false;
        for (let i = 0; i < 10 && !finished; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          finished = r.finishReason === "stop";
          messages.push(...r.response.messages);
        }
        if (!finished) throw new Error("limit");
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("computed flag in result", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "", finished = false;
        for (let i = 0; i < 10 && !finished; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          finished = r.finishReason === "stop";
          messages.push(...r.response.messages);
        }
        return { text, completed: finished };
      }
      `,
      { rule, preset },
    );
  });

  it("answer only set at success", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        let answer: string | undefined;
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          messages.push(r.message);
          if (r.finished) {
            answer = r.text;
            break;
          }
        }
        return answer;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("summary call at limit", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.toolCalls.length === 0) return r.text;
          messages.push(...r.response.messages);
        }
        const last = await generateText({ model, messages: [...messages, { role: "user", content: "Sum up what you have." }] });
        return last.text;
      }
      `,
      { rule, preset },
    );
  });

  it("escalate never", () => {
    checkSilent(
      `
      function escalate(): never { throw new Error("x"); }
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return r.text;
          messages.push(r.message);
        }
        return escalate();
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("run whole result", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        return generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
      }
      `,
      { rule, preset },
    );
  });

  it("run checked", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        const { text, finishReason } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
        if (finishReason !== "stop") throw new Error(finishReason);
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("steps inspected", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        const { text, steps } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
        if (steps.length >= 5) throw new Error("limit");
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("no tools single step", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string) {
        const { text } = await generateText({ model, prompt });
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("rethrow", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const result = await run(agent, q, { maxTurns: 5 });
          return { answer: result.finalOutput };
        } catch (err) {
          throw new Error("failed", { cause: err });
        }
      }
      `,
      { rule, preset },
    );
  });

  it("error in result", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const result = await run(agent, q, { maxTurns: 5 });
          return { ok: true, answer: result.finalOutput };
        } catch (err) {
          return { ok: false, answer: String(err) };
        }
      }
      `,
      { rule, preset },
    );
  });

  it("list of items finished", () => {
    checkSilent(
      `
      export async function f(llm: any, items: string[]) {
        const out: string[] = [];
        let context = "";
        for (const item of items) {
          const r = await llm.chat([context, item]);
          context += r.text;
          out.push(r.text);
        }
        return out;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("best effort optimisation without success exit", () => {
    checkSilent(
      `
      export async function f(llm: any, draft: string) {
        for (let i = 0; i < 3; i++) {
          const r = await llm.chat([{ role: "user", content: draft }]);
          draft = r.text;
        }
        return draft;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("the caller can ask the same of what it gets", () => {
    checkSilent(
      `
      import { isReady } from "./r.js";
      export async function f(llm: any, state: any) {
        for (let i = 0; i < 5; i++) {
          const r = await llm.chat(state.messages);
          state = { ...state, reply: r.text };
          if (isReady(state)) return state;
        }
        return state;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("a word that is a sign", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return r.text;
          messages.push(r.message);
        }
        return "UNFINISHED";
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("answer of a tool that a model reads", () => {
    checkSilent(
      `
      export async function watch(llm: any, page: any, until: number) {
        while (Date.now() < until) {
          const r = await llm.look(await page.screenshot());
          if (r.changed) return { content: [{ type: "text", text: r.info }] };
        }
        return { content: [{ type: "text", text: "No change until the deadline." }] };
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.look"] } },
    );
  });
});
