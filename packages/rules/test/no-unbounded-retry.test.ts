import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const LIMITS = new Set(["no-ineffective-limit", "no-unbounded-loop", "no-unbounded-run", "no-unbounded-retry"]);

function limitsOf(code: string): string[] {
  const text = `import OpenAI from "openai";\nimport { log, pause } from "./setup.js";\nconst client = new OpenAI({ maxRetries: 0 });\nconst create = (body: any) => client.chat.completions.create(body);\n${code}\n`;
  return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => LIMITS.has(rule)).map(({ rule }) => rule);
}

describe("a recursion from the handler of a rejection", () => {
  it.each([
    ["a block", "export const ask = (body: any): Promise<any> => create(body).catch(async (error) => { log(error); await pause(1_000); return ask(body); });"],
    ["an expression", "export const ask = (body: any): Promise<any> => create(body).catch(() => ask(body));"],
    ["the second function of `then`", "export function ask(body: any): Promise<any> { return create(body).then((reply) => reply.choices[0], () => ask(body)); }"],
    ["awaited", "export async function ask(body: any): Promise<any> { return await create(body).catch(async () => { await pause(9); return await ask(body); }); }"],
    ["behind what reads the reply", "export const ask = (body: any): Promise<any> => create(body).then((reply) => reply.choices[0].message).catch(() => pause(9).then(() => ask(body)));"],
    ["a method", "export class A { ask(body: any): Promise<any> { return create(body).catch(() => this.ask(body)); } }"],
  ])("is a retry without a cap: %s", (_, code) => {
    expect(limitsOf(code)).toEqual(["no-unbounded-retry"]);
  });

  it.each([
    ["the tries that are left", "export const ask = (body: any, tries = 4): Promise<any> => create(body).catch(async (error) => { if (tries <= 1) throw error; await pause(1_000); return ask(body, tries - 1); });"],
    ["a choice", "export const ask = (body: any, tries = 4): Promise<any> => create(body).catch((error) => (tries > 0 ? ask(body, tries - 1) : Promise.reject(error)));"],
    ["another model", "const other = (body: any) => create({ ...body, model: 'b' });\nexport const ask = (body: any): Promise<any> => create(body).catch(() => other(body));"],
    ["nothing but a note", "export const ask = (body: any): Promise<any> => create(body).catch((error) => { log(error); return undefined; });"],
  ])("is capped or none by %s", (_, code) => {
    expect(limitsOf(code)).toEqual([]);
  });
});

describe("a helper that repeats what it is given", () => {
  const endless = "let wait = 250; while (true) { try { return await work(); } catch { await pause(wait); wait = Math.min(wait * 2, 60_000); } }";
  const capped = "let last: unknown; for (const wait of [250, 500, 1_000, 4_000]) { try { return await work(); } catch (error) { last = error; await pause(wait); } } throw last;";
  const ways: [string, (body: string) => string][] = [
    ["a function", (body) => `async function persist<T>(work: () => Promise<T>): Promise<T> { ${body} }\nexport const ask = (b: any) => persist(() => create(b));`],
    ["a private method", (body) => `export class A { private async persist<T>(work: () => Promise<T>): Promise<T> { ${body} } ask(b: any) { return this.persist(() => create(b)); } }`],
    ["a public method", (body) => `export class A { async persist<T>(work: () => Promise<T>): Promise<T> { ${body} } ask(b: any) { return this.persist(async () => { const reply = await create(b); return reply.choices[0]; }); } }`],
    ["a method with a hash", (body) => `export class A { async #persist(work: any): Promise<any> { ${body} } async ask(b: any) { return await this.#persist(() => create(b)); } }`],
    ["a field", (body) => `export class A { private persist = async (work: any): Promise<any> => { ${body} }; ask(b: any) { return this.persist(() => create(b)); } }`],
    ["a static method", (body) => `class Retry { static async persist(work: any): Promise<any> { ${body} } }\nexport const ask = (b: any) => Retry.persist(() => create(b));`],
    ["a method of an object", (body) => `const retry = { async persist(work: any): Promise<any> { ${body} } };\nexport const ask = (b: any) => retry.persist(() => create(b));`],
    ["a function by name", (body) => `async function persist(work: any): Promise<any> { ${body} }\nexport async function ask(b: any) { const once = () => create(b); return persist(once); }`],
  ];
  it.each(ways)("for ever: %s", (_, code) => {
    expect(limitsOf(code(endless))).toEqual(["no-unbounded-retry"]);
  });
  it.each(ways)("a few times: %s", (_, code) => {
    expect(limitsOf(code(capped))).toEqual([]);
  });
  it.each(ways)("something that asks no model: %s", (_, code) => {
    expect(limitsOf(code(endless).replaceAll("create(b)", "fetch(b)"))).toEqual([]);
  });
});

describe("a helper with several callers", () => {
  const code = (body: string): string => `
    export class A {
      private async persist(work: any): Promise<any> { ${body} }
      save(row: any) { return this.persist(() => fetch("/rows", { method: "PUT", body: row })); }
      ask(b: any) { return this.persist(() => create(b)); }
      async both(rows: any[]) { while (rows.length) await this.save(rows.pop()); }
    }
  `;
  it("repeats the model call of one of them, and no other becomes one", () => {
    expect(limitsOf(code("while (true) { try { return await work(); } catch { await pause(9); } }"))).toEqual(["no-unbounded-retry"]);
    expect(limitsOf(code("return await work();"))).toEqual([]);
  });
});

