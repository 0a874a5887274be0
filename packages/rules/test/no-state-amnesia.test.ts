import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-state-amnesia";
const preset = "strict";

describe("no-state-amnesia reports what is lost between turns", () => {
  it("openai list in loop", () => {
    check(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function f(question: string, tools: any) {
        for (let i = 0; i < 8; i++) {
          const messages: any[] = [{ role: "system", content: "x" }, { role: "user", content: question }];
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          if (!msg.tool_calls) return msg.content;
          messages.push(msg);
          for (const c of msg.tool_calls) messages.push({ role: "tool", tool_call_id: c.id, content: await runTool(c) });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("inline literal input", () => {
    check(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function f(question: string, tools: any) {
        const results: string[] = [];
        while (results.length < 20) {
          const res = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: question }], tools });
          //                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          const call = res.choices[0].message.tool_calls?.[0];
          if (!call) return res.choices[0].message.content;
          results.push(await runTool(call));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("only results pushed", () => {
    check(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        for (let i = 0; i < 8; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          if (!msg.tool_calls) return msg.content;
          for (const c of msg.tool_calls) {
            messages.push({ role: "tool", tool_call_id: c.id, content: await runTool(c) });
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("result only logged, assistant kept", () => {
    check(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        for (let i = 0; i < 8; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          messages.push(msg);
          if (!msg.tool_calls) return msg.content;
          for (const c of msg.tool_calls) {
            const out = await runTool(c);
            //                ^^^^^^^^^^ no-state-amnesia
            console.log(out);
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { toolCalls: ["runTool"] } },
    );
  });

  it("copy pushed, original sent", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { runTools } from "./t.js";
      const client = new Anthropic();
      export async function f(initial: any[]) {
        const history = [...initial];
        for (let i = 0; i < 8; i++) {
          const res = await client.messages.create({ model: "m", max_tokens: 10, messages: initial });
          //                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          if (res.stop_reason === "end_turn") return res;
          history.push({ role: "assistant", content: res.content }, { role: "user", content: await runTools(res.content) });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-state-amnesia is silent about what reaches the next turn, or need not", () => {
  it("best of n scored", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string, score: any) {
        let best = "", top = -1;
        for (let i = 0; i < 5; i++) {
          const { text } = await generateText({ model, prompt });
          const s = await score(text);
          if (s > top) { top = s; best = text; }
          if (top > 0.95) break;
        }
        return best;
      }
      `,
      { rule, preset },
    );
  });

  it("retry until parse", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      import { Schema } from "./s.js";
      export async function f(model: any, prompt: string) {
        for (let i = 0; i < 3; i++) {
          const { text } = await generateText({ model, prompt });
          const parsed = Schema.safeParse(JSON.parse(text));
          if (parsed.success) return parsed.data;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("retry on error", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string) {
        for (let i = 0; i < 3; i++) {
          try { return (await generateText({ model, prompt })).text; } catch (e) { console.error(e); }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("store read each turn", () => {
    checkSilent(
      `
      import { db } from "./db.js";
      export async function f(llm: any, id: string, run: any) {
        for (let i = 0; i < 9; i++) {
          const messages = await db.messages(id);
          const r = await llm.chat(messages);
          if (!r.toolCalls.length) return r.text;
          await db.append(id, r.message);
          for (const c of r.toolCalls) await db.append(id, await run(c));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"], toolCalls: ["run"] } },
    );
  });

  it("session option", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(session: any, verify: any) {
        for (let i = 0; i < 5; i++) {
          const r = await run(agent, "Go on with the migration.", { session, maxTurns: 8 });
          if (await verify(r.finalOutput)) return r.finalOutput;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("list declared outside, push", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function f(question: string, tools: any) {
        const messages: any[] = [{ role: "user", content: question }];
        for (let i = 0; i < 8; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          messages.push(msg);
          if (!msg.tool_calls) return msg.content;
          for (const c of msg.tool_calls) messages.push({ role: "tool", tool_call_id: c.id, content: await runTool(c) });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("state object in prompt", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, world: any, act: any) {
        const state = { notes: [] as string[] };
        for (let i = 0; i < 5; i++) {
          const { text } = await generateText({ model, prompt: \`State: \${JSON.stringify(state)}\` });
          const result = await act(text);
          if (result.ok) return result;
          state.notes.push(result.error);
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("prompt built by method reading this", () => {
    checkSilent(
      `
      export class A {
        notes: string[] = [];
        constructor(private llm: any) {}
        prompt() { return [{ role: "user", content: "x " + this.notes.join(",") }]; }
        async f(run: any) {
          for (let i = 0; i < 5; i++) {
            const r = await this.llm.chat({ messages: this.prompt() });
            if (!r.tool_calls) return r;
            this.notes.push(await run(r.tool_calls));
          }
          throw new Error("x");
        }
      }
      `,
      { rule, preset },
    );
  });

  it("mutable message content", () => {
    checkSilent(
      `
      export async function f(llm: any, run: any) {
        const user = { role: "user", content: "start" };
        const messages = [user];
        for (let i = 0; i < 9; i++) {
          const r = await llm.chat(messages);
          if (!r.toolCalls.length) return r.text;
          user.content = await run(r.toolCalls[0]);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"], toolCalls: ["run"] } },
    );
  });

  it("vote", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string) {
        const votes = new Map<string, number>();
        for (let i = 0; i < 9; i++) {
          const { text } = await generateText({ model, prompt });
          const n = (votes.get(text) ?? 0) + 1;
          votes.set(text, n);
          if (n >= 3) return text;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("screenshot fresh", () => {
    checkSilent(
      `
      export async function f(llm: any, page: any, perform: any) {
        for (let i = 0; i < 9; i++) {
          const shot = await page.screenshot();
          const messages = [{ role: "user", content: [{ type: "image", image: shot }] }];
          const a = await llm.act(messages);
          if (a.done) return a;
          await perform(page, a);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.act"], toolCalls: ["perform"] } },
    );
  });

  it("recursion hands on a longer list", () => {
    checkSilent(
      `
      import { complete } from "./llm.js";
      export async function ask(messages: any[]): Promise<any> {
        const result = await complete(messages);
        if (result.retryWithError) return ask([...messages, result.retryWithError]);
        return result;
      }
      `,
      { rule, preset, settings: { modelCalls: ["complete"] } },
    );
  });

  it("measures the cache", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 5; i++) {
          const r = await llm.chat(messages);
          if (r.usage.cacheReadTokens > 0) return i;
        }
        throw new Error("never cached");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });
});

describe("no-state-amnesia knows a list by what is done with it, not by its name", () => {
  for (const list of ["log", "this.log", "logger", "debug"]) {
    it(`\`${list}.push\` keeps what came back`, () => {
      checkSilent(
        `
        import Anthropic from "@anthropic-ai/sdk";
        import { answer, tools } from "./t.js";
        const client = new Anthropic();
        export class Desk {
          log: any[] = [];
          async run(log: any[], logger: any[], debug: any[]) {
            for (let i = 0; i < 8; i++) {
              const reply = await client.messages.create({ model: "m", max_tokens: 1, messages: ${list}, tools });
              if (reply.stop_reason !== "tool_use") return reply;
              ${list}.push({ role: "assistant", content: reply.content });
              ${list}.push({ role: "user", content: await answer(reply.content) });
            }
            throw new Error("x");
          }
        }
        `,
        { rule, preset },
      );
    });
  }

  it("a logger only shows", () => {
    check(
      `
      import { generateText } from "ai";
      import { log, model, score } from "./t.js";
      export async function f(prompt: string) {
        for (let i = 0; i < 8; i++) {
          const { text } = await generateText({ model, prompt });
          //                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          const report = score(text);
          log.info(report);
          if (report.good) return text;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-state-amnesia follows what a request carries", () => {
  const loop = `
    export async function f(messages: any[]) {
      for (let i = 0; i < 8; i++) {
        const text = await ask(messages);
        messages.push({ role: "assistant", content: text });
        const order = JSON.parse(text);
        if (order.done) return order.result;
        messages.push({ role: "user", content: JSON.stringify(await run(order)) });
      }
      throw new Error("x");
    }`;
  const helpers = {
    "a body in the call": `const res = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: JSON.stringify({ model: "m", messages }) });`,
    "a body with a name": `const body = JSON.stringify({ model: "m", messages });
      const res = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body });`,
    "options with a name": `const init = { method: "POST", body: JSON.stringify({ model: "m", messages: [{ role: "system", content: "x" }, ...messages] }) };
      const res = await fetch("https://api.openai.com/v1/chat/completions", init);`,
    "a payload with a name": `const payload = { model: "m", messages };
      const res = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: JSON.stringify(payload) });`,
  };
  for (const [name, helper] of Object.entries(helpers)) {
    it(name, () => {
      checkSilent(
        `
        import { run } from "./t.js";
        async function ask(messages: any[]): Promise<string> {
          ${helper}
          return (await res.json()).choices[0].message.content;
        }
        ${loop}
        `,
        { rule, preset, settings: { toolCalls: ["run"] } },
      );
    });
  }

  it("a body that never changes", () => {
    check(
      `
      import { run } from "./t.js";
      export async function f(question: string) {
        const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: question }] });
        for (let i = 0; i < 8; i++) {
          const res = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body });
          //                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          const message = (await res.json()).choices[0].message;
          if (!message.tool_calls) return message.content;
          await run(message.tool_calls[0]);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { toolCalls: ["run"] } },
    );
  });
});

describe("no-state-amnesia is silent where each turn asks somebody else", () => {
  const ways = {
    "the next model of a list": `for (const model of [a, b, c]) {
        try {
          const { text, finishReason } = await generateText({ model, prompt });
          if (finishReason === "stop") return text;
          failures.push(finishReason);
        } catch (error) {
          failures.push(error);
        }
      }`,
    "a model picked by number": `const models = [a, b, c];
      for (let i = 0; i < models.length; i++) {
        const { text } = await generateText({ model: models[i], prompt });
        const verdict = grade(text);
        if (verdict.good) return text;
        failures.push(verdict);
      }`,
    "a model that is changed for another": `let model = a;
      for (let i = 0; i < 2; i++) {
        const { text } = await generateText({ model, prompt });
        const verdict = grade(text);
        if (verdict.good) return text;
        failures.push(verdict);
        model = b;
      }`,
    "a helper that is told which": `const ask = (model: any) => generateText({ model, prompt });
      for (const [name, model] of Object.entries({ a, b, c })) {
        const { text } = await ask(model);
        const verdict = grade(text);
        if (verdict.good) return name;
        failures.push(verdict);
      }`,
  };
  for (const [name, body] of Object.entries(ways)) {
    it(name, () => {
      checkSilent(
        `
        import { generateText } from "ai";
        import { a, b, c, grade } from "./t.js";
        export async function f(prompt: string) {
          const failures: unknown[] = [];
          ${body}
          throw new Error("x", { cause: failures });
        }
        `,
        { rule, preset },
      );
    });
  }

  it("the same model in each turn of a list of tasks", () => {
    check(
      `
      import { generateText } from "ai";
      import { a, grade } from "./t.js";
      export async function f(prompt: string) {
        const failures: unknown[] = [];
        for (let i = 0; i < 3; i++) {
          const { text } = await generateText({ model: a, prompt });
          //                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-state-amnesia
          const verdict = grade(text);
          if (verdict.good) return text;
          failures.push(verdict);
        }
        throw new Error("x", { cause: failures });
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-state-amnesia follows results that are gathered first", () => {
  const loop = (body: string): string => `
    import OpenAI from "openai";
    import { runTool, tools } from "./t.js";
    const client = new OpenAI();
    export async function f(messages: any[]) {
      for (let i = 0; i < 5; i++) {
        const res = await client.chat.completions.create({ model: "m", messages, tools });
        const message = res.choices[0].message;
        if (!message.tool_calls) return message.content;
        ${body}
      }
      throw new Error("x");
    }
  `;
  const gathered =
    'const answers: any[] = [];\n        for (const call of message.tool_calls) answers.push({ role: "tool", tool_call_id: call.id, content: await runTool(call) });';
  const lost = {
    concat: ["messages = messages.concat(answers);", "^".repeat(35)],
    spread: ["messages = [...messages, ...answers];", "^".repeat(36)],
    push: ["messages.push(...answers);", "^".repeat(25)],
  };
  for (const [name, [statement, carets]] of Object.entries(lost)) {
    it(`${name} of the answers alone`, () => {
      check(
        loop(`${gathered}\n        ${statement}\n        //${carets ?? ""} no-state-amnesia`).replace(
          `${statement ?? ""}`,
          `  ${statement ?? ""}`,
        ),
        { rule, preset },
      );
    });
    it(`${name} with the request`, () => {
      checkSilent(loop(`${gathered.replace("any[] = []", "any[] = [message]")}\n        ${statement}`), {
        rule,
        preset,
      });
    });
  }

  it("answers that are mapped", () => {
    check(
      loop(
        `messages.push(...(await Promise.all(message.tool_calls.map(async (c) => ({ role: "tool", tool_call_id: c.id, content: await runTool(c) })))));\n//      ${"^".repeat(141)} no-state-amnesia`,
      ),
      { rule, preset },
    );
  });

  it("a list that somebody else may fill", () => {
    checkSilent(loop(`${gathered}\n        record(answers, message);\n        messages.push(...answers);`), {
      rule,
      preset,
    });
  });

  it("results in a message of the user", () => {
    const anthropic = (before: string, after: string): string => `
      import Anthropic from "@anthropic-ai/sdk";
      import { runTool, tools } from "./t.js";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        for (let i = 0; i < 5; i++) {
          const reply = await client.messages.create({ model: "m", max_tokens: 9, messages, tools });
          if (reply.stop_reason !== "tool_use") return reply;
          const results: any[] = [];
          for (const block of reply.content) if (block.type === "tool_use") results.push({ type: "tool_result", tool_use_id: block.id, content: await runTool(block) });
          ${before}
          messages.push({ role: "user", content: results });
          ${after}
        }
        throw new Error("x");
      }
    `;
    check(
      anthropic("", `//${"^".repeat(49)} no-state-amnesia`).replace(
        "          messages.push",
        "            messages.push",
      ),
      { rule, preset },
    );
    checkSilent(anthropic(`messages.push({ role: "assistant", content: reply.content });`, ""), { rule, preset });
  });
});

const ORDERS = (option: string, reset = "input = [];"): string => `
  import OpenAI from "openai";
  import { depot, tools } from "./setup.js";
  const openai = new OpenAI();
  export async function dispatch(order: string) {
    let input: any[] = [{ role: "user", content: order }];
    let previous: string | undefined;
    for (let i = 0; i < 5; i++) {
      const res = await openai.responses.create({ model: "gpt", input, tools, ${option} });
      if (res.status !== "completed") throw new Error(res.status);
      previous = res.id;
      const calls = res.output.filter((o: any) => o.type === "function_call");
      if (calls.length === 0) return res.output_text;
      ${reset}
      for (const call of calls) {
        const output = await depot.handle(call);
        input.push({ type: "function_call_output", call_id: call.call_id, output });
      }
    }
    throw new Error("not dispatched");
  }`;

describe("a list that is emptied before the results go into it", () => {
  it("is reported: the turn that asked for them is gone", () => {
    expect(found(ORDERS("store: false"), { rule, preset })).toEqual(["input = []"]);
  });

  it.each([
    ["the other side remembers", ORDERS("previous_response_id: previous")],
    ["the reply goes in, too", ORDERS("store: false", "input = [];\n      input.push(...res.output);")],
  ])("is fine when %s", (_name, code) => {
    checkSilent(code, { rule, preset });
  });
});

const INVOICE = (options: string, complaint: string): string => `
  import { GoogleGenAI } from "@google/genai";
  import { z } from "zod";
  const ai = new GoogleGenAI({ apiKey: "" });
  const Invoice = z.object({ total: z.number() });
  export async function readInvoice(scan: string) {
    let complaint = "";
    for (let attempt = 0; attempt < 4; attempt++) {
      const res = await ai.models.generateContent({ model: "gemini", contents: \`Give the total.\${scan}\${complaint}\`, config: { ${options} } });
      const parsed = Invoice.safeParse(JSON.parse(res.text ?? "null"));
      if (parsed.success) return parsed.data;
      ${complaint}
    }
    throw new Error("not read");
  }`;

describe("the same prompt after the schema has refused the answer", () => {
  it("is reported where nothing is left to chance", () => {
    expect(found(INVOICE("temperature: 0", "console.warn(parsed.error);"), { rule, preset })).toHaveLength(1);
  });

  it.each([
    ["there is chance in the answer", INVOICE("temperature: 0.8", "console.warn(parsed.error);")],
    ["the model is told what was wrong", INVOICE("temperature: 0", "complaint = parsed.error.message;")],
  ])("is fine when %s", (_name, code) => {
    checkSilent(code, { rule, preset });
  });
});

describe("no-state-amnesia leaves alone what is asked again on purpose", () => {
  it("options of an in-house call whose names say nothing may be what has changed", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { openPage } from "./t.js";
      const client = new OpenAI();
      async function examine(instruction: string, seen: { tree: string; url: string }, llm: OpenAI) {
        const res = await llm.chat.completions.create({ model: "m", messages: [{ role: "user", content: instruction + seen.tree }] });
        return JSON.parse(res.choices[0].message.content!) as { elements: string[] };
      }
      export async function find(instruction: string) {
        const page = await openPage();
        for (let attempt = 0; attempt < 3; attempt++) {
          const state = await page.capture();
          const result = await examine(instruction, { tree: state.tree, url: page.url() }, client);
          if (result.elements.length > 0) return result.elements[0];
        }
        throw new Error("not found");
      }
      `,
      { rule, preset, files: {} },
    );
  });

  it("a run that is resumed with the same answer, its thread named by a constant", () => {
    checkSilent(
      `
      import { Command } from "@langchain/langgraph";
      import { agent, first } from "./t.js";
      export async function confirmAll(id: string) {
        const config = { configurable: { thread_id: id } };
        let state = await agent.invoke(first, config);
        let steps = 0;
        while (state.__interrupt__) {
          state = await agent.invoke(new Command({ resume: { proceed: true } }), config);
          if (++steps >= 5) break;
        }
        return state;
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.invoke"] } },
    );
  });

  const retried = (bookkeeping: string): string => `
    import { ask, Usage, isRetryable, wait } from "./t.js";
    export async function answer(messages: unknown[]) {
      const used = new Usage();
      let retries = 0;
      while (retries <= 5) {
        try {
          const reply = await ask(messages);
          ${bookkeeping}
          if (reply.toolCalls.length === 0 && reply.text === "") throw new Error("empty");
          return reply;
        } catch (error) {
          if (!isRetryable(error) || retries >= 5) throw error;
          retries++;
          await wait(retries);
        }
      }
      throw new Error("never sent");
    }
  `;

  it("what failed on its way is sent again as it was, and what it cost is booked", () => {
    checkSilent(retried("used.add(reply.usage);"), { rule, preset, settings: { modelCalls: ["ask"] } });
  });

  it("what a reply cost is no finding of the turn", () => {
    checkSilent(
      `
      import { ask, Usage, verify } from "./t.js";
      export async function answer(messages: unknown[]) {
        const used = new Usage();
        for (let sample = 0; sample < 5; sample++) {
          const reply = await ask(messages);
          used.add(reply.usage);
          if (await verify(reply)) return { reply, used };
        }
        throw new Error("no sample holds");
      }
      `,
      { rule, preset, settings: { modelCalls: ["ask"], oracles: ["verify"] } },
    );
  });
});

describe("no-state-amnesia and a reply that was filtered", () => {
  it("asks again for the form, and leaves what was filtered", () => {
    checkSilent(
      `
      import { ask, parseJson } from "./t.js";
      export async function validate(url: string) {
        const input = JSON.stringify({ url });
        let tries = 0;
        while (tries < 5) {
          const result = await ask(input);
          if (result.contentFiltered) return undefined;
          const verdict = parseJson(result.text);
          if (verdict) return verdict;
          tries++;
        }
        return undefined;
      }
      `,
      { rule, preset, settings: { modelCalls: ["ask"] } },
    );
  });
});

describe("no-state-amnesia and results that are put aside", () => {
  const probe = (next: string): string => `
    import { Mistral } from "@mistralai/mistralai";
    import { measure } from "./t.js";
    export class Diagnosis {
      private mistral = new Mistral({ apiKey: "k" });
      readonly readings = new Map<string, string>();
      constructor(private messages: any[]) {}
      async run() {
        for (let i = 0; i < 5; i++) {
          const res = await this.mistral.chat.complete({ model: "m", messages: this.messages });
          const { message, finishReason } = res.choices[0];
          if (finishReason === "stop") return message.content;
          this.messages.push(message);
          for (const call of message.toolCalls ?? []) {
            const value = await measure(call.function);
            this.readings.set(call.function.name, value);
          }
          ${next}
        }
        throw new Error("no diagnosis");
      }
    }
  `;
  const settings = { toolCalls: ["measure"] };

  it("reports a store that only the caller reads", () => {
    expect(found(probe(""), { rule, preset, settings })).toEqual(["this.readings.set(call.function.name, value)"]);
  });

  it("is silent where the store is read in the turn", () => {
    checkSilent(
      probe('for (const [name, content] of this.readings) this.messages.push({ role: "tool", name, content });'),
      {
        rule,
        preset,
        settings,
      },
    );
  });
});

describe("no-state-amnesia where tool calls are handed to somebody else's function", () => {
  const loop = (keep: string, fields = ""): string => `
    import OpenAI from "openai";
    import { trace } from "./trace.js";
    import { perform } from "./tools.js";
    export class Planner {
      private readonly openai = new OpenAI();
      readonly notes: unknown[] = [];
      ${fields}
      async plan(task: string, tools: any) {
        let messages: any[] = [{ role: "user", content: task }];
        for (let i = 0; i < 5; i++) {
          const { choices } = await this.openai.chat.completions.create({ model: "m", messages, tools });
          const [{ message, finish_reason }] = choices;
          if (finish_reason === "stop") return message.content;
          ${keep}
        }
        throw new Error("x");
      }
    }
  `;
  const options = { rule, preset } as const;
  const each = (rest: string): string =>
    `for (const call of message.tool_calls ?? []) { const answer = await perform(call).catch(String); ${rest} }`;
  const sent = 'messages.push({ role: "tool", tool_call_id: call.id, content: answer });';

  it("results that are kept for the caller only, as a part of a record", () => {
    const aside = "this.notes.push({ id: call.id, answer })";
    const said = 'messages.push({ role: "assistant", content: message.content ?? "" });';
    expect(found(loop(`${said} ${each(`${aside};`)}`), options)).toEqual([aside]);
    checkSilent(loop(`messages.push(message); ${each(`${aside}; ${sent}`)}`), options);
  });

  it("a new list that nobody keeps", () => {
    const answers = "const answers = await Promise.all((message.tool_calls ?? []).map(perform));";
    expect(found(loop(`${answers} messages.concat(message, answers);`), options)).toHaveLength(1);
    checkSilent(loop(`${answers} messages = messages.concat(message, answers);`), options);
  });

  it("results that are only shown", () => {
    expect(found(loop(each('trace.emit("observed", answer);')), options)).toHaveLength(1);
    checkSilent(loop(`messages.push(message); ${each(`trace.emit("observed", answer); ${sent}`)}`), options);
  });

  const recursion = (handed: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { perform } from "./tools.js";
    const client = new Anthropic();
    export async function work(messages: any[], tools: any, left = 5): Promise<unknown> {
      if (left === 0) throw new Error("x");
      const reply = await client.messages.create({ model: "m", max_tokens: 100, messages, tools });
      if (reply.stop_reason === "end_turn") return reply.content;
      const results: any[] = [];
      for (const block of reply.content) {
        if (block.type !== "tool_use") continue;
        results.push({ type: "tool_result", tool_use_id: block.id, content: await perform(block.name, block.input) });
      }
      return work(${handed}, tools, left - 1);
    }
  `;
  it("a recursion that hands on the results and not what asked for them", () => {
    expect(found(recursion('[...messages, { role: "user", content: results }]'), options)).toHaveLength(1);
    checkSilent(
      recursion('[...messages, { role: "assistant", content: reply.content }, { role: "user", content: results }]'),
      options,
    );
  });
});
