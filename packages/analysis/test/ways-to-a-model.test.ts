import { DEFAULT_SETTINGS } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";
import { describe, expect, it } from "vitest";
import { linkedReferences } from "../src/bind/open-references.js";
import { readModelCalls } from "../src/replies/model-calls.js";
import { openFile } from "../src/file/open-file.js";
import { projectOf } from "../src/project/project-of-port.js";
import { MemorySources } from "./memory-sources.js";

/** Whether the call after the mark `/*?*\/` in `main.ts` asks a model. */
function isModelCall(files: Readonly<Record<string, string>>, main = "main.ts"): boolean {
  const sources = new MemorySources(files);
  const path = `/${main}`;
  const text = files[main] ?? "";
  const parsed = parseText(path, text);
  if (!parsed.ok) throw new Error(`${main} does not parse`);
  const project = projectOf(sources, DEFAULT_SETTINGS);
  const context = openFile({
    file: { path, text, program: parsed.program },
    settings: DEFAULT_SETTINGS,
    versions: project,
    project,
    references: linkedReferences(path, project),
  });
  const mark = text.indexOf("/*?*/") + "/*?*/".length;
  const marked = context.tree.calls.filter((call) => call.range[0] === mark);
  // `a.b().c()` begins where `a.b()` begins: the outermost call is meant.
  const [call] = marked.sort((a, b) => b.range[1] - a.range[1]);
  if (call === undefined) throw new Error("no call stands behind the mark");
  return readModelCalls(context).at(call) !== undefined;
}

type Way = readonly [name: string, files: string | Readonly<Record<string, string>>, main?: string];

const openai = `import OpenAI from "openai";\n`;
const ask = `.chat.completions.create({ model, messages });`;

/** Nine files, each with a function that calls that of the next one. */
function chain(step: string, last: string): Record<string, string> {
  const isGenerator = last.includes("yield");
  const fn = (i: number, body: string): string => `export async function${isGenerator ? "*" : ""} f${i}(q: string) { ${body} }`;
  const files = Array.from({ length: 8 }, (_, i) => [`f${i}.ts`, `import { f${i + 1} } from "./f${i + 1}.js"; ${fn(i, step.replace("NEXT", `f${i + 1}`))}`]);
  return { "main.ts": `import { f0 } from "./f0.js"; ${isGenerator ? "for await (const part of /*?*/f0(\"hi\")) log(part);" : "await /*?*/f0(\"hi\");"}`, ...Object.fromEntries(files), "f8.ts": `import { generateText, streamText } from "ai"; ${fn(8, last)}` };
}