describe("which error it was", () => {
  const loop = (handler: string): string => `export async function ask(body: any) { for (let attempt = 1; ; attempt++) { try { return await create(body); } catch (error: any) { ${handler} await pause(attempt * 100); } } }`;
  const before = "import { isRateLimited, LimitError, policy, shouldRetry } from './setup.js';\n";

  it.each([
    ["its class", "if (!(error instanceof LimitError)) throw error;"],
    ["a path of its own for the class", "if (error instanceof LimitError) { await pause(9); continue; } throw error;"],
    ["its status", "if (error.status !== 429) throw error;"],
    ["its code", "if (error.code !== 'rate_limit_exceeded' && error.code !== 'quota') throw error;"],
    ["a function", "if (!isRateLimited(error)) throw error;"],
    ["its message", "if (!error.message.includes('limit')) throw error;"],
    ["its message as text", "if (!/limit/.test(String(error))) throw error;"],
    ["kept first", "const status = (error as { status?: number }).status; if (status !== 429) throw error;"],
  ])("caps nothing: %s", (_, handler) => {
    expect(limitsOf(before + loop(handler))).toEqual(["no-unbounded-retry"]);
  });

  it.each([
    ["the attempt beside it", "if (!(error instanceof LimitError) || attempt >= 5) throw error;"],
    ["an error that says the budget is spent", "if (error instanceof LimitError) throw error;"],
    ["a policy that is told the attempt", "if (!shouldRetry(error, attempt)) throw error;"],
  ])("may cap: %s", (_, handler) => {
    expect(limitsOf(before + loop(handler))).toEqual([]);
  });

  it("asks for no budget when the attempts are capped", () => {
    const text = `import OpenAI from "openai";\nimport { pause } from "./setup.js";\nconst client = new OpenAI();\nconst create = (body: any) => client.chat.completions.create(body);\n${loop("if (attempt >= 8) throw error;")}`;
    expect(throughEngine({ path: "snippet.ts", text, preset: "strict" }).map(({ rule }) => rule)).not.toContain("require-budget");
  });
});

describe("`withRetry` of a runnable", () => {
  const library = (code: string): string[] =>
    throughEngine({ path: "snippet.ts", text: `import { ChatOpenAI } from "@langchain/openai";\nimport { RunnableSequence } from "@langchain/core/runnables";\nimport { tool } from "@langchain/core/tools";\nimport { prompt, schema, work } from "./setup.js";\nconst llm = new ChatOpenAI({ model: "m" });\n${code}\n` })
      .filter(({ rule }) => LIMITS.has(rule))
      .map(({ rule }) => rule);

  it.each([
    ["a model", "export const safe = llm.withRetry({ stopAfterAttempt: Infinity });"],
    ["a model that is held to a schema", "export class A { llm = llm.withStructuredOutput(schema).withRetry({ stopAfterAttempt: 1e9 }); }"],
    ["a chain", "export const safe = RunnableSequence.from([prompt, llm]).withRetry({ stopAfterAttempt: Number.POSITIVE_INFINITY });"],
    ["a tool", "const book = tool(async ({ id }) => work(id), { name: 'book', schema });\nexport const safe = book.withRetry({ stopAfterAttempt: Infinity });"],
    ["a model that is handed in", "export const persist = (model: ChatOpenAI) => model.withRetry({ stopAfterAttempt: Infinity });"],
  ])("for ever: %s", (_, code) => {
    expect(library(code)).toEqual(["no-unbounded-retry"]);
  });

  it.each([
    ["a number", "export const safe = llm.withRetry({ stopAfterAttempt: 4 });"],
    ["the default", "export const safe = llm.withRetry();"],
    ["something else", "export const safe = prompt.withRetry({ stopAfterAttempt: Infinity });"],
  ])("a few times, or nothing we know: %s", (_, code) => {
    expect(library(code)).toEqual([]);
  });
});

describe("a retry that works off its pauses", () => {
  const reader = (head: string, tail: string): string => `
    import OpenAI from "openai";
    import { setTimeout as pause } from "node:timers/promises";
    const openai = new OpenAI();
    export async function read(page: string, ${head}): Promise<string> {
      try {
        return (await openai.responses.create({ model: "m", input: page })).output_text;
      } catch (error) {
        ${tail}
      }
    }
  `;
  const retries = (text: string): number => throughEngine({ path: "fixture.ts", text }).filter((finding) => finding.rule === "no-unbounded-retry").length;
  it.each([
    ["the first one is taken out", "const [next, ...rest] = pauses;\nif (next === undefined) throw error;\nawait pause(next);\nreturn read(page, rest);"],
    ["it is asked for its truth", "const [next, ...rest] = pauses;\nif (!next) throw error;\nawait pause(next);\nreturn read(page, rest);"],
    ["the first one is looked at", "if (pauses[0] === undefined) throw error;\nawait pause(pauses[0]);\nreturn read(page, pauses.slice(1));"],
    ["their number is asked", "if (pauses.length === 0) throw error;\nawait pause(pauses[0]);\nreturn read(page, pauses.slice(1));"],
  ])("is silent when %s", (_, tail) => {
    expect(retries(reader("pauses = [500, 2_000, 8_000]", tail))).toBe(0);
  });
  it.each([
    ["hands all of them on", "const [next, ...rest] = pauses;\nif (next === undefined) throw error;\nawait pause(next);\nreturn read(page, pauses);"],
    ["never asks whether there is one", "const [next, ...rest] = pauses;\nawait pause(next ?? 8_000);\nreturn read(page, rest);"],
  ])("is reported when it %s", (_, tail) => {
    expect(retries(reader("pauses = [500, 2_000, 8_000]", tail))).toBe(1);
  });
});
