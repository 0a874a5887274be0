import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { afterAll, describe, expect, it } from "vitest";
import plugin from "../src/index.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-loop-types-")));

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function addPackage(name: string, version: string, types: string): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version, types: "index.d.ts" }));
  write(`node_modules/${name}/index.d.ts`, types);
}

write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, module: "esnext", moduleResolution: "bundler", target: "es2022", types: [] }, include: ["*.ts"] }));
addPackage(
  "openai",
  "6.30.1",
  `export interface Reply { output_text: string }
   declare class OpenAI { responses: { create(body: object): Promise<Reply> } }
   export default OpenAI; export { OpenAI }; export declare class AzureOpenAI extends OpenAI {}`,
);
addPackage("ai", "6.0.325", `export declare function generateText(options: object): Promise<{ text: string }>;`);
addPackage(
  "acme-kit",
  "1.0.0",
  `import { OpenAI, Reply } from "openai"; import { generateText } from "ai";
   export declare function connect(): OpenAI;
   export declare class Gateway extends OpenAI {}
   export declare const gateway: Gateway;
   export interface Services { llm?: OpenAI; write: typeof generateText; cache: Cache; either: OpenAI | Cache }
   export declare class Cache { responses: { create(body: object): Promise<Reply> } }
   export declare function withServices(run: (services: Services) => Promise<unknown>): void;`,
);

/** The rules that report on a program, with the types of a program and without. */
function lint(name: string, text: string): { readonly typed: readonly string[]; readonly untyped: readonly string[] } {
  const file = write(`${name}.ts`, text);
  const run = (parserOptions: object): string[] =>
    new Linter({ cwd: folder })
      .verify(text, [{ ...plugin.configs.recommended, files: ["**/*.ts"], languageOptions: { parser, parserOptions } }], { filename: file })
      .map(({ ruleId, message }) => ruleId ?? message);
  return { typed: run({ projectService: true, tsconfigRootDir: folder }), untyped: run({}) };
}

const LOOP = (call: string): string => `for (;;) { const reply = await ${call}({ model: "m", input: messages }); messages.push(reply.output_text); if (!reply.output_text) break; }`;
const UNBOUNDED = "agent-loop/no-unbounded-loop";

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("the types of a lint run settle what the text leaves unknown", () => {
  it.each<[string, string]>([
    ["what a package that nobody knows gives", `import { connect } from "acme-kit"; const client = connect(); export async function run(messages: unknown[]) { ${LOOP("client.responses.create")} }`],
    ["a constant that extends a class of an SDK", `import { gateway } from "acme-kit"; export async function run(messages: unknown[]) { ${LOOP("gateway.responses.create")} }`],
    ["what a callback is given", `import { withServices } from "acme-kit"; withServices(async ({ llm }) => { const messages: unknown[] = []; ${LOOP("llm!.responses.create")} });`],
    ["a member of what a callback is given", `import { withServices } from "acme-kit"; withServices(async (services) => { const messages: unknown[] = []; ${LOOP("services.llm!.responses.create")} });`],
    ["a function of an SDK", `import { withServices } from "acme-kit"; withServices(async ({ write }) => { const messages: unknown[] = []; for (;;) { const { text } = await write({ messages }); messages.push(text); if (!text) break; } });`],
  ])("%s", (name, text) => {
    const { typed, untyped } = lint(name.replaceAll(" ", "-"), text);
    expect(typed).toContain(UNBOUNDED);
    expect(untyped).toEqual([]);
  });
});

describe("a type is no model call", () => {
  it.each<[string, string]>([
    ["of another class of the same shape", `import { withServices } from "acme-kit"; withServices(async ({ cache }) => { const messages: unknown[] = []; ${LOOP("cache.responses.create")} });`],
    ["of one of two things", `import { withServices } from "acme-kit"; withServices(async ({ either }) => { const messages: unknown[] = []; ${LOOP("either.responses.create")} });`],
    ["of the project itself", `import { withServices } from "acme-kit"; class OpenAI { responses = { create: async (body: object) => ({ output_text: "" }) }; } withServices(async () => { const client = new OpenAI(); const messages: unknown[] = []; ${LOOP("client.responses.create")} });`],
    ["that is any", `import { connect } from "acme-kit"; const client: any = connect(); export async function run(messages: unknown[], { ask }: { ask: any }) { ${LOOP("ask.responses.create")} return client; }`],
    ["of a member that no row speaks of", `import { gateway } from "acme-kit"; export async function run(messages: unknown[]) { for (;;) { const reply = await (gateway as any).models.list(); messages.push(reply); if (!reply) break; } }`],
  ])("%s", (name, text) => {
    expect(lint(`not-${name.replaceAll(" ", "-")}`, text).typed).toEqual([]);
  });
});

describe("what the text tells stays as it is", () => {
  it("a method that a subclass of the project overrides asks nobody, whatever the class extends", () => {
    const program = (own: string): string =>
      `import { OpenAI } from "openai"; class Stub extends OpenAI { ${own} async ask(body: object) { return { output_text: "" }; } }
       export async function run(messages: unknown[]) { const stub = new Stub(); ${LOOP("stub.ask")} }`;
    const { typed, untyped } = lint("stub", program(""));
    expect(typed).toEqual([]);
    expect(untyped).toEqual([]);
  });

  it("a fixed member of the project counts and not the type that it is declared with", () => {
    const text = `import { OpenAI } from "openai"; class Stub extends OpenAI { override responses = { create: async (body: object) => ({ output_text: "" }) }; }
      export async function run(messages: unknown[]) { const stub = new Stub(); ${LOOP("stub.responses.create")} }`;
    const { typed, untyped } = lint("override", text);
    expect(typed).toEqual(untyped);
    expect(typed).toEqual([]);
  });

  it("a model call by the text is one, whatever the type says", () => {
    const text = `import { OpenAI } from "openai"; import type { Cache } from "acme-kit"; const client = new OpenAI() as unknown as Cache; export async function run(messages: unknown[]) { ${LOOP("client.responses.create")} }`;
    const { typed, untyped } = lint("cast", text);
    expect(typed).toEqual(untyped);
    expect(typed).toContain(UNBOUNDED);
  });
});
