import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const SETUP = 'import OpenAI from "openai";\nimport { answer, tasks, tools } from "./setup.js";\nconst client = new OpenAI();\n';
const TURN = `
    const { choices: [{ message }] } = await client.chat.completions.create({ model: "m", messages, tools });
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    messages.push(...(await answer(message.tool_calls)));
`;

function rulesOf(text: string): Set<string> {
  return new Set(throughEngine({ path: "snippet.ts", text }).map(({ rule }) => rule));
}

const over = (list: string, before = ""): Set<string> => rulesOf(`${SETUP}${before}\nexport async function run(messages: any[]) {\n  for (const turn of ${list}) {${TURN}  }\n  throw new Error("over");\n}\n`);

describe("a list that only counts turns is a ceiling", () => {
  it.each([
    ["a length", "Array.from({ length: 18 })"],
    ["a length and a function", "Array.from({ length: 18 }, (_, i) => i)"],
    ["the keys of a list", "Array(18).keys()"],
    ["a spread", "[...Array(18).keys()]"],
    ["a filled list", "new Array(18).fill(0)"],
    ["a constant", "TURNS", "const TURNS = Array.from({ length: 18 }, (_, i) => i + 1);"],
    ["a named length", "Array.from({ length: MAX })", "const MAX = 18;"],
    ["numbers", "[1, 2, 3, 4, 5, 6, 7]"],
  ])("%s", (_: string, list: string, before?: string) => {
    const found = over(list, before);
    expect(found).toContain("require-budget");
    expect(found).toContain("require-progress-check");
    expect(found).not.toContain("no-unbounded-loop");
  });

  it.each([
    ["few turns", "Array.from({ length: 4 })"],
    ["the work itself", "tasks"],
    ["a plan that is written down", '["read", "plan", "write", "test", "review", "mend", "ship"]'],
    ["a copy of the work", "Array.from(tasks)"],
  ])("but not %s", (_, list) => {
    expect(over(list)).not.toContain("require-budget");
  });

  it("more turns than anybody waits for are none", () => {
    expect(over("Array.from({ length: 1_000_000 })")).toContain("no-unbounded-loop");
  });

  it("a generator that counts is no endless one", () => {
    const found = over("range(20)", "function* range(n: number) {\n  for (let i = 0; i < n; i++) yield i;\n}");
    expect(found).not.toContain("no-ineffective-limit");
    expect(found).not.toContain("no-unbounded-loop");
    expect(over("rounds()", "function* rounds() {\n  for (let i = 0; ; i++) {\n    if (i > 9) return;\n    yield i;\n  }\n}")).not.toContain("no-ineffective-limit");
    expect(over("rounds()", "function* rounds() {\n  for (let i = 0; ; i++) yield i;\n}")).toContain("no-ineffective-limit");
  });
});

describe("a signal with a timeout is a budget, also when a caller may give another one", () => {
  const loop = (before: string, asks: string): string => `${SETUP}${before}\n  for (let turn = 0; turn < 40; turn++) {\n    ${asks}${TURN}  }\n  throw new Error("over");\n`;
  it.each([
    ["a parameter", loop("export async function run(messages: any[], signal = AbortSignal.timeout(60_000)) {", "signal.throwIfAborted();") + "}\n"],
    ["an option", loop("export async function run(messages: any[], { signal = AbortSignal.timeout(60_000) }: { signal?: AbortSignal } = {}) {", "if (signal.aborted) throw signal.reason;") + "}\n"],
    ["a name that is taken out", loop("export async function run(messages: any[], options: { signal?: AbortSignal }) {\n  const { signal = AbortSignal.timeout(60_000) } = options;", "signal.throwIfAborted();") + "}\n"],
    ["a field", loop("export class Desk {\n  private readonly signal = AbortSignal.timeout(60_000);\n  async run(messages: any[]) {", "this.signal.throwIfAborted();") + "}\n}\n"],
    ["a field that the constructor takes", loop("export class Desk {\n  constructor(private signal = AbortSignal.timeout(60_000)) {}\n  async run(messages: any[]) {", "if (this.signal.aborted) return undefined;") + "}\n}\n"],
  ])("as %s", (_, text) => {
    expect(rulesOf(text)).not.toContain("require-budget");
  });

  it.each([
    ["a caller's signal", loop("export async function run(messages: any[], signal: AbortSignal) {", "signal.throwIfAborted();") + "}\n"],
    ["a controller of its own", loop("export class Desk {\n  constructor(private signal = new AbortController().signal) {}\n  async run(messages: any[]) {", "this.signal.throwIfAborted();") + "}\n}\n"],
  ])("but not as %s", (_, text) => {
    expect(rulesOf(text)).toContain("require-budget");
  });
});
