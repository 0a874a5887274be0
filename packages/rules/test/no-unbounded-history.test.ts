import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-unbounded-history";
const preset = "strict";

describe("no-unbounded-history reports a history that only grows", () => {
  it("concat", () => {
    check(
      `
      export async function f(llm: any, task: any, run: any) {
        let history = [task];
        while (true) {
          const r = await llm.chat(history);
          //              ^^^^^^^^^^^^^^^^^ no-unbounded-history
          if (r.done) return r;
          history = history.concat(r.message, await run(r.call));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("prompt string grows", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string, run: any) {
        for (let i = 0; i < 100; i++) {
          const { text, toolCalls } = await generateText({ model, prompt });
          //                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unbounded-history
          if (!toolCalls.length) return text;
          prompt += \`\\n\${text}\\n\${await run(toolCalls)}\`;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("system + spread history in turn", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      export async function f(run: any, SYSTEM: any, max: number) {
        const history: any[] = [];
        for (let i = 0; i < max; i++) {
          const messages = [SYSTEM, ...history];
          const r = await client.messages.create({ model: "m", max_tokens: 1, messages });
          //              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unbounded-history
          history.push({ role: "assistant", content: r.content });
          if (r.stop_reason === "end_turn") return r;
          history.push({ role: "user", content: await run(r.content) });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("recursion with longer list", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function go(messages: any[], run: any): Promise<any> {
        const r = await client.chat.completions.create({ model: "m", messages });
        //              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unbounded-history
        const m = r.choices[0].message;
        if (!m.tool_calls) return m;
        return go([...messages, m, ...(await run(m.tool_calls))], run);
      }
      `,
      { rule, preset },
    );
  });

  it("method pushes into field", () => {
    check(
      `
      import OpenAI from "openai";
      export class A {
        messages: any[] = [];
        client = new OpenAI();
        add(m: any) { this.messages.push(m); }
        async ask() { return this.client.chat.completions.create({ model: "m", messages: this.messages }); }
        //                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-unbounded-history
        async run(tools: any) {
          while (true) {
            const r = await this.ask();
            this.add(r.choices[0].message);
            if (!r.choices[0].message.tool_calls) return;
            this.add(await tools.run(r.choices[0].message.tool_calls));
          }
        }
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-unbounded-history is silent about what is shortened, short or kept elsewhere", () => {
  it("shift window", () => {
    checkSilent(
      `
      export async function f(llm: any, history: any[], run: any) {
        while (true) {
          const r = await llm.chat(history);
          if (r.done) return r;
          history.push(r.message, await run(r.call));
          while (history.length > 30) history.shift();
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("helper window in file", () => {
    checkSilent(
      `
      const lastTen = (list: any[]) => list.slice(-10);
      export async function f(llm: any, history: any[], run: any) {
        while (true) {
          const r = await llm.chat(lastTen(history));
          if (r.done) return r;
          history.push(r.message, await run(r.call));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("compaction method", () => {
    checkSilent(
      `
      export class A extends Base {
        history: any[] = [];
        async f(run: any) {
          while (true) {
            await this.compactIfNeeded();
            const r = await this.llm.chat(this.history);
            if (r.done) return r;
            this.history.push(r.message, await run(r.call));
          }
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["this.llm.chat"] } },
    );
  });

  it("chat session", () => {
    checkSilent(
      `
      import { GoogleGenAI } from "@google/genai";
      const ai = new GoogleGenAI({ apiKey: "" });
      export async function f(run: any) {
        const chat = ai.chats.create({ model: "m" });
        let message: any = "go";
        const log: any[] = [];
        while (true) {
          const r = await chat.sendMessage({ message });
          log.push(r.text);
          if (!r.functionCalls?.length) return log;
          message = await run(r.functionCalls);
        }
      }
      `,
      { rule, preset },
    );
  });

  it("ten rounds", () => {
    checkSilent(
      `
      export async function f(llm: any, history: any[], run: any) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(history);
          if (r.done) return r;
          history.push(r.message, await run(r.call));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("list filled once per turn", () => {
    checkSilent(
      `
      export async function f(llm: any, run: any) {
        let state = "";
        while (true) {
          const messages: any[] = [{ role: "system", content: "x" }];
          messages.push({ role: "user", content: state });
          const r = await llm.chat(messages);
          if (r.done) return r;
          state = await run(r.call);
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("human chat", () => {
    checkSilent(
      `
      import * as readline from "node:readline/promises";
      import OpenAI from "openai";
      const client = new OpenAI();
      const rl = readline.createInterface({ input: process.stdin });
      export async function chat(messages: any[]) {
        while (true) {
          messages.push({ role: "user", content: await rl.question("> ") });
          const res = await client.chat.completions.create({ model: "m", messages });
          messages.push(res.choices[0].message);
        }
      }
      `,
      { rule, preset },
    );
  });

  it("splice to summary", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[], run: any, summarize: any) {
        while (true) {
          if (messages.length > 40) messages.splice(1, 20, await summarize(messages.slice(1, 21)));
          const r = await llm.chat(messages);
          if (r.done) return r;
          messages.push(r.message, await run(r.call));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });
});

describe("no-unbounded-history and numbers that are counted down", () => {
  const desk = (field: string, spend: string): string => `
    import { Mistral } from "@mistralai/mistralai";
    import { toolbox, tools } from "./t.js";
    export class Desk {
      #mistral = new Mistral();
      ${field}
      #spend() {
        ${spend}
      }
      async answer(lines: any[]) {
        for (;;) {
          this.#spend();
          const { message } = (await this.#mistral.chat.complete({ model: "m", messages: lines, tools })).choices[0];
          lines.push(message);
          if (!message.toolCalls?.length) return message;
          lines.push(await toolbox.answer(message.toolCalls));
        }
      }
    }
  `;
  const options = { rule: "no-unbounded-history", preset: "strict" } as const;
  it("a field begins with few", () => {
    checkSilent(desk("#left = 18;", "if (this.#left-- <= 0) throw new Error();"), options);
    checkSilent(
      desk("private left = 12;", "if (this.left === 0) throw new Error();\n        this.left -= 1;"),
      options,
    );
  });
  const reported = (code: string): string =>
    code.replace(
      /(?<=const \{ message \} = .*\n)/,
      `          //${" ".repeat(25)}${"^".repeat(67)} no-unbounded-history\n`,
    );
  it("a field begins with many, or nobody knows", () => {
    check(reported(desk("#left = 180;", "if (this.#left-- <= 0) throw new Error();")), options);
    check(reported(desk("left = 12;", "if (this.left-- <= 0) throw new Error();")), options);
    check(
      reported(
        desk("#left = 12;", "if (this.#left-- <= 0) throw new Error();").replace(
          "async answer(lines: any[]) {",
          "async answer(lines: any[], n: number) {\n        this.#left = n;",
        ),
      ),
      options,
    );
  });

  it("is shown where the loop sends it, not in the helper", () => {
    check(
      `
      import OpenAI from "openai";
      import { run, tools } from "./t.js";
      const client = new OpenAI();
      const ask = (messages: any[]) => client.chat.completions.create({ model: "m", messages, tools });
      export async function f(messages: any[]) {
        for (let i = 0; i < 50; i++) {
          const res = await ask(messages);
          //                ^^^^^^^^^^^^^ no-unbounded-history
          const message = res.choices[0].message;
          messages.push(message);
          if (!message.tool_calls) return message.content;
          messages.push(await run(message.tool_calls));
        }
      }
      `,
      options,
    );
  });
});

describe("no-unbounded-history and a person who is asked by a callback", () => {
  const chat = (round: string): string => `
    import readline from "node:readline";
    import { generateText } from "ai";
    import { model, tools } from "./t.js";
    const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
    const history: { role: "user" | "assistant"; content: string }[] = [];
    ${round}
    ask();
  `;

  it("every turn waits for the line that the callback is given", () => {
    checkSilent(
      chat(`
    const ask = () => {
      rl.question("You: ", async (prompt) => {
        if (prompt === "exit") return rl.close();
        history.push({ role: "user", content: prompt });
        const result = await generateText({ model, tools, messages: history });
        history.push({ role: "assistant", content: result.text });
        ask();
      });
    };`),
      { rule, preset },
    );
  });

  it("without a person the history grows by itself", () => {
    expect(
      found(
        chat(`
    const ask = async () => {
      const result = await generateText({ model, tools, messages: history });
      history.push({ role: "assistant", content: result.text });
      if (result.finishReason !== "stop") await ask();
    };`),
        { rule, preset },
      ),
    ).toHaveLength(1);
  });
});

describe("no-unbounded-history and a function that is told how much there is room for", () => {
  const loop = (ask: string): string => `
    import { chat, act, config } from "./t.js";
    export async function agent(history: string[]) {
      while (true) {
        const reply = await ${ask};
        history.push(reply.text);
        if (reply.command.name === "finish") return;
        history.push(await act(reply.command));
      }
    }
  `;
  const settings = { modelCalls: ["chat"] };

  it("may fit the history into it", () => {
    checkSilent(loop("chat(history, config.fastTokenLimit)"), { rule, preset, settings });
  });

  it("another number leaves it whole", () => {
    expect(found(loop("chat(history, config.temperature)"), { rule, preset, settings })).toHaveLength(1);
  });
});
