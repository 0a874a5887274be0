import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const missed = (body: string): number => {
  const text = `
    import OpenAI from "openai";
    import { other } from "./setup.js";
    export class Desk {
      private readonly controller = new AbortController();
      private readonly client = new OpenAI();
      cancel() { this.controller.abort(); }
      async write(messages: any[]) {
        ${body}
      }
    }
  `;
  return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "require-abort-signal").length;
};
const request = (options: string): string => `return this.client.chat.completions.create({ model: "m", messages }${options});`;

describe("the signal of a controller", () => {
  it.each([
    ["written out", request(", { signal: this.controller.signal }")],
    ["taken out of it", `const { signal } = this.controller; ${request(", { signal }")}`],
    ["taken out under another name", `const { signal: stop } = this.controller; ${request(", { signal: stop }")}`],
    ["of a constant", `const controller = this.controller; ${request(", { signal: controller.signal }")}`],
    ["perhaps in one that some call has made", `const runSignal = this.compose(messages); ${request(", { signal: runSignal }")}`],
    ["perhaps in one among options that are kept", `const runSignal = this.compose(messages); const options = { maxRetries: 1, signal: runSignal }; ${request(", options")}`],
    ["declined in so many words", request(", { signal: undefined }")],
    ["with a timeout beside it", `const { signal } = this.controller; const either = AbortSignal.any([signal, AbortSignal.timeout(9_000)]); ${request(", { signal: either }")}`],
  ])("is handed on when it is %s", (_, body) => {
    expect(missed(body)).toBe(0);
  });

  it.each([
    ["left alone", request("")],
    ["taken out and left alone", `const { signal } = this.controller; ${request("")}`],
    ["beside another one that was made here", `const mine = new AbortController(); const mySignal = mine.signal; ${request(", { signal: mySignal }")}`],
    ["beside one that only a clock raises", `const clockSignal = AbortSignal.timeout(9_000); ${request(", { signal: clockSignal }")}`],
    ["given to something else only", `const { signal } = other; ${request(", { signal }")}`],
  ])("is missed when it is %s", (_, body) => {
    expect(missed(body)).toBe(1);
  });
});

describe("a signal that went into another request", () => {
  const lines = (code: string): number =>
    throughEngine({ path: "snippet.ts", text: `import { generateObject, generateText } from "ai";\nimport OpenAI from "openai";\nimport { connect, model, schema } from "./setup.js";\nconst client = new OpenAI();\n${code}\n` }).filter(({ rule }) => rule === "require-abort-signal").length;

  it.each([
    ["what a page says is data", "export async function f(url: string, signal: AbortSignal) { const page = await fetch(url, { signal }); const text = await page.text(); return client.responses.create({ model: 'm', input: text }); }"],
    ["among options that are taken apart", "interface Options { language: string; signal: AbortSignal }\nexport async function f(url: string, { language, signal }: Options) { const text = await fetch(url, { signal }).then((page) => page.text()); return client.responses.create({ model: 'm', instructions: language, input: text }); }"],
    ["what a model has answered is data", "export async function f(prompt: string, abortSignal: AbortSignal) { const { object } = await generateObject({ model, schema, prompt, abortSignal }); return Promise.all(object.parts.map((part: string) => generateText({ model, prompt: part }))); }"],
    ["somebody going away ends all of it", "export async function f(req: any, res: any) { const gone = new AbortController(); res.on('close', () => gone.abort()); const plan = await generateText({ model, prompt: req.body.q, abortSignal: gone.signal }); const { text } = await generateText({ model, prompt: plan.text }); res.json(text); }"],
    ["the object as a whole is stopped", "export class Desk { readonly stopper = new AbortController(); stop() { this.stopper.abort(); } async go(url: string) { const page = await fetch(url, { signal: this.stopper.signal }); return client.responses.create({ model: 'm', input: await page.text() }); } }"],
    ["a function of this file takes it", "const ask = (prompt: string, abortSignal?: AbortSignal) => generateText({ model, prompt, abortSignal });\nexport async function f(prompt: string, signal: AbortSignal) { const first = await ask(prompt, signal); return ask(first.text); }"],
  ])("is missed in the next one: %s", (_, code) => {
    expect(lines(code)).toBe(1);
  });

  it.each([
    ["a clock ends one of them", "export async function f(prompt: string) { const late = new AbortController(); const timer = setTimeout(() => late.abort(), 9_000); const plan = await generateText({ model, prompt, abortSignal: late.signal }); clearTimeout(timer); return generateText({ model, prompt: plan.text }); }"],
    ["a client is made with it", "export async function f(signal: AbortSignal) { const other: OpenAI = await connect({ signal }); return other.responses.create({ model: 'm', input: 'x' }); }"],
    ["the options are handed on whole", "export async function f(url: string, options: { signal?: AbortSignal }) { const page = await fetch(url, options); return client.responses.create({ model: 'm', input: await page.text() }, options); }"],
    ["both spread what holds it", "export async function f(prompt: string, abortSignal: AbortSignal) { const base = { model, abortSignal }; const plan = await generateText({ ...base, prompt }); return generateText({ ...base, prompt: plan.text }); }"],
    ["a function of this file is given it twice", "const ask = (prompt: string, abortSignal?: AbortSignal) => generateText({ model, prompt, abortSignal });\nexport async function f(prompt: string, signal: AbortSignal) { const first = await ask(prompt, signal); return ask(first.text, signal); }"],
  ])("is not missed when %s", (_, code) => {
    expect(lines(code)).toBe(0);
  });
});

describe("what is no request of its own", () => {
  const signals = (body: string): number => {
    const text = `
      import OpenAI from "openai";
      import { readEvents } from "./events.js";
      const client = new OpenAI();
      export async function* stream(messages: any[], signal: AbortSignal, combinedSignal: AbortSignal) {
        ${body}
      }
    `;
    return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "require-abort-signal").length;
  };

  it("reads the answer of one that was given the signal", () => {
    expect(
      signals(`const response = await fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: JSON.stringify({ model: "m", messages, stream: true }), signal });
        for await (const chunk of readEvents(response)) yield chunk.choices[0].delta.content;`),
    ).toBe(0);
  });

  it("has a signal, though of another name", () => {
    expect(signals(`yield await client.chat.completions.create({ model: "m", messages }, { signal: combinedSignal });`)).toBe(0);
  });

  it("is reported when it has none", () => {
    expect(signals(`yield await client.chat.completions.create({ model: "m", messages });`)).toBe(1);
  });
});

describe("a method of the same object", () => {
  const ask = (options: string, call: string): string => `
    import OpenAI from "openai";
    export class Desk {
      private readonly controller = new AbortController();
      private readonly client = new OpenAI();
      cancel() { this.controller.abort(); }
      private ask(messages: any[], signal?: AbortSignal) { return this.client.chat.completions.create({ model: "m", messages }${options}); }
      write(messages: any[]) { return ${call}; }
    }`;
  const rules = (text: string): number => throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === "require-abort-signal").length;

  it("has the field at hand, and need not be told", () => {
    expect(rules(ask(", { signal: signal ?? this.controller.signal }", "this.ask(messages)"))).toBe(0);
  });

  it("is reported where it does not use it", () => {
    expect(rules(ask("", "this.ask(messages)"))).toBe(1);
  });
});