const ways: Readonly<Record<string, readonly Way[]>> = {
  imports: [
    ["default import", `${openai}const c = new OpenAI(); /*?*/c${ask}`],
    ["named import", `import { OpenAI } from "openai"; const c = new OpenAI(); /*?*/c${ask}`],
    ["renamed import", `import { OpenAI as Client } from "openai"; const c = new Client(); /*?*/c${ask}`],
    ["another class of the same shape", `import { AzureOpenAI } from "openai"; const c = new AzureOpenAI({}); /*?*/c${ask}`],
    ["namespace import", `import * as sdk from "openai"; const c = new sdk.OpenAI(); /*?*/c${ask}`],
    ["namespace import of functions", `import * as ai from "ai"; /*?*/ai.generateText({ model, prompt });`],
    ["require", `const OpenAI = require("openai"); const c = new OpenAI(); /*?*/c${ask}`, "main.js"],
    ["require with destructuring", `const { generateText } = require("ai"); /*?*/generateText({ model, prompt });`, "main.js"],
    ["dynamic import", `const { generateText } = await import("ai"); /*?*/generateText({ model, prompt });`],
    ["dynamic import of a class", `const { default: OpenAI } = await import("openai"); const c = new OpenAI(); /*?*/c${ask}`],
    ["import type as annotation", `import type OpenAI from "openai"; export const f = (c: OpenAI) => /*?*/c${ask}`],
    ["subpath of a package", `import { BaseChatModel } from "@langchain/core/language_models/chat_models"; export const f = (m: BaseChatModel) => /*?*/m.invoke(messages);`],
    ["re-exported name", { "main.ts": `import { generateText } from "./sdk.js"; /*?*/generateText({ model, prompt });`, "sdk.ts": `export { generateText } from "ai";` }],
    ["re-exported under another name", { "main.ts": `import { write } from "./sdk.js"; /*?*/write({ model, prompt });`, "sdk.ts": `export { generateText as write } from "ai";` }],
    ["barrel file", { "main.ts": `import { ask } from "./index.js"; /*?*/ask("hi");`, "index.ts": `export * from "./llm.js";`, "llm.ts": `${openai}const c = new OpenAI(); export const ask = (q: string) => c${ask}` }],
    ["barrel of barrels", { "main.ts": `import { ask } from "./a.js"; /*?*/ask("hi");`, "a.ts": `export * from "./b.js";`, "b.ts": `export * from "./llm.js";`, "llm.ts": `import { generateText } from "ai"; export async function ask(prompt: string) { return generateText({ model, prompt }); }` }],
    ["namespace of a local file", { "main.ts": `import * as llm from "./llm.js"; /*?*/llm.ask("hi");`, "llm.ts": `import { generateText } from "ai"; export const ask = (prompt: string) => generateText({ model, prompt });` }],
    ["export * as", { "main.ts": `import { llm } from "./all.js"; /*?*/llm.ask("hi");`, "all.ts": `export * as llm from "./llm.js";`, "llm.ts": `import { generateText } from "ai"; export const ask = (prompt: string) => generateText({ model, prompt });` }],
    ["default export of a client", { "main.ts": `import client from "./client.js"; /*?*/client${ask}`, "client.ts": `${openai}export default new OpenAI();` }],
    ["module.exports of a class", { "main.js": `const Llm = require("./llm"); const llm = new Llm(); /*?*/llm.ask("hi");`, "llm.js": `const { OpenAI } = require("openai"); class Llm { constructor() { this.client = new OpenAI(); } ask(q) { return this.client${ask} } } module.exports = Llm;` }, "main.js"],
    ["exports.name", { "main.js": `const { ask } = require("./llm"); /*?*/ask("hi");`, "llm.js": `const { generateText } = require("ai"); exports.ask = (prompt) => generateText({ prompt });` }, "main.js"],
  ],
  variables: [
    ["alias of the client", `${openai}const c = new OpenAI(); const d = c; /*?*/d${ask}`],
    ["destructured member", `${openai}const { chat } = new OpenAI(); /*?*/chat.completions.create({ model, messages });`],
    ["member kept in a constant", `${openai}const completions = new OpenAI().chat.completions; /*?*/completions.create({ model, messages });`],
    ["bound method", `${openai}const c = new OpenAI(); const create = c.chat.completions.create.bind(c.chat.completions); /*?*/create({ model, messages });`],
    ["set later", `${openai}let c: OpenAI | undefined; c = new OpenAI(); /*?*/c${ask}`],
    ["set on first use", `${openai}let c; export const f = () => { c ??= new OpenAI(); return /*?*/c${ask} };`],
    ["given function or the SDK's", { "main.ts": `import { streamText } from "ai"; import type { Ask } from "./types.js"; export const f = (given?: Ask) => { const ask = given || streamText; return /*?*/ask({ model, prompt }); };`, "types.ts": `export type Ask = (options: unknown) => unknown;` }],
    ["one of two", `${openai}const c = azure ? new OpenAI({ baseURL }) : new OpenAI(); /*?*/c${ask}`],
    ["given or made", `${openai}export const f = (given?: OpenAI) => { const c = given ?? new OpenAI(); return /*?*/c${ask} };`],
    ["optional chain", `${openai}const c: OpenAI | undefined = make(); /*?*/c?.chat.completions.create({ model, messages });`],
    ["non-null", `${openai}const c: OpenAI | undefined = make(); /*?*/c!.chat.completions.create({ model, messages });`],
    ["cast", `${openai}const c = registry.get("llm") as OpenAI; /*?*/c${ask}`],
    ["bracket access", `${openai}const c = new OpenAI(); /*?*/c["chat"]["completions"]["create"]({ model, messages });`],
    ["in parentheses with await", `${openai}const c = new OpenAI(); const x = (await /*?*/c.chat.completions.create({ model, messages })).choices[0];`],
  ],
  classes: [
    ["field", `${openai}class A { client = new OpenAI(); f() { return /*?*/this.client${ask} } }`],
    ["private field", `${openai}class A { #client = new OpenAI(); f() { return /*?*/this.#client${ask} } }`],
    ["field with a function of a declared type", { "main.ts": `import { Core } from "./core.js"; const core = new Core(); /*?*/core.send("hi");`, "core.ts": `import type { Host } from "./host.js"; import { generateText } from "ai"; export class Core { send: Host["run"] = (prompt) => generateText({ model, prompt }); }`, "host.ts": `export interface Host { run(q: string): Promise<unknown> }` }],
    ["static field", `${openai}class A { static client = new OpenAI(); f() { return /*?*/A.client${ask} } }`],
    ["set in the constructor", `${openai}class A { private client; constructor() { this.client = new OpenAI(); } f() { return /*?*/this.client${ask} } }`],
    ["typed field", `${openai}class A { private client: OpenAI; constructor(c: unknown) { this.client = c as never; } f() { return /*?*/this.client${ask} } }`],
    ["parameter property", `${openai}class A { constructor(private readonly client: OpenAI) {} f() { return /*?*/this.client${ask} } }`],
    ["getter that remembers", `${openai}class A { private c?: OpenAI; get client() { this.c ??= new OpenAI(); return this.c; } f() { return /*?*/this.client${ask} } }`],
    ["inherited field", `${openai}class Base { client = new OpenAI(); } class A extends Base { f() { return /*?*/this.client${ask} } }`],
    ["inherited method of another file", { "main.ts": `import { Base } from "./base.js"; class A extends Base { run() { return /*?*/this.ask("hi"); } }`, "base.ts": `${openai}export class Base { client = new OpenAI(); ask(q: string) { return this.client${ask} } }` }],
    ["method of the same class", `${openai}class A { client = new OpenAI(); ask() { return this.client${ask} } run() { return /*?*/this.ask(); } }`],
    ["prototype", `${openai}class Base { client = new OpenAI(); ask() { return this.client${ask} } } class A { ask() { return /*?*/Base.prototype.ask.call(this); } }`],
    ["prototype of a class of another file", { "main.ts": `import { Base } from "./base.js"; class A { ask() { return /*?*/Base.prototype.ask.call(this, "hi"); } }`, "base.ts": `${openai}export class Base { client = new OpenAI(); ask(q: string) { return this.client${ask} } }` }],
    ["class that makes itself", { "main.ts": `import { Agent } from "./agent.js"; const agent = await Agent.create(); /*?*/agent.run("hi");`, "agent.ts": `import { generateText } from "ai"; export class Agent { static async create() { return new Agent(); } async run(prompt: string) { return generateText({ model, prompt }); } }` }],
    ["super", `${openai}class Base { client = new OpenAI(); ask() { return this.client${ask} } } class A extends Base { ask() { return /*?*/super.ask(); } }`],
    ["accessors", { "main.js": `import OpenAI from "openai"; class A { /** @type {object | null} */ _c = null; get client() { return this._c; } set client(value) { this._c = value; } f() { this.client = new OpenAI(); return /*?*/this.client${ask} } }` }, "main.js"],
    ["field of a wider type", `import { ChatOpenAI } from "@langchain/openai"; import type { Runnable } from "@langchain/core/runnables"; class A { private model: Runnable; constructor() { this.model = new ChatOpenAI(); } f() { return /*?*/this.model.invoke(messages); } }`],
    ["cast to a wider type", `import { ChatOpenAI } from "@langchain/openai"; import type { Runnable } from "@langchain/core/runnables"; const model = new ChatOpenAI() as Runnable; /*?*/model.invoke(messages);`],
    ["this in a nested arrow", `${openai}class A { client = new OpenAI(); f() { return retry(() => /*?*/this.client${ask.slice(0, -1)}); } }`],
    ["annotated this", `${openai}class A { client = new OpenAI(); f() { return (async function* (this: A) { yield /*?*/this.client${ask} }).call(this); } }`],
    ["subclass of an SDK class", `${openai}class Mine extends OpenAI {} class A { c = new Mine(); f() { return /*?*/this.c${ask} } }`],
  ],
  "the type a place asks for": [
    ["a function by its type", `${openai}type Handler = (client: OpenAI) => Promise<unknown>; const handler: Handler = (c) => /*?*/c.chat.completions.create({ model, messages });`],
    ["a member by the type of its object", `${openai}interface Tool { run(c: OpenAI, q: string): Promise<unknown> } const tool: Tool = { run: async (c) => /*?*/c.chat.completions.create({ model, messages }) };`],
    ["a property that holds a function", `${openai}type Tool = { run: (deps: { llm: OpenAI }) => Promise<unknown> }; const tool: Tool = { run: async ({ llm }) => /*?*/llm.chat.completions.create({ model, messages }) };`],
    ["satisfies", `${openai}interface Tool { run(c: OpenAI): Promise<unknown> } const tool = { run(c) { return /*?*/c.chat.completions.create({ model, messages }); } } satisfies Tool;`],
    ["in a list", `${openai}interface Tool { run(c: OpenAI): Promise<unknown> } const tools: Tool[] = [{ run: async (c) => /*?*/c.chat.completions.create({ model, messages }) }];`],
    ["in a record", `${openai}type Run = (c: OpenAI) => Promise<unknown>; const runs: Record<string, Run> = { ask: async (c) => /*?*/c.chat.completions.create({ model, messages }) };`],
    ["what a function hands back", `${openai}interface Tool { run(c: OpenAI): Promise<unknown> } function make(): Tool { return { run: (c) => /*?*/c.chat.completions.create({ model, messages }) }; }`],
    ["a field of a class", `${openai}class A { private readonly run: (c: OpenAI) => Promise<unknown> = (c) => /*?*/c.chat.completions.create({ model, messages }); }`],
    ["an interface of another file", { "main.ts": `import type { Tool } from "./tool.js"; export const tool: Tool = { run: async ({ llm }) => /*?*/llm.ask("hi") };`, "tool.ts": `import type { Llm } from "./llm.js"; export interface Input { llm: Llm } export interface Tool { run(input: Input): Promise<unknown> }`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a type of another file", { "main.ts": `import type { Tool } from "./tool.js"; export const tool: Tool = { run: async (input) => /*?*/input.llm.ask("hi") };`, "tool.ts": `import type { Llm } from "./llm.js"; export type Input = { llm: Llm }; export type Tool = { name: string; run: (input: Input) => Promise<unknown> };`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["an interface that extends another one", { "main.ts": `import type { Tool } from "./tool.js"; export const tool: Tool = { run: async (llm) => /*?*/llm.ask("hi") };`, "tool.ts": `import type { Llm } from "./llm.js"; interface Runs { run(llm: Llm): Promise<unknown> } export interface Tool extends Runs { name: string }`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a type of a function of another file", { "main.ts": `import type { Run } from "./tool.js"; export const run: Run = async (llm) => /*?*/llm.ask("hi");`, "tool.ts": `import type { Llm } from "./llm.js"; export type Run = (llm: Llm) => Promise<unknown>;`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a wrapper that is typed so", { "main.ts": `import { tool } from "./tool.js"; /*?*/tool.run(llm);`, "tool.ts": `import type { Llm } from "./llm.js"; type Tool = { run: (llm: Llm) => Promise<unknown> }; export const tool: Tool = { run: async (llm) => llm.ask("hi") };`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
  ],
  collections: [
    ["list of clients", `${openai}export const f = (clients: OpenAI[]) => /*?*/clients[0].chat.completions.create({ model, messages });`],
    ["list, going over it", `${openai}export async function f(clients: readonly OpenAI[]) { for (const c of clients) await /*?*/c${ask} }`],
    ["list, with a callback", `${openai}export const f = (clients: Array<OpenAI>) => Promise.all(clients.map((c) => /*?*/c.chat.completions.create({ model, messages })));`],
    ["list literal", `${openai}const clients = [new OpenAI({ apiKey: a }), new OpenAI({ apiKey: b })]; for (const c of clients) /*?*/c${ask}`],
    ["list literal of different things", `${openai}const [c, log] = [new OpenAI(), makeLog()]; /*?*/c${ask}`],
    ["made together", `${openai}const make = async () => new OpenAI(); const [c, tools] = await Promise.all([make(), loadTools()]); /*?*/c${ask}`],
    ["filled later", `${openai}const clients = []; for (const apiKey of keys) clients.push(new OpenAI({ apiKey })); /*?*/clients[n].chat.completions.create({ model, messages });`],
    ["made by map", `${openai}const clients = keys.map((apiKey) => new OpenAI({ apiKey })); /*?*/clients[n % clients.length].chat.completions.create({ model, messages });`],
    ["found in a list", `${openai}export const f = (clients: OpenAI[]) => { const c = clients.find((one) => one.baseURL === url); return /*?*/c?.chat.completions.create({ model, messages }); };`],
    ["filtered, then at", `${openai}export const f = (clients: OpenAI[]) => /*?*/clients.filter(isFree).at(-1)!.chat.completions.create({ model, messages });`],
    ["reduce", `${openai}export const f = (clients: OpenAI[]) => clients.reduce(async (before, c) => [...(await before), await /*?*/c.chat.completions.create({ model, messages })], []);`],
    ["Map by type", `${openai}class Pool { private readonly clients = new Map<string, OpenAI>(); ask(id: string) { return /*?*/this.clients.get(id)?.chat.completions.create({ model, messages }); } }`],
    ["Map by annotation", `${openai}class Pool { constructor(private readonly clients: Map<string, OpenAI>) {} ask(id: string) { const c = this.clients.get(id)!; return /*?*/c${ask} } }`],
    ["Map literal", `${openai}const clients = new Map([["a", new OpenAI()], ["b", new OpenAI()]]); /*?*/clients.get(name).chat.completions.create({ model, messages });`],
    ["Map filled later", { "main.js": `${openai}class Pool { constructor() { this.clients = new Map(); } add(id) { this.clients.set(id, new OpenAI()); } ask(id) { return /*?*/this.clients.get(id)${ask} } }` }, "main.js"],
    ["entries of a Map", `${openai}export async function f(clients: Map<string, OpenAI>) { for (const [name, c] of clients) log(name, await /*?*/c.chat.completions.create({ model, messages })); }`],
    ["values of a Map", `${openai}export async function f(clients: Map<string, OpenAI>) { for (const c of clients.values()) await /*?*/c${ask} }`],
    ["forEach of a Map", `${openai}export const f = (clients: Map<string, OpenAI>) => clients.forEach((c) => /*?*/c.chat.completions.create({ model, messages }));`],
    ["Set", `${openai}const pool = new Set<OpenAI>(); for (const c of [...pool]) /*?*/c${ask}`],
    ["Record by a key that is not known", `${openai}export const f = (clients: Record<string, OpenAI>, name: string) => /*?*/clients[name]!.chat.completions.create({ model, messages });`],
    ["Record by a written key", `${openai}export const f = (clients: Partial<Record<"fast" | "smart", OpenAI>>) => /*?*/clients.fast?.chat.completions.create({ model, messages });`],
    ["different things by the type of their record", { "main.ts": `import type { Provider } from "./provider.js"; import { openai } from "./openai.js"; import { local } from "./local.js"; const providers: Record<string, Provider> = { openai, local }; export const f = (name: string) => /*?*/providers[name]!.complete("hi");`, "provider.ts": `export interface Provider { complete(q: string): Promise<string> }`, "openai.ts": `import type { Provider } from "./provider.js"; import { generateText } from "ai"; export const openai: Provider = { complete: async (prompt) => (await generateText({ model, prompt })).text };`, "local.ts": `import type { Provider } from "./provider.js"; import { generateText } from "ai"; export const local: Provider = { complete: async (prompt) => (await generateText({ model: "local", prompt })).text };` }],
    ["different things by the type of their list", { "main.ts": `import type { Provider } from "./provider.js"; import { openai } from "./openai.js"; import { local } from "./local.js"; class All { private readonly providers: Provider[] = [openai, local]; async go() { for (const p of this.providers) await /*?*/p.complete("hi"); } }`, "provider.ts": `export interface Provider { complete(q: string): Promise<string> }`, "openai.ts": `import type { Provider } from "./provider.js"; import { generateText } from "ai"; export const openai: Provider = { complete: async (prompt) => (await generateText({ model, prompt })).text };`, "local.ts": `import type { Provider } from "./provider.js"; import { generateText } from "ai"; export const local: Provider = { complete: async (prompt) => (await generateText({ model: "local", prompt })).text };` }],
    ["index signature", `${openai}interface Clients { [name: string]: OpenAI } export const f = (clients: Clients, name: string) => /*?*/clients[name].chat.completions.create({ model, messages });`],
    ["object literal by key", `${openai}const clients = { eu: new OpenAI({ baseURL: eu }), us: new OpenAI({ baseURL: us }) }; export const f = (where: "eu" | "us") => /*?*/clients[where].chat.completions.create({ model, messages });`],
    ["object filled later", { "main.js": `${openai}const clients = {}; for (const key of keys) clients[key] = new OpenAI({ key }); /*?*/clients[name].chat.completions.create({ model, messages });` }, "main.js"],
    ["Object.values", `${openai}const clients = { eu: new OpenAI(), us: new OpenAI() }; for (const c of Object.values(clients)) /*?*/c${ask}`],
    ["Object.entries", `${openai}export async function f(clients: Record<string, OpenAI>) { for (const [name, c] of Object.entries(clients)) log(name, await /*?*/c.chat.completions.create({ model, messages })); }`],
    ["Object.entries with a callback", `${openai}export const f = (clients: Record<string, OpenAI>) => Object.entries(clients).map(async ([name, c]) => [name, await /*?*/c.chat.completions.create({ model, messages })]);`],
    ["Object.fromEntries", `${openai}const clients = Object.fromEntries(keys.map((key) => [key, new OpenAI({ key })])); /*?*/clients[name].chat.completions.create({ model, messages });`],
    ["own agents", `import { generateText } from "ai"; class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } } class Team { private agents: Agent[] = []; async go(q: string) { for (const agent of this.agents) await /*?*/agent.run(q); } }`],
    ["own agents of another file", { "main.ts": `import { Agent } from "./agent.js"; const agents = new Map<string, Agent>(); export const f = (id: string) => /*?*/agents.get(id)?.run("hi");`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a list of another file", { "main.ts": `import { team } from "./team.js"; for (const agent of team) await /*?*/agent.run("hi");`, "team.ts": `import { Agent } from "./agent.js"; export const team: Agent[] = load();`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a record of another file", { "main.ts": `import { agents } from "./team.js"; export const f = (id: string) => /*?*/agents[id].run("hi");`, "team.ts": `import { Agent } from "./agent.js"; export const agents = { a: new Agent("a"), b: new Agent("b") };`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a field of another file's class", { "main.ts": `import { Team } from "./team.js"; export const f = (team: Team, id: string) => /*?*/team.members.get(id)!.run("hi");`, "team.ts": `import { Agent } from "./agent.js"; export class Team { members = new Map<string, Agent>(); }`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["what a registry of another file gives out", { "main.ts": `import { getAgent } from "./registry.js"; /*?*/getAgent("a").run("hi");`, "registry.ts": `import { Agent } from "./agent.js"; const agents = new Map<string, Agent>(); export function getAgent(id: string) { return agents.get(id); }`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a wrapper that goes over clients", { "main.ts": `import { askAll } from "./all.js"; /*?*/askAll("hi");`, "all.ts": `import { Agent } from "./agent.js"; export async function askAll(q: string, agents: Agent[] = []) { return Promise.all(agents.map((agent) => agent.run(q))); }`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["a list in the interface of another file", { "main.ts": `import type { Options } from "./options.js"; export async function f({ agents }: Options) { for (const agent of agents) await /*?*/agent.run("hi"); }`, "options.ts": `import type { Agent } from "./agent.js"; export interface Options { agents: Agent[] }`, "agent.ts": `import { generateText } from "ai"; export class Agent { async run(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
  ],
  "a base class": [
    ["a step that the subclass fills in", { "main.ts": `import { Writer } from "./writer.js"; const w = new Writer(); /*?*/w.run("hi");`, "writer.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; export class Writer extends Base { async step(prompt: string) { return (await generateText({ model, prompt })).text; } }`, "base.ts": `export class Base { async run(q: string) { return await this.step(q); } }` }],
    ["a step of the same file", `import { generateText } from "ai"; class Base { run(q: string) { return this.step(q); } } class Writer extends Base { step(prompt: string) { return generateText({ model, prompt }); } } const w = new Writer(); /*?*/w.run("hi");`],
    ["an own step", { "main.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; class Writer extends Base { step(prompt: string) { return generateText({ model, prompt }); } go() { return /*?*/this.run("hi"); } }`, "base.ts": `export class Base { async run(q: string) { return await this.step(q); } }` }],
    ["the base's method, called with super", { "main.ts": `import { Writer } from "./writer.js"; export const f = (w: Writer) => /*?*/w.run("hi");`, "writer.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; export class Writer extends Base { run(q: string) { return super.run(q); } async step(prompt: string) { return (await generateText({ model, prompt })).text; } }`, "base.ts": `export class Base { run(q: string) { return this.inner(q); } async inner(q: string) { return await this.step(q); } }` }],
    ["one of few classes, through a base with a template", { "main.ts": `import type { Job } from "./job.js"; export const f = (job: Job) => /*?*/job.run("hi");`, "job.ts": `export interface Job { run(q: string): Promise<unknown> }`, "base.ts": `import type { Job } from "./job.js"; export abstract class Base implements Job { async run(q: string) { return await this.step(q); } protected abstract step(q: string): Promise<unknown>; }`, "writer.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; export class Writer extends Base { step(prompt: string) { return generateText({ model, prompt }); } }` }],
    ["a client handed to its constructor", { "main.js": `const { Writer } = require("./writer"); const w = new Writer(); /*?*/w.ask("hi");`, "writer.js": `const { OpenAI } = require("openai"); const Base = require("./base"); class Writer extends Base { constructor() { const client = new OpenAI(); super(client); } ask(q) { return this.client${ask} } } module.exports = { Writer };`, "base.js": `class Base { constructor(client) { this._client = client; } get client() { return this._client; } } module.exports = Base;` }, "main.js"],
    ["a client handed on by two constructors", { "main.js": `const { Writer } = require("./writer"); const { OpenAI } = require("openai"); const w = new Writer("me", new OpenAI()); /*?*/w.ask("hi");`, "writer.js": `const Base = require("./base"); class Writer extends Base { constructor(name, client) { super(client); this.name = name; } } module.exports = { Writer };`, "base.js": `class Base { constructor(client) { this.client = client; } ask(q) { return this.client${ask} } } module.exports = Base;` }, "main.js"],
  ],
  "a constructor": [
    ["of the same file", `${openai}class Llm { constructor(client) { this.client = client; } ask(q) { return /*?*/this.client${ask} } } const llm = new Llm(new OpenAI());`],
    ["of the same file, through its base", `${openai}class Base { constructor(client) { this.client = client; } } class Llm extends Base { constructor() { super(new OpenAI()); } ask(q) { return /*?*/this.client${ask} } }`],
    ["of another file", { "main.js": `import OpenAI from "openai"; import { Llm } from "./llm.js"; const llm = new Llm(new OpenAI()); /*?*/llm.ask("hi");`, "llm.js": `export class Llm { constructor(client) { this.client = client; } async ask(q) { return this.client${ask} } }` }, "main.js"],
    ["that takes options", { "main.js": `import OpenAI from "openai"; import { Llm } from "./llm.js"; const llm = new Llm({ client: new OpenAI(), name: "m" }); /*?*/llm.ask("hi");`, "llm.js": `export class Llm { constructor({ client, name }) { this.client = client; this.name = name; } async ask(q) { return this.client${ask} } }` }, "main.js"],
    ["that keeps a part of its options", { "main.js": `import OpenAI from "openai"; import { Llm } from "./llm.js"; const llm = new Llm({ client: new OpenAI() }); /*?*/llm.ask("hi");`, "llm.js": `export class Llm { constructor(options) { this.client = options.client; } async ask(q) { return this.client${ask} } }` }, "main.js"],
  ],
  injection: [
    ["typed parameter", `${openai}export function f(c: OpenAI) { return /*?*/c${ask} }`],
    ["constraint of a generic", `${openai}export function f<T extends OpenAI>(c: T) { return /*?*/c${ask} }`],
    ["part of a type", `${openai}export function f(c: Pick<OpenAI, "chat">) { return /*?*/c${ask} }`],
    ["bag of dependencies", `${openai}interface Deps { llm: OpenAI } export function f(deps: Deps) { return /*?*/deps.llm${ask} }`],
    ["bag of another file", { "main.ts": `import type { Deps } from "./deps.js"; export function f({ llm }: Deps) { return /*?*/llm${ask} }`, "deps.ts": `import type OpenAI from "openai"; export interface Deps { llm: OpenAI }` }],
    ["bag of another file, as a type alias", { "main.ts": `import type { Deps } from "./deps.js"; export function f({ llm }: Deps) { return /*?*/llm${ask} }`, "deps.ts": `import type OpenAI from "openai"; export type Deps = { llm: OpenAI };` }],
    ["another name for the client's type", { "main.ts": `import type { Client } from "./client.js"; export function f(c: Client) { return /*?*/c${ask} }`, "client.ts": `import type OpenAI from "openai"; export type Client = OpenAI;` }],
    ["what a factory of another file promises", { "main.ts": `import type { Made } from "./make.js"; export function f({ llm }: Made) { return /*?*/llm${ask} }`, "make.ts": `${openai}export async function make() { const llm = new OpenAI(); return { llm, log }; } export type Made = Awaited<ReturnType<typeof make>>;` }],
    ["a member of the client's type", `${openai}export function f(chat: OpenAI["chat"]) { return /*?*/chat.completions.create({ model, messages }); }`],
    ["object property", `${openai}const services = { llm: new OpenAI() }; /*?*/services.llm${ask}`],
    ["handed to a local helper", `${openai}function f(c) { return /*?*/c${ask} } f(new OpenAI());`],
    ["handed to a helper of another file", { "main.ts": `${openai}import { complete } from "./complete.js"; const c = new OpenAI(); /*?*/complete(c, messages);`, "complete.ts": `export async function complete(client, messages) { return (await client.chat.completions.create({ messages })).choices; }` }],
    ["return type of a factory", `import { create } from "./x.js"; ${openai}const make = () => new OpenAI(); export function f(c: ReturnType<typeof make>) { return /*?*/c${ask} }`],
    ["interface with one implementation", { "main.ts": `import type { Llm } from "./llm.js"; export const f = (llm: Llm) => /*?*/llm.ask("hi");`, "llm.ts": `export interface Llm { ask(q: string): Promise<string> }`, "impl.ts": `import type { Llm } from "./llm.js"; import { generateText } from "ai"; export class Real implements Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["interface made by a factory", { "main.ts": `import type { Llm } from "./llm.js"; export const f = (llm: Llm) => /*?*/llm.ask("hi");`, "llm.ts": `export interface Llm { ask(q: string): Promise<string> }`, "make.ts": `import type { Llm } from "./llm.js"; import { generateText } from "ai"; export function createLlm(): Llm { return { ask: async (prompt) => (await generateText({ model, prompt })).text }; }` }],
    ["interface of a class that is not exported", { "main.ts": `import type { Llm } from "./llm.js"; export const f = (llm: Llm) => /*?*/llm.ask("hi");`, "llm.ts": `export interface Llm { ask(q: string): Promise<string> }`, "make.ts": `import type { Llm } from "./llm.js"; import { generateText } from "ai"; class Real implements Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } } export const make = () => new Real();` }],
    ["interface with a constant", { "main.ts": `import type { Llm } from "./llm.js"; export const f = (llm: Llm) => /*?*/llm.ask("hi");`, "llm.ts": `export interface Llm { ask: (q: string) => Promise<string> }`, "make.ts": `import type { Llm } from "./llm.js"; import { generateText } from "ai"; export const real: Llm = { ask: async (prompt) => (await generateText({ model, prompt })).text };` }],
    ["interface with a decorator round the client", { "main.ts": `import type { Gen } from "./gen.js"; export const f = (gen: Gen) => /*?*/gen.generateContent(request);`, "gen.ts": `export interface Gen { generateContent(r: unknown): Promise<unknown> }`, "logging.ts": `import type { Gen } from "./gen.js"; export class Logging implements Gen { constructor(private readonly wrapped: Gen) {} generateContent(r: unknown) { log(r); return this.wrapped.generateContent(r); } }`, "make.ts": `import { GoogleGenAI } from "@google/genai"; import type { Gen } from "./gen.js"; import { Logging } from "./logging.js"; export function make(): Gen { const ai = new GoogleGenAI({}); return new Logging(ai.models); }` }],
    ["own abstract method", { "main.ts": `export abstract class Base { abstract ask(q: string): Promise<string>; run() { return /*?*/this.ask("hi"); } }`, "impl.ts": `import { Base } from "./main.js"; import { generateText } from "ai"; export class Real extends Base { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
    ["abstract method of a base class", { "main.ts": `import type { Base } from "./base.js"; export const f = (llm: Base) => /*?*/llm.ask("hi");`, "base.ts": `export abstract class Base { abstract ask(q: string): Promise<string>; }`, "impl.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; export class Real extends Base { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
  ],
  "types in comments": [
    ["a parameter", { "main.js": `/** @param {import("openai").OpenAI} client */ export function f(client) { return /*?*/client${ask} }` }, "main.js"],
    ["a parameter of an imported class", { "main.js": `import OpenAI from "openai";\n/**\n * Asks.\n *\n * @param {string} q the question\n * @param {OpenAI} [client] who is asked\n */\nexport const f = async (q, client) => /*?*/client${ask}` }, "main.js"],
    ["a parameter that is taken apart", { "main.js": `/**\n * @param {object} options\n * @param {import('openai').OpenAI | undefined} options.client\n */\nexport function f({ client }) { return /*?*/client${ask} }` }, "main.js"],
    ["a parameter of another file's class", { "main.js": `/** @param {import("./llm.js").Llm} llm */ export function f(llm) { return /*?*/llm.ask("hi"); }`, "llm.js": `import OpenAI from "openai"; export class Llm { client = new OpenAI(); async ask(q) { return this.client${ask} } }` }, "main.js"],
    ["a type with a name", { "main.js": `/** @typedef {import("openai").OpenAI} Client */\n/** @param {Client} client */ export function f(client) { return /*?*/client${ask} }` }, "main.js"],
    ["an import in a comment", { "main.js": `/** @import { OpenAI } from "openai" */\n/** @param {OpenAI} client */ export function f(client) { return /*?*/client${ask} }` }, "main.js"],
    ["a variable", { "main.js": `/** @type {import("openai").OpenAI} */\nconst client = container.get("llm"); /*?*/client${ask}` }, "main.js"],
    ["a field", { "main.js": `class A { /** @type {import("openai").OpenAI} */ client; f() { return /*?*/this.client${ask} } }` }, "main.js"],
    ["a field that the constructor fills", { "main.js": `class A { constructor(container) { /** @type {import("openai").OpenAI} */ this.client = container.get("llm"); } f() { return /*?*/this.client${ask} } }` }, "main.js"],
    ["what a function gives", { "main.js": `/** @returns {Promise<import("openai").OpenAI>} */\nasync function make() { return container.get("llm"); } const client = await make(); /*?*/client${ask}` }, "main.js"],
  ],
  factories: [
    ["function that makes a client", `${openai}function make() { return new OpenAI(); } /*?*/make()${ask}`],
    ["asynchronous factory", `${openai}async function make() { return new OpenAI(); } const c = await make(); /*?*/c${ask}`],
    ["factory of another file", { "main.ts": `import { make } from "./make.js"; const c = make(); /*?*/c${ask}`, "make.ts": `${openai}export function make() { return new OpenAI(); }` }],
    ["memoised factory", { "main.ts": `import { client } from "./make.js"; /*?*/client()${ask}`, "make.ts": `${openai}let c: OpenAI | undefined; export function client() { if (!c) c = new OpenAI(); return c; }` }],
    ["static factory", `${openai}class A { static create() { return new A(); } client = new OpenAI(); ask() { return this.client${ask} } } const a = A.create(); /*?*/a.ask();`],
    ["helper that hands back what it is given", `${openai}function signed(c, signal) { if (!signal) return c; c.signal = signal; return c; } const c = signed(new OpenAI(), signal); /*?*/c${ask}`],
    ["helper of another file that hands back what it is given", { "main.ts": `${openai}import { signed } from "./signed.js"; const c = signed(new OpenAI(), signal); /*?*/c${ask}`, "signed.ts": `export function signed(c, signal) { if (!signal) return c; c.signal = signal; return c; }` }],
    ["promise of less than is given", `import { ChatOpenAI } from "@langchain/openai"; import type { Runnable } from "@langchain/core/runnables"; function make(): Runnable { return new ChatOpenAI(); } /*?*/make().invoke(messages);`],
    ["traced client", `${openai}import { wrapOpenAI } from "langsmith/wrappers"; const c = wrapOpenAI(new OpenAI()); /*?*/c${ask}`],
    ["model with tools", `import { ChatOpenAI } from "@langchain/openai"; const m = new ChatOpenAI().bindTools(tools); /*?*/m.invoke(messages);`],
    ["model with structured output", `import { ChatOpenAI } from "@langchain/openai"; const m = new ChatOpenAI().withStructuredOutput(S); /*?*/m.invoke(messages);`],
    ["object of closures", `import { generateText } from "ai"; const make = () => ({ ask: (prompt: string) => generateText({ model, prompt }) }); /*?*/make().ask("hi");`],
  ],
  wrappers: [
    ["function of the same file", `import { generateText } from "ai"; const ask = (prompt: string) => generateText({ model, prompt }); /*?*/ask("hi");`],
    ["wrapper of a wrapper", `import { generateText } from "ai"; const a = (prompt: string) => generateText({ model, prompt }); const b = async (p: string) => { const r = await a(p); return r.text; }; /*?*/b("hi");`],
    ["generator", `import { streamText } from "ai"; async function* parts(prompt: string) { for await (const p of streamText({ model, prompt }).textStream) yield p; } for await (const p of /*?*/parts("hi")) use(p);`],
    ["generator driven by yield*", { "main.ts": `import { turn } from "./turn.js"; async function* run() { yield* /*?*/turn("hi"); }`, "turn.ts": `import { streamText } from "ai"; export async function* turn(prompt: string) { yield* inner(prompt); } async function* inner(prompt: string) { for await (const part of streamText({ model, prompt }).textStream) yield part; }` }],
    ["object of closures from another file", { "main.ts": `import { createRunner } from "./runner.js"; const runner = createRunner(); /*?*/runner.step("hi");`, "runner.ts": `import { generateText } from "ai"; export function createRunner() { let n = 0; const step = async (prompt: string) => { n++; return (await generateText({ model, prompt })).text; }; return { step, count: () => n }; }` }],
    ["client made in a third file", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import { getClient } from "./client.js"; export async function ask(q: string) { const c = await getClient(); return c${ask} }`, "client.ts": `${openai}let c: OpenAI | undefined; export async function getClient() { return (c ??= new OpenAI()); }` }],
    ["model with tools of a third file", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import { model } from "./model.js"; export async function ask(q: string) { return model.bindTools(tools).invoke(q); }`, "model.ts": `import { ChatOpenAI } from "@langchain/openai"; export const model = new ChatOpenAI();` }],
    ["behind a hundred other calls", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import { generateText } from "ai"; import * as other from "./other.js"; ${Array.from({ length: 100 }, (_, i) => `import { f${i} } from "./other.js";`).join(" ")} export async function ask(prompt: string) { ${Array.from({ length: 100 }, (_, i) => `f${i}();`).join(" ")} return inner(prompt); } const inner = (prompt: string) => generateText({ model, prompt });`, "other.ts": `export {}` }],
    ["two files away", { "main.ts": `import { answer } from "./answer.js"; /*?*/answer("hi");`, "answer.ts": `import { ask } from "./ask.js"; export async function answer(q: string) { return (await ask(q)).text; }`, "ask.ts": `import { generateText } from "ai"; export const ask = (prompt: string) => generateText({ model, prompt });` }],
    ["wrappers that hand on what they get, however many", chain("return await NEXT(q);", "return (await generateText({ prompt: q })).text;")],
    ["wrappers that make something from what they get", chain("const reply = await NEXT(q); log(reply); const parts = []; parts.push(reply.trim()); return { parts };", "return (await generateText({ prompt: q })).text;")],
    ["wrappers that hand it on from a callback", chain("return await withRetry(async () => { const reply = await NEXT(q); return reply; });", "return (await generateText({ prompt: q })).text;")],
    ["generators that hand on what they get", chain("for await (const part of NEXT(q)) { if (part) yield part; }", "yield* streamText({ prompt: q }).textStream;")],
    ["one of few providers", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import * as own from "./providers.js"; export async function ask(q: string) { switch (provider) { case "a": return await own.a(q); case "b": return await own.b(q); default: throw new Error(provider); } }`, "providers.ts": `import { generateText } from "ai"; export const a = async (prompt: string) => generateText({ model, prompt }); export const b = async (prompt: string) => other(prompt);` }],
    ["overloaded function", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import { generateText } from "ai"; export function ask(q: string): Promise<string>; export async function ask(prompt: string) { return (await generateText({ model, prompt })).text; }` }],
    ["inside a retry helper", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask("hi");`, "ask.ts": `import { generateText } from "ai"; export const ask = (prompt: string) => withRetry(async () => generateText({ model, prompt }));` }],
    ["files that import each other", { "main.ts": `import { a } from "./a.js"; /*?*/a("hi");`, "a.ts": `import { b } from "./b.js"; export const a = (q: string) => b(q);`, "b.ts": `import { a } from "./a.js"; import { generateText } from "ai"; export const b = (prompt: string) => (prompt ? generateText({ model, prompt }) : a("again"));` }],
    ["a contract in a comment", `/** @agentLoop modelCall */ async function ask(q: string) { return opaque(q); } /*?*/ask("hi");`],
    ["raw HTTP", `/*?*/fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body });`],
    ["raw HTTP to a model by its name", "/*?*/fetch(`https://api.replicate.com/v1/models/${owner}/${name}/predictions`, { method: 'POST', body });"],
    ["raw HTTP to an address that is put together in a loop", "let url: string | undefined; for (const host of hosts) { url = `${host}/v1beta/models/m:streamGenerateContent?alt=sse`; await /*?*/fetch(url, { method: 'POST', body }); }"],
    ["raw HTTP behind a base URL", `const url = base + "/v1/chat/completions"; /*?*/fetch(url, { method: "POST", body });`],
    ["own helper with a known URL", { "main.ts": `import { makeRequest } from "./http.js"; const data = await /*?*/makeRequest({ url: "https://api.openai.com/v1/chat/completions", body });`, "http.ts": `export async function makeRequest(options) { return (await fetch(options.url, options)).json(); }` }],
    ["own client with the path of an endpoint", `export class Messages { create(body) { return /*?*/this.client.post("/v1/messages", { body }); } }`],
    ["a body with messages and the options of a model", `export async function ask(url: string, messages: unknown[]) { const body = { model: "m", messages, stream: false }; return /*?*/fetch(url, { method: "POST", body: JSON.stringify(body) }); }`],
    ["own helper with such a body", `import { fetchWithTimeout } from "./gone.js"; export async function ask(url: string, messages: unknown[]) { const options = { method: "POST", body: JSON.stringify({ messages, temperature: 0 }) }; return await /*?*/fetchWithTimeout(url, options, 1000); }`],
    ["generated client", `import { b } from "../baml_client"; const step = await /*?*/b.DetermineNextStep(thread);`],
    ["handed to a helper by name", `import { generateText } from "ai"; import { retry } from "./gone.js"; const ask = () => generateText({ model, prompt }); const reply = await /*?*/retry(ask, { attempts: 3 });`],
    ["function that hands it on by name", `import { generateText } from "ai"; import { retry } from "./gone.js"; async function run() { const ask = () => generateText({ model, prompt }); return await retry(ask); } /*?*/run();`],
    ["work given as an option", `import { generateText } from "ai"; async function run() { return await new Retryable({ executor: async () => generateText({ model, prompt }) }).get(); } /*?*/run();`],
    ["a method whose result is used as a reply elsewhere", `import { backend } from "./gone.js"; class A { async turn(retry) { return backend.go(this.state, retry); } async run() { const reply = await /*?*/this.turn(); if (reply) return reply; const again = await this.turn(true); if (again.finishReason === "error") throw new Error(); return again; } }`],
    ["a stream that is read as a reply", `import { backend } from "./gone.js"; for await (const part of /*?*/backend.stream(messages)) { const delta = part.choices[0]?.delta; if (delta) write(delta.content); }`],
    ["a stream with a name that is read as a reply", `import { backend } from "./gone.js"; const stream = /*?*/backend.stream(messages); for await (const part of stream) { const choices = part.choices; const delta = choices?.[0]?.delta; if (delta?.tool_calls) add(delta.tool_calls); }`],
    ["a stream that says why it ended", `import { backend } from "./gone.js"; for await (const { text, finish_reason } of /*?*/backend.stream(messages)) { write(text); if (finish_reason) end(finish_reason); }`],
    ["used as a reply", `import { backend } from "./gone.js"; const reply = await /*?*/backend.complete(messages); if (reply.tool_calls) run(reply.tool_calls);`],
  ],
};

const bedrock = `import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand, InvokeModelCommand, StartAsyncInvokeCommand } from "@aws-sdk/client-bedrock-runtime";\nconst client = new BedrockRuntimeClient({});\n`;

const sent: readonly Way[] = [
  ["a command in the call", `${bedrock}/*?*/client.send(new ConverseCommand({ modelId, messages }));`],
  ["a stream", `${bedrock}/*?*/client.send(new ConverseStreamCommand({ modelId, messages }));`],
  ["a command with a name", `${bedrock}const command = new InvokeModelCommand({ modelId, body }); /*?*/client.send(command, { abortSignal });`],
  ["a command that a helper makes", `${bedrock}const ask = (messages) => new ConverseCommand({ modelId, messages }); /*?*/client.send(ask(messages));`],
  ["a client in a field", `import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime"; class A { constructor(private readonly bedrock: BedrockRuntimeClient) {} f(messages) { return /*?*/this.bedrock.send(new ConverseCommand({ modelId, messages })); } }`],
  ["a wrapper in another file", { "main.ts": `import { ask } from "./ask.js"; /*?*/ask(messages);`, "ask.ts": `${bedrock}export const ask = (messages) => client.send(new ConverseCommand({ modelId, messages }));` }],
];

const lookalikes: readonly Way[] = [
  ["a place that asks for something else", `${openai}interface Tool { run(c: Cache, d: OpenAI): Promise<unknown> } const tool: Tool = { run: async (c) => /*?*/c.chat.completions.create({ model, messages }) };`],
  ["another member of such a place", `${openai}interface Tool { run(c: OpenAI): Promise<unknown>; stop(c: Cache): void } const tool: Tool = { run: async () => 0, stop: (c) => /*?*/c.chat.completions.create({ model, messages }) };`],
  ["a place whose type is not known", `${openai}import type { Tool } from "./gone.js"; const tool: Tool = { run: async (c: unknown) => 0, ask: (c) => /*?*/c.chat.completions.create({ model, messages }) };`],
  ["an annotation that says something else", `${openai}interface Tool { run(c: OpenAI): Promise<unknown> } const tool: Tool = { run: async (c: Cache) => /*?*/c.chat.completions.create({ model, messages }) } as never;`],
  ["what the signature says of the function itself", { "main.ts": `import type { Tool } from "./tool.js"; export const f = (tool: Tool) => /*?*/tool.run("hi");`, "tool.ts": `import type { Llm } from "./llm.js"; export type Tool = { run: (llm: Llm) => Promise<unknown> };`, "llm.ts": `import { generateText } from "ai"; export class Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
  ["a list of something else", `import twilio from "twilio"; const clients = [twilio(a, b), twilio(c, d)]; for (const c of clients) /*?*/c.messages.create({ body });`],
  ["a list of different things", `${openai}const parts = [new OpenAI(), makeCache()]; for (const part of parts) /*?*/part${ask}`],
  ["the other element", `${openai}const [c, cache] = [new OpenAI(), makeCache()]; /*?*/cache${ask}`],
  ["a record of different clients", `${openai}const clients = { a: new OpenAI(), b: makeCache() }; /*?*/clients[name].chat.completions.create({ model, messages });`],
  ["different things by the type of their record, most of which do something else", { "main.ts": `import type { Job } from "./job.js"; import { a, b, c } from "./all.js"; const jobs: Record<string, Job> = { a, b, c }; export const f = (name: string) => /*?*/jobs[name]!.run("hi");`, "job.ts": `export interface Job { run(q: string): Promise<unknown> }`, "all.ts": `import type { Job } from "./job.js"; import { generateText } from "ai"; class A implements Job { async run(q: string) { return send(q); } } class B implements Job { async run(q: string) { return copy(q); } } class C implements Job { async run(prompt: string) { return generateText({ model, prompt }); } } export const a = new A(); export const b = new B(); export const c = new C();` }],
  ["the keys of a Map", `${openai}export function f(clients: Map<OpenAI, string>) { for (const [name, c] of clients) /*?*/c${ask} }`],
  ["the key of an entry", `${openai}export function f(clients: Record<string, OpenAI>) { for (const [c] of Object.entries(clients)) /*?*/c${ask} }`],
  ["a class named Map", `${openai}import { Map } from "./gone.js"; const clients = new Map<string, OpenAI>(); /*?*/clients.get(a).chat.completions.create({ model, messages });`],
  ["the index of a callback", `${openai}export const f = (clients: OpenAI[]) => clients.map((_, c) => /*?*/c.chat.completions.create({ model, messages }));`],
  ["the list itself", `${openai}export const f = (clients: OpenAI[]) => /*?*/clients.chat.completions.create({ model, messages });`],
  ["filled with several kinds", `${openai}const clients = []; clients.push(new OpenAI()); clients.push(makeCache); function makeCache() {} /*?*/clients[0].chat.completions.create({ model, messages });`],
  ["a handler out of a table", `import { generateText } from "ai"; const handlers = { ask: async (prompt: string) => generateText({ model, prompt }), save: async (q: string) => save(q) }; /*?*/handlers[kind]("hi");`],
  ["a command that asks no model", `${bedrock}/*?*/client.send(new StartAsyncInvokeCommand({ modelId }));`],
  ["a command that is only made", `${bedrock}const make = (messages) => new ConverseCommand({ modelId, messages }); /*?*/make(messages);`],
  ["a command nobody knows", `${bedrock}import { command } from "./gone.js"; /*?*/client.send(command);`],
  ["a command for another service", `import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs"; const client = new SQSClient({}); /*?*/client.send(new SendMessageCommand({ QueueUrl, MessageBody }));`],
  ["shadowed import", `${openai}export function f(OpenAI) { const c = new OpenAI(); return /*?*/c${ask} }`],
  ["same name from another package", `import { generateText } from "lorem-ipsum"; /*?*/generateText({ words: 4 });`],
  ["`.messages.create` of Twilio", `import twilio from "twilio"; const client = twilio(sid, token); /*?*/client.messages.create({ to, from, body });`],
  ["`run` of something else", `import { run } from "node:test"; /*?*/run({ files });`],
  ["`Agent` of undici", `import { Agent } from "undici"; const agent = new Agent(); /*?*/agent.run({});`],
  ["`tool` makes a tool", `import { tool } from "ai"; /*?*/tool({ execute });`],
  ["a provider makes a model, it does not ask one", `import { openai } from "@ai-sdk/openai"; /*?*/openai("gpt");`],
  ["embeddings", `${openai}const c = new OpenAI(); /*?*/c.embeddings.create({ input });`],
  ["listing models", `${openai}const c = new OpenAI(); /*?*/c.models.list();`],
  ["a stored reply", `import { db } from "./gone.js"; const reply = await /*?*/db.loadReply(id); if (reply.tool_calls) show(reply.tool_calls);`],
  ["a parsed reply", `import { response } from "./gone.js"; const reply = await /*?*/response.json(); if (reply.tool_calls) show(reply.tool_calls);`],
  ["a function that only defines one that asks", `import { generateText } from "ai"; const define = () => ({ tool: { execute: (prompt: string) => generateText({ model, prompt }) } }); /*?*/define();`],
  ["a handler that asks later", `import { generateText } from "ai"; const start = () => { app.on("message", (prompt) => generateText({ model, prompt })); }; /*?*/start();`],
  ["a helper beside the one that asks", { "main.ts": `import { trim } from "./llm.js"; /*?*/trim("hi");`, "llm.ts": `import { generateText } from "ai"; export const ask = (prompt: string) => generateText({ model, prompt }); export const trim = (s: string) => s.trim();` }],
  ["an interface with a harmless implementation", { "main.ts": `import type { Log } from "./log.js"; export const f = (log: Log) => /*?*/log.write("hi");`, "log.ts": `export interface Log { write(q: string): void }`, "impl.ts": `import type { Log } from "./log.js"; export class Real implements Log { write(q: string) { console.log(q); } }` }],
  ["an interface of which only the test double asks", { "main.ts": `import type { Llm } from "./llm.js"; export const f = (llm: Llm) => /*?*/llm.ask("hi");`, "llm.ts": `export interface Llm { ask(q: string): Promise<string> }`, "test/mock.ts": `import type { Llm } from "../llm.js"; import { generateText } from "ai"; export class MockLlm implements Llm { async ask(prompt: string) { return (await generateText({ model, prompt })).text; } }` }],
  ["an interface most of whose classes do something else", { "main.ts": `import type { Job } from "./job.js"; export const f = (job: Job) => /*?*/job.run("hi");`, "job.ts": `export interface Job { run(q: string): Promise<unknown> }`, "a.ts": `import type { Job } from "./job.js"; export class Mail implements Job { async run(q: string) { return send(q); } }`, "b.ts": `import type { Job } from "./job.js"; export class Sync implements Job { async run(q: string) { return copy(q); } }`, "c.ts": `import type { Job } from "./job.js"; import { generateText } from "ai"; export class Write implements Job { async run(prompt: string) { return generateText({ model, prompt }); } }` }],
  ["a server's own route", `import { router } from "./gone.js"; /*?*/router.post("/v1/chat/completions", async (req, res) => res.json(await answer(req)));`],
  ["a log line about an endpoint", `import { logger } from "./gone.js"; /*?*/logger.info("calling https://api.openai.com/v1/chat/completions");`],
  ["own helper with another URL", `import { makeRequest } from "./gone.js"; const data = await /*?*/makeRequest({ url: "https://api.stripe.com/v1/charges", body });`],
  ["messages for a chat room", `export async function send(url: string, messages: unknown[]) { return await /*?*/fetch(url, { method: "POST", body: JSON.stringify({ room: "general", messages }) }); }`],
  ["saving a conversation", `import { saveChat } from "./gone.js"; export async function f(messages: unknown[]) { await /*?*/saveChat({ messages, model: "m" }); }`],
  ["options of a generated client", `import { b } from "../baml_client"; const client = /*?*/b.withOptions({ client: "fast" });`],
  ["a folder that is only named alike", `import { b } from "../bamlclient"; const step = await /*?*/b.DetermineNextStep(thread);`],
  ["handed over to be kept", `import { generateText } from "ai"; import { bus } from "./gone.js"; const ask = () => generateText({ model, prompt }); await /*?*/bus.subscribe(ask);`],
  ["a schema that is handed over", `import { generateText } from "ai"; import { parse, schema } from "./gone.js"; const ask = () => generateText({ model, prompt }); const value = await /*?*/parse(schema, text);`],
  ["an object of closures, the harmless one", { "main.ts": `import { createRunner } from "./runner.js"; const runner = createRunner(); /*?*/runner.count();`, "runner.ts": `import { generateText } from "ai"; export function createRunner() { let n = 0; const step = async (prompt: string) => { n++; return (await generateText({ model, prompt })).text; }; return { step, count: () => n }; }` }],
  ["work that is only set going", { "main.ts": `import { update } from "./state.js"; /*?*/update("hi");`, "state.ts": `import { publish } from "./bus.js"; export function update(q: string) { void publish(q); }`, "bus.ts": `import { generateText } from "ai"; export async function publish(prompt: string) { return generateText({ model, prompt }); }` }],
  ["an application that has a model somewhere", { "main.ts": `import { f0 } from "./f0.js"; await /*?*/f0("hi");`, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`f${i}.ts`, `import { f${i + 1} } from "./f${i + 1}.js"; export async function f${i}(q: string) { await f${i + 1}(q); log(q); }`])), "f12.ts": `import { generateText } from "ai"; export async function f12(prompt: string) { return generateText({ model, prompt }); }` }],
  ["a step that another subclass fills in", { "main.ts": `import { Mailer } from "./mailer.js"; const m = new Mailer(); /*?*/m.run("hi");`, "writer.ts": `import { Base } from "./base.js"; import { generateText } from "ai"; export class Writer extends Base { async step(prompt: string) { return (await generateText({ model, prompt })).text; } }`, "mailer.ts": `import { Base } from "./base.js"; export class Mailer extends Base { async step(q: string) { return post(q); } }`, "base.ts": `export class Base { async run(q: string) { return await this.step(q); } }` }],
  ["a step of the same file that does something else", `import { generateText } from "ai"; class Base { run(q: string) { return this.step(q); } } class Writer extends Base { step(prompt: string) { return generateText({ model, prompt }); } } class Mailer extends Base { step(q: string) { return post(q); } } const m = new Mailer(); /*?*/m.run("hi");`],
  ["a constructor that is given something else", { "main.js": `import twilio from "twilio"; import { Llm } from "./llm.js"; const llm = new Llm(twilio(sid, token)); /*?*/llm.ask("hi");`, "llm.js": `export class Llm { constructor(client) { this.client = client; } async ask(q) { return this.client.messages.create({ body: q }); } }` }, "main.js"],
  ["a constructor that keeps something else of what it is given", { "main.js": `import OpenAI from "openai"; import { Llm } from "./llm.js"; const llm = new Llm({ client: new OpenAI(), log }); /*?*/llm.ask("hi");`, "llm.js": `export class Llm { constructor(options) { this.chat = options.log; } async ask(q) { return this.chat.completions.create({ body: q }); } }` }, "main.js"],
  ["a hook of a component that asks when it is told to", { "main.ts": `import { useAnswer } from "./use-answer.js"; export function Page() { return /*?*/useAnswer("hi"); }`, "use-answer.ts": `import { useCallback } from "react"; import { generateText } from "ai"; export function useAnswer(prompt: string) { const ask = useCallback(async () => generateText({ model, prompt }), [prompt]); return { ask }; }` }],
  ["what hooks say about a reply", `import { executeHooks } from "./gone.js"; const answer = await /*?*/executeHooks({ registry, input: { messages } }); if (answer.stopReason) stop(answer.stopReason);`],
  ["a request that is only prepared", `import { prepareProviderRequest } from "./gone.js"; export async function f(messages: unknown[]) { return await /*?*/prepareProviderRequest({ messages, model: "m", tools }); }`],
  ["a server that runs code and asks for tools", `import { makeRequest } from "./gone.js"; let reply = await /*?*/makeRequest(EXEC_ENDPOINT, { lang: "bash", code, session_id, timeout }, proxy); if (reply.tool_calls) run(reply.tool_calls);`],
  ["the models of a gateway", `/*?*/fetch("https://openrouter.ai/api/v1/models");`],
  ["a login at a gateway", `/*?*/fetch("https://openrouter.ai/api/v1/auth/keys", { method: "POST", body });`],
  ["tokens that are counted", `/*?*/fetch("https://api.anthropic.com/v1/messages/count_tokens", { method: "POST", body });`],
  ["an embedding", "/*?*/fetch(`https://generativelanguage.googleapis.com/v1beta/models/${m}:embedContent`, { method: 'POST', body });"],
  ["a comment that names another class", { "main.js": `/** @param {import("twilio").Twilio} client */ export function f(client) { return /*?*/client.messages.create({ body }); }` }, "main.js"],
  ["a comment about another parameter", { "main.js": `/** @param {import("openai").OpenAI} client */ export function f(client, other) { return /*?*/other${ask} }` }, "main.js"],
  ["a comment of another function", { "main.js": `/** @param {import("openai").OpenAI} client */ export function g(client) { return client; }\nexport function f(client) { return /*?*/client${ask} }` }, "main.js"],
  ["a comment that is no documentation", { "main.js": `// @param {import("openai").OpenAI} client\nexport function f(client) { return /*?*/client${ask} }` }, "main.js"],
  ["a stream of rows", `import { db } from "./gone.js"; for await (const row of /*?*/db.stream(query)) { show(row.text, row.usage, row.choices[0].label); }`],
  ["a helper that hands back something else", `${openai}function signed(c, other) { return other; } const c = signed(new OpenAI(), backend); /*?*/c${ask}`],
  ["a wider type of something else", `import type { Runnable } from "@langchain/core/runnables"; class A { private model: Runnable; constructor(model) { this.model = prompt; } f() { return /*?*/this.model.invoke(messages); } }`],
  ["a dispatcher of many commands", { "main.ts": `import { handle } from "./handle.js"; /*?*/handle(command);`, "handle.ts": `import * as own from "./commands.js"; export async function handle(command) { switch (command.name) { ${Array.from({ length: 9 }, (_, i) => `case "c${i}": return await own.c${i}(command);`).join(" ")} default: throw new Error(command.name); } }`, "commands.ts": `import { generateText } from "ai"; ${Array.from({ length: 8 }, (_, i) => `export const c${i} = async (command) => save(command);`).join(" ")} export const c8 = async (command) => generateText({ model, prompt: command.text });` }],
  ["a result that says nothing of the reply", chain("if (q === 'x') return 0; await NEXT(q); const done = new Date(); return done;", "return (await generateText({ prompt: q })).text;")],
  ["a result that waits for something else", chain("const asked = NEXT(q); await asked; const saved = await save(q); return saved;", "return (await generateText({ prompt: q })).text;")],
  ["a model that embeds", `import { BedrockRuntimeClient, InvokeModelCommand } from "@aws-sdk/client-bedrock-runtime"; export class BedrockEmbedder { client = new BedrockRuntimeClient({}); async run(body: string) { const command = new InvokeModelCommand({ modelId, body }); return await /*?*/this.client.send(command); } }`],
  ["functions that call each other for ever", { "main.ts": `import { a } from "./a.js"; /*?*/a();`, "a.ts": `import { b } from "./b.js"; export const a = () => b().next;`, "b.ts": `import { a } from "./a.js"; export const b = () => a().next;` }],
  ["an import of a file that is missing", `import { ask } from "./gone.js"; /*?*/ask("hi");`],
  ["a name alone", `import { llm } from "./gone.js"; /*?*/llm.complete("hi");`],
  ["awaited, but used as anything", `import { api } from "./gone.js"; const page = await /*?*/api.list(messages); if (page.items.length) show(page.items);`],
];

function named([name, files, main = "main.ts"]: Way): { name: string; files: Way[1]; main: string } {
  return { name, files, main };
}

function filesOf(files: Way[1], main: string): Readonly<Record<string, string>> {
  return typeof files === "string" ? { [main]: files } : files;
}

describe.each(Object.entries({ ...ways, "a request object": sent }))("a model call is seen through %s", (_group, table) => {
  it.each(table.map(named))("$name", ({ files, main }) => {
    expect(isModelCall(filesOf(files, main), main)).toBe(true);
  });
});

describe("a look-alike is no model call", () => {
  it.each(lookalikes.map(named))("$name", ({ files, main }) => {
    expect(isModelCall(filesOf(files, main), main)).toBe(false);
  });
});
