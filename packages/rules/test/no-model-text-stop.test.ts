import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-model-text-stop";
const preset = "strict";

describe("no-model-text-stop reports an end that words decide", () => {
  it("class state flag", () => {
    check(
      `
      export class Runner {
        private done = false;
        constructor(private llm: any) {}
        async run(task: string) {
          const messages = [{ role: "user", content: task }];
          while (!this.done) {
          //     ^^^^^^^^^^ no-model-text-stop
            const reply = await this.llm.complete(messages);
            messages.push({ role: "assistant", content: reply.content });
            this.note(reply.content);
          }
          return messages;
        }
        private note(text: string) {
          if (text.includes("TASK COMPLETE")) this.done = true;
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["this.llm.complete"] } },
    );
  });

  it("regex exec into const", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function react(messages: any[]) {
        for (let i = 0; i < 8; i++) {
          const res = await client.chat.completions.create({ model: "m", messages });
          const text = res.choices[0]?.message?.content ?? "";
          const final = /Final Answer:\\s*(.*)/.exec(text);
          //            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
          if (final) return final[1];
          messages.push({ role: "assistant", content: text });
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("match with destructuring", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function react(messages: any[]) {
        for (let i = 0; i < 8; i++) {
          const { choices: [{ message: { content } }] } = await client.chat.completions.create({ model: "m", messages });
          const m = content.match(/Final Answer:\\s*(.*)/);
          //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
          if (m !== null) return m[1];
          messages.push({ role: "assistant", content });
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("switch(true) on text", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[]) {
        while (true) {
          const { text } = await generateText({ model, messages });
          messages.push({ role: "assistant", content: text });
          switch (true) {
            case text.startsWith("DONE"):
            //   ^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
              return text;
            default:
              messages.push({ role: "user", content: "go on" });
          }
        }
      }
      `,
      { rule, preset },
    );
  });

  it("parser helper returning object", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      function parse(text: string) {
        if (text.includes("FINAL:")) return { done: true, answer: text.split("FINAL:")[1] };
        return { done: false, answer: "" };
      }
      export async function f(messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const res = await client.messages.create({ model: "m", max_tokens: 100, messages });
          const text = res.content.map((b) => (b.type === "text" ? b.text : "")).join("");
          const parsed = parse(text);
          if (parsed.done) return parsed.answer;
          //  ^^^^^^^^^^^ no-model-text-stop
          messages.push({ role: "assistant", content: text });
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("last message of list", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const res = await client.chat.completions.create({ model: "m", messages });
          messages.push(res.choices[0].message);
          const last = messages[messages.length - 1];
          if (last.content?.includes("TERMINATE")) break;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
          messages.push({ role: "user", content: "continue" });
        }
        return messages;
      }
      `,
      { rule, preset },
    );
  });

  it("equality lowercased with array includes", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, task: string) {
        let answer = "";
        do {
          const { text } = await generateText({ model, prompt: task + answer });
          answer += text;
          if (["done", "finished"].includes(text.trim().toLowerCase())) return answer;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        } while (true);
      }
      `,
      { rule, preset },
    );
  });

  it("indexOf", () => {
    check(
      `
      import { generateText } from "ai";
      const STOP = "##END##";
      export async function f(model: any, task: string) {
        let story = task;
        for (;;) {
          const { text } = await generateText({ model, prompt: story });
          story += text;
          if (story.indexOf(STOP) !== -1) break;
          //  ^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        return story;
      }
      `,
      { rule, preset },
    );
  });

  it("recursion", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function go(messages: any[], depth = 0): Promise<string> {
        const res = await client.chat.completions.create({ model: "m", messages });
        const text = res.choices[0].message.content ?? "";
        if (text.includes("DONE") || depth > 9) return text;
        //  ^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        return go([...messages, { role: "assistant", content: text }], depth + 1);
      }
      `,
      { rule, preset },
    );
  });

  it("stream events on text", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        let turn = 0;
        while (turn++ < 10) {
          let full = "";
          const stream = client.messages.stream({ model: "m", max_tokens: 100, messages });
          stream.on("text", (t) => { full += t; });
          await stream.finalMessage();
          messages.push({ role: "assistant", content: full });
          if (full.includes("[[DONE]]")) return full;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("openai stream chunks", () => {
    check(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        for (let turn = 0; turn < 10; turn++) {
          const stream = await client.chat.completions.create({ model: "m", messages, stream: true });
          const parts: string[] = [];
          for await (const chunk of stream) parts.push(chunk.choices[0]?.delta?.content ?? "");
          const text = parts.join("");
          messages.push({ role: "assistant", content: text });
          if (text.endsWith("END")) return text;
          //  ^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("wrapper method", () => {
    check(
      `
      import OpenAI from "openai";
      export class A {
        client = new OpenAI();
        async ask(messages: any[]): Promise<string> {
          const r = await this.client.chat.completions.create({ model: "m", messages });
          return r.choices[0].message.content ?? "";
        }
        async loop(messages: any[]) {
          let answer = await this.ask(messages);
          while (!/\\bFINISHED\\b/i.test(answer)) {
          //      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
            messages.push({ role: "assistant", content: answer });
            answer = await this.ask(messages);
          }
          return answer;
        }
      }
      `,
      { rule, preset },
    );
  });

  it("ternary state", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[]) {
        let status = "running";
        while (status === "running") {
          const { text } = await generateText({ model, messages });
          messages.push({ role: "assistant", content: text });
          status = text.includes("TASK_DONE") ? "finished" : "running";
          //       ^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
      }
      `,
      { rule, preset },
    );
  });

  it("some over phrases const", () => {
    check(
      `
      const DONE_PHRASES = ["all set", "that's everything"];
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 20; i++) {
          const reply = await llm.chat(messages);
          messages.push(reply);
          if (DONE_PHRASES.some((p) => reply.content.toLowerCase().includes(p))) return reply.content;
          //                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("Set.has of words", () => {
    check(
      `
      const DONE = new Set(["done", "finish"]);
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 20; i++) {
          const reply = await llm.chat(messages);
          messages.push(reply);
          if (DONE.has(reply.content.trim().toLowerCase())) return reply.content;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("regex from const, search", () => {
    check(
      `
      const END_RE = /the end/i;
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 20; i++) {
          const reply = await llm.chat(messages);
          messages.push(reply);
          if (reply.text.search(END_RE) >= 0) return reply;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("tool call text protocol: no action means end", () => {
    check(
      `
      export async function f(llm: any, messages: any[], run: any) {
        while (true) {
          const reply = await llm.chat(messages);
          messages.push(reply);
          const action = reply.text.match(/ACTION: (\\w+)/);
          //             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
          if (!action) return reply.text;
          messages.push({ role: "user", content: await run(action[1]) });
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"], toolCalls: ["run"] } },
    );
  });

  it("optional chain and nullish", () => {
    check(
      `
      import { GoogleGenAI } from "@google/genai";
      const ai = new GoogleGenAI({ apiKey: "" });
      export async function f(contents: any[]) {
        for (let i = 0; i < 6; i++) {
          const res = await ai.models.generateContent({ model: "m", contents });
          contents.push({ role: "model", parts: [{ text: res.text }] });
          if (res.text?.trim().endsWith("<<STOP>>")) return res.text;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("continue marker with history", () => {
    check(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 30; i++) {
          const reply = await llm.chat(messages);
          messages.push(reply.message);
          if (reply.text.includes("[CONTINUE]")) continue;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop
          return reply.text;
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });
});

describe("no-model-text-stop is silent about what is no word in a reply", () => {
  it("structured field", () => {
    checkSilent(
      `
      import { generateObject } from "ai";
      import { Step } from "./s.js";
      export async function f(model: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const { object } = await generateObject({ model, schema: Step, messages });
          if (object.status === "done") return object;
          messages.push({ role: "user", content: object.next });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("json parsed", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const res = await client.chat.completions.create({ model: "m", messages });
          const data = JSON.parse(res.choices[0].message.content ?? "{}");
          if (data.status === "complete") return data;
          messages.push({ role: "user", content: data.question });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("tool name", () => {
    checkSilent(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const res = await client.messages.create({ model: "m", max_tokens: 100, messages });
          messages.push({ role: "assistant", content: res.content });
          for (const block of res.content) {
            if (block.type === "tool_use" && block.name === "finish") return block.input;
          }
          if (res.stop_reason === "end_turn") return res;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("empty reply", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const { text } = await generateText({ model, messages });
          if (text.trim() === "" || text.length === 0) return null;
          messages.push({ role: "assistant", content: text });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("tool result contains", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[], exec: any) {
        for (let i = 0; i < 10; i++) {
          const reply = await llm.chat(messages);
          const out = await exec(reply.command);
          if (out.stdout.includes("0 failing")) return out;
          messages.push({ role: "user", content: out.stdout });
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("user input exit", () => {
    checkSilent(
      `
      import * as readline from "node:readline/promises";
      import OpenAI from "openai";
      const client = new OpenAI();
      const rl = readline.createInterface({ input: process.stdin });
      export async function chat(messages: any[]) {
        while (true) {
          const input = await rl.question("> ");
          if (input === "exit") break;
          messages.push({ role: "user", content: input });
          const res = await client.chat.completions.create({ model: "m", messages });
          messages.push(res.choices[0].message);
        }
      }
      `,
      { rule, preset },
    );
  });

  it("compare with solution", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, riddle: any) {
        let hint = "";
        for (let i = 0; i < 10; i++) {
          const { text } = await generateText({ model, prompt: riddle.text + hint });
          if (text.trim() === riddle.solution) return i;
          hint += \`\\nNot \${text}\`;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("text proposes, sync check", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      import { boardIsSolved } from "./b.js";
      export async function f(model: any, messages: any[], board: any) {
        for (let i = 0; i < 10; i++) {
          const { text } = await generateText({ model, messages });
          messages.push({ role: "assistant", content: text });
          if (text.includes("SOLVED") && boardIsSolved(board)) return board;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("words only steer the next turn", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const { text, finishReason } = await generateText({ model, messages });
          messages.push({ role: "assistant", content: text });
          if (text.includes("QUESTION")) messages.push({ role: "user", content: "Decide yourself." });
          else messages.push({ role: "user", content: "Next." });
          if (finishReason === "error") throw new Error("x");
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("refusal word throws", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const { text, toolCalls } = await generateText({ model, messages, tools: {} });
          if (text.includes("I cannot")) throw new Error("refused");
          if (toolCalls.length === 0) return text;
          messages.push({ role: "assistant", content: text });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("finish reason from stream", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        for (let turn = 0; turn < 10; turn++) {
          const stream = await client.chat.completions.create({ model: "m", messages, stream: true });
          let text = "", reason = "";
          for await (const chunk of stream) { text += chunk.choices[0]?.delta?.content ?? ""; reason = chunk.choices[0]?.finish_reason ?? reason; }
          messages.push({ role: "assistant", content: text });
          if (reason === "stop") return text;
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("sse framing done marker", () => {
    checkSilent(
      `
      export async function f(messages: any[]) {
        for (let turn = 0; turn < 10; turn++) {
          const res = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: JSON.stringify({ messages }) });
          let text = "";
          for await (const line of lines(res.body)) {
            if (line === "data: [DONE]") break;
            text += JSON.parse(line.slice(6)).choices[0].delta.content ?? "";
          }
          messages.push({ role: "assistant", content: text });
        }
      }
      declare function lines(b: any): AsyncIterable<string>;
      `,
      { rule, preset },
    );
  });

  it("unfit replies are drawn again", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 3; i++) {
          const reply = await llm.chat(messages);
          const text = reply.text;
          if (text.includes("(FROM OTHER BOT)")) {
            console.warn("hallucinated");
            continue;
          }
          return text;
        }
        return "";
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });
});

describe("no-model-text-stop and other ways to ask a text", () => {
  const options = { rule: "no-model-text-stop", preset: "recommended" } as const;
  const switchboard = (discriminant: string, done = "DONE"): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { perform } from "./t.js";
    const anthropic = new Anthropic();
    const textOf = (m: Anthropic.Message) => m.content.map((b) => (b.type === "text" ? b.text : "")).join("");
    export async function switchboard(messages: any[]) {
      for (let turn = 1; turn <= 5; turn++) {
        const reply = await anthropic.messages.create({ model: "m", max_tokens: 300, messages });
        const said = textOf(reply).trim();
        const [word] = said.split(/\\s+/, 1);
        switch (${discriminant}) {
          case "${done}":
            return messages;
          default:
            messages.push({ role: "assistant", content: said }, { role: "user", content: await perform(said) });
        }
      }
      throw new Error("x");
    }
  `;
  it("a switch over words", () => {
    for (const discriminant of ["said", "word", "word.toUpperCase()", "said.slice(0, 4)"])
      expect(found(switchboard(discriminant), options)).toEqual([discriminant]);
  });
  it("a switch over something with a form", () => {
    checkSilent(switchboard("JSON.parse(said).action"), options);
    checkSilent(switchboard("reply.stop_reason", "end_turn"), options);
  });

  const bard = (over: string, test = "this.over"): string => `
    import { Ollama } from "ollama";
    export class Bard {
      buffer = "";
      verses = 0;
      ollama = new Ollama();
      ${over}
      async sing(messages: any[]) {
        for (let verse = 0; verse < 5 && !${test}; verse++) {
          const part = await this.ollama.chat({ model: "m", messages, stream: true });
          for await (const piece of part) this.buffer += piece.message.content;
          this.verses += 1;
          messages.push({ role: "assistant", content: this.buffer }, { role: "user", content: "Next." });
        }
        return messages;
      }
    }
  `;
  it("a getter", () => {
    expect(found(bard('get over() { return this.buffer.trimEnd().endsWith("THE END"); }'), options)).toHaveLength(1);
    expect(
      found(bard("get over(): boolean { if (/the end/i.test(this.buffer)) return true; return false; }"), options),
    ).toHaveLength(1);
    expect(
      found(
        bard('private get said() { return this.buffer.trim(); } get over() { return this.said.includes("THE END"); }'),
        options,
      ),
    ).toHaveLength(1);
  });
  it("a getter that asks something else", () => {
    checkSilent(bard("get over() { return this.verses > 3; }"), options);
    checkSilent(bard("get over() { return this.buffer.length > 4_000; }"), options);
  });
});

describe("no-model-text-stop and stop conditions with a name", () => {
  const options = { rule: "no-model-text-stop", preset: "recommended" } as const;
  const agent = (condition: string, given = "[finished, stepCountIs(15)]"): string => `
    import { ToolLoopAgent, stepCountIs } from "ai";
    import { model, tools, build } from "./setup.js";
    ${condition}
    export const worker = new ToolLoopAgent({ model, tools, stopWhen: ${given} });
  `;
  it.each([
    ["a constant", 'const finished = ({ steps }) => steps.at(-1)?.text.includes("[[END]]") ?? false;'],
    [
      "a function",
      "function finished(state: any) { const last = state.steps[state.steps.length - 1]; return /all done/i.test(last.text); }",
    ],
    ["every step", 'const finished = ({ steps }) => steps.some((step) => step.text.includes("[[END]]"));'],
    [
      "the parts of a step",
      'const finished = ({ steps }) => steps.at(-1).content.some((part) => part.type === "text" && part.text.endsWith("END"));',
    ],
    [
      "an answer after a test",
      'const finished = ({ steps }) => { if (steps.at(-1).text.startsWith("FINAL")) return true; return false; };',
    ],
  ])("reports %s given to an agent that is made here", (_, condition) => {
    expect(found(agent(condition), options)).toHaveLength(1);
  });
  it("reports one that stands alone", () => {
    expect(
      found(
        agent('const finished = ({ steps }) => steps.at(-1)?.text.includes("[[END]]") ?? false;', "finished"),
        options,
      ),
    ).toHaveLength(1);
  });
  it("reports one that a function makes for a word", () => {
    expect(
      found(
        agent(
          "const says = (word: string) => ({ steps }: any) => steps.at(-1).text.includes(`[[END]]`);",
          '[says("x"), stepCountIs(15)]',
        ),
        options,
      ),
    ).toHaveLength(1);
  });
  it("reports one of a run", () => {
    const run = `
      import { generateText, stepCountIs } from "ai";
      const finished = ({ steps }) => steps.at(-1)?.text.includes("[[END]]") ?? false;
      export const ask = (prompt: string, tools: any) => generateText({ model: "m", tools, prompt, stopWhen: [finished, stepCountIs(15)] });
    `;
    expect(found(run, options)).toHaveLength(1);
  });
  it.each([
    [
      "the results of tools",
      "const finished = ({ steps }) => steps.some((step) => step.toolResults.some((one) => one.output.missing === 0));",
    ],
    [
      "words in what a tool gave back",
      'const finished = ({ steps }) => steps.some((step) => step.toolResults.some((one) => one.output.text.includes("0 failed")));',
    ],
    [
      "which tool was called",
      'const finished = ({ steps }) => steps.at(-1).toolCalls.some((call) => call.toolName === "submit");',
    ],
    ["how the step ended", 'const finished = ({ steps }) => steps.at(-1).finishReason === "stop";'],
    ["how long the text is", "const finished = ({ steps }) => steps.at(-1).text.length > 0;"],
    ["a form that was parsed", 'const finished = ({ steps }) => JSON.parse(steps.at(-1).text).status === "done";'],
    [
      "words that keep it going",
      'const finished = ({ steps }) => { if (steps.at(-1).text.includes("MORE")) return false; return steps.length > 9; };',
    ],
    [
      "a build as well",
      'const finished = async ({ steps }) => steps.at(-1).text.includes("END") && (await build()).ok;',
    ],
  ])("is silent about one that looks at %s", (_, condition) => {
    checkSilent(agent(condition), options);
  });
});

describe("no-model-text-stop and a router of a network that is run elsewhere", () => {
  const options = { rule: "no-model-text-stop", preset: "recommended" } as const;
  const network = (router: string): string => `
    import { createAgent, createNetwork } from "@inngest/agent-kit";
    import { model, tools } from "./setup.js";
    const coder = createAgent({ name: "coder", system: "x", model, tools });
    const lastOf = (result) => result?.output.at(-1);
    export const coding = createNetwork({ name: "coding", agents: [coder], maxIter: 15, router: ${router} });
  `;
  it.each([
    ["a choice", '({ lastResult }) => (lastResult?.output.at(-1).content.includes("<summary>") ? undefined : coder)'],
    [
      "a text that is taken out on a condition",
      '({ lastResult }) => { const last = lastResult?.output.at(-1); const text = last?.type === "text" ? String(last.content) : ""; return text.includes("<summary>") ? undefined : coder; }',
    ],
    [
      "a statement",
      "(ctx) => { const last = ctx.network.state.results.at(-1); if (/all done/i.test(last.output[0].content)) return; return coder; }",
    ],
  ])("reports %s", (_, router) => {
    expect(found(network(router), options)).toHaveLength(1);
  });
  it.each([
    ["the state that tools have set", "({ network }) => (network.state.data.report?.failed === 0 ? undefined : coder)"],
    [
      "the kind of the last message",
      '({ lastResult }) => (lastResult?.output.at(-1).type === "text" ? undefined : coder)',
    ],
    ["how many calls there were", "({ callCount }) => (callCount > 3 ? undefined : coder)"],
    [
      "words that choose who goes on",
      '({ lastResult }) => (lastResult?.output.at(-1).content.includes("<plan>") ? coder : coder)',
    ],
  ])("is silent about %s", (_, router) => {
    checkSilent(network(router), options);
  });
});

describe("no-model-text-stop and texts that say how, not what", () => {
  const patch = (asked: string): string => `
    import { ask } from "./t.js";
    export async function patch(file: string) {
      let diff = (await ask(file)).text;
      for (let attempt = 0; attempt < 4; attempt++) {
        ${asked}
        diff = (await ask(diff)).text;
      }
      throw new Error("no clean diff");
    }
  `;
  const settings = { modelCalls: ["ask"] };

  it("how many blocks a diff has is its form", () => {
    checkSilent(
      patch("if ((diff.match(/<<< SEARCH/g) || []).length === (diff.match(/>>> REPLACE/g) ?? []).length) return diff;"),
      { rule, settings },
    );
  });

  it("whether the words are in it is a question", () => {
    expect(found(patch("if (diff.match(/ALL DONE/)) return diff;"), { rule, settings })).toHaveLength(1);
  });

  it("words of an error are the code's own", () => {
    checkSilent(
      `
      import { drain, retryable } from "./t.js";
      export async function turn(messages: unknown[]) {
        for (let attempt = 0; attempt < 4; attempt++) {
          const result = await drain(messages);
          const detail = result.fallbackError ?? result.errorInfo?.detail ?? "";
          if (!detail.includes("empty response")) return result;
          messages.push({ role: "system", content: detail });
        }
        throw new Error("limit");
      }
      `,
      { rule, settings: { modelCalls: ["drain"] } },
    );
  });
});

describe("no-model-text-stop through a class of the file", () => {
  const parser = (field: string): string => `
    import { ask, tools } from "./t.js";
    class Parsed {
      readonly kind: "answer" | "query";
      readonly size: number;
      constructor(raw: string) {
        this.kind = /^answer:/i.test(raw) ? "answer" : "query";
        this.size = raw.length;
      }
    }
    export async function analyst(messages: unknown[]) {
      for (let n = 0; n < 5; n++) {
        const reply = await ask(messages);
        const parsed = new Parsed(reply.text);
        if (${field}) return reply;
        messages.push(await tools.query(reply.text));
      }
      throw new Error("no answer");
    }
  `;
  const settings = { modelCalls: ["ask"] };

  it("reports the field in which the constructor keeps what the words say", () => {
    expect(found(parser('parsed.kind === "answer"'), { rule, settings })).toHaveLength(1);
  });

  it("is silent about another field", () => {
    checkSilent(parser("parsed.size > 400"), { rule, settings });
  });
});

describe("no-model-text-stop and a part of an answer", () => {
  const judged = (asked: string): string => `
    import { run } from "./t.js";
    export async function outline(conversation: unknown[]) {
      for (let i = 0; i < 5; i++) {
        const result = await run(conversation);
        if (${asked}) return result;
        conversation.push(result.finalOutput);
      }
      throw new Error("limit");
    }
  `;
  const settings = { modelCalls: ["run"] };

  it("a field of it was checked against a schema", () => {
    checkSilent(judged('result.finalOutput?.score === "pass"'), { rule, settings });
  });

  it("the answer itself is a text", () => {
    expect(found(judged('result.finalOutput.toLowerCase() === "pass"'), { rule, settings })).toHaveLength(1);
  });
});

describe("no-model-text-stop through what callbacks share", () => {
  const network = (set: string, asked = 'network?.state.kv.has("summary")'): string => `
    import { createAgent, createNetwork } from "@inngest/agent-kit";
    import { lastText, tests } from "./t.js";
    const agent = createAgent({
      name: "coder",
      system: "s",
      lifecycle: {
        onResponse: async ({ result, network }) => {
          const text = lastText(result);
          ${set}
          return result;
        },
      },
    });
    export const network = createNetwork({
      name: "n",
      agents: [agent],
      maxIter: 15,
      defaultRouter: ({ network }) => {
        if (${asked}) return;
        return agent;
      },
    });
  `;

  it("a hook stores the reply that holds a word, and the router asks for it", () => {
    check(
      network('if (text.includes("TASK_DONE")) network?.state.kv.set("summary", text);').replace(
        /( *)(if \(network.*)/,
        "$1$2\n$1//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-model-text-stop",
      ),
      { rule },
    );
  });

  it.each([
    [
      "that a check outside has let through",
      'if (await tests.pass(text)) network?.state.kv.set("summary", text);',
      undefined,
    ],
    ["of every reply", 'network?.state.kv.set("summary", text);', undefined],
    ["under another name", 'if (text.includes("TASK_DONE")) network?.state.kv.set("draft", text);', undefined],
  ])("is silent about a store %s", (_what, set, asked) => {
    checkSilent(network(set, asked), { rule });
  });

  const loop = (kept: string): string => `
    import { ask } from "./t.js";
    export async function agent(messages: unknown[]) {
      let answer = "";
      for (let i = 0; i < 9; i++) {
        const reply = await ask(messages);
        messages.push(reply);
        ${kept}
        if (answer) return answer;
      }
      throw new Error("limit");
    }
  `;
  const settings = { modelCalls: ["ask"] };

  it("a variable that only words fill is asked", () => {
    expect(found(loop('if (reply.text.includes("FINAL")) answer = reply.text;'), { rule, settings })).toHaveLength(1);
  });

  it("a variable that the end of the tool calls fills, too, is not", () => {
    checkSilent(
      loop(
        'if (reply.text.includes("FINAL")) answer = reply.text; if (reply.toolCalls.length === 0) answer = reply.text;',
      ),
      { rule, settings },
    );
  });
});

describe("no-model-text-stop and words that only propose the end", () => {
  const loop = (test: string): string => `
    import OpenAI from "openai";
    import { hasToolCalls } from "./calls.js";
    import { shortestPath } from "./paths.js";
    const client = new OpenAI();
    const say = async (content: string) =>
      (await client.chat.completions.create({ model: "m", messages: [{ role: "user", content }] })).choices[0].message.content ?? "";
    export async function draw(brief: string) {
      let level = await say(brief);
      for (let i = 0; i < 4; i++) {
        const opinion = await say(level);
        if (${test}) return level;
        level = await say(level + opinion);
      }
      throw new Error("x");
    }
  `;
  it("is silent where somebody else's function looks at the work", () => {
    checkSilent(loop('opinion.trim() === "APPROVED" && shortestPath(level, "S", "E") !== null'), { rule, preset });
  });
  it.each(['opinion.trim() === "APPROVED"', 'opinion.includes("APPROVED") && !hasToolCalls(opinion)'])(
    "reports %s",
    (test) => {
      expect(found(loop(test), { rule, preset })).toHaveLength(1);
    },
  );
});

describe("no-model-text-stop and the messages that a graph was given", () => {
  const routed = (message: string): string => `
    import { ChatOpenAI } from "@langchain/openai";
    import { StateGraph, MessagesAnnotation, END } from "@langchain/langgraph";
    const model = new ChatOpenAI({ model: "m" });
    const call = async (state) => ({ messages: [await model.invoke(state.messages)] });
    const tool = async () => ({ messages: [{ role: "tool", content: "x" }] });
    const route = (state) => (${message} === "should_end" ? END : "tool");
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode("call", call).addNode("tool", tool)
      .addEdge("__start__", "call").addConditionalEdges("call", route).addEdge("tool", "call")
      .compile();
  `;

  it("reports words in the last message", () => {
    expect(found(routed("state.messages.at(-1).content"), { rule: "no-model-text-stop" })).toHaveLength(1);
    expect(found(routed("state.messages.at(-1).content[0].text"), { rule: "no-model-text-stop" })).toHaveLength(1);
  });

  it("is silent about words in the first one", () => {
    checkSilent(routed("state.messages[0].content"), { rule: "no-model-text-stop" });
  });
});
