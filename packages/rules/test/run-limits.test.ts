import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const RULES = new Set(["no-unbounded-run", "no-unbounded-retry", "no-ineffective-limit", "no-forced-tool-choice", "require-abort-signal"]);

/** Lints a snippet; the lines that end in `// ! rule` have to be reported, and no others. */
function check(code: string): void {
  const settings = /^\/\/ settings: (\{.*\})/m.exec(code)?.[1];
  const found = throughEngine({ path: "snippet.ts", text: code, settings: settings === undefined ? {} : (JSON.parse(settings) as Record<string, unknown>) })
    .filter(({ rule }) => RULES.has(rule))
    .map(({ rule, line }) => `${line} ${rule}`);
  const expected = code.split("\n").flatMap((line, i) => {
    const rule = /\/\/ ! ([\w-]+)/.exec(line)?.[1];
    return rule === undefined ? [] : [`${i + 1} ${rule}`];
  });
  expect(found).toEqual(expected);
}

const AI = 'import { generateText, hasToolCall, isLoopFinished, stepCountIs, streamText } from "ai";\nimport { model, tools } from "./setup.js";\n';

describe("a stop condition of `ai`", () => {
  it.each([
    ["a count", "stepCountIs(20)"],
    ["a count beside a tool", '[hasToolCall("done"), stepCountIs(20)]'],
    ["a predicate over the steps", "({ steps }) => steps.length >= 8"],
    ["a predicate the other way round", "(o) => 8 <= o.steps.length"],
    ["a cost", "({ steps }) => steps.reduce((n, s) => n + (s.usage.totalTokens ?? 0), 0) > 50_000"],
    ["a loop over usage", "({ steps }) => { let total = 0; for (const s of steps) total += s.usage.totalTokens ?? 0; return total > 90_000; }"],
    ["a clock", "() => Date.now() > Number(process.hrtime.bigint())"],
    ["an early way out and a count", "({ steps }) => { if (steps.length > 12) return true; return steps.at(-1)?.finishReason === 'stop'; }"],
    ["either", "({ steps }) => steps.at(-1)?.text === 'x' || steps.length >= 10"],
    ["what cannot be read", "makeCondition()"],
    ["one of two counts", "process.env.FAST ? stepCountIs(5) : stepCountIs(20)"],
    ["nothing but a default", "undefined"],
  ])("is enough: %s", (_, condition) => {
    check(`${AI}export const go = (prompt: string) => generateText({ model, prompt, tools, stopWhen: ${condition} });\n`.replace("steps.at(-1)?.text === 'x' ||", "steps.at(-1)?.toolCalls.length === 0 ||"));
  });

  it.each([
    ["a tool alone", 'hasToolCall("done")'],
    ["an empty list", "[]"],
    ["for ever", "isLoopFinished()"],
    ["for ever, uncalled", "isLoopFinished"],
    ["no whole number", "stepCountIs(2.5)"],
    ["a negative count", "stepCountIs(-1)"],
    ["infinity", "stepCountIs(Infinity)"],
    ["far too many", "stepCountIs(Number.MAX_SAFE_INTEGER)"],
    ["constantly false", "() => false"],
    ["the model's own word", "({ steps }) => steps.at(-1)?.finishReason === 'stop'"],
    ["what the model calls", "({ steps }) => steps.some((s) => s.toolCalls.some((c) => c.toolName === 'done'))"],
    ["a count and the model", "({ steps }) => steps.length > 3 && steps.at(-1)?.toolCalls.length === 0"],
    ["the wrong way round", "({ steps }) => steps.length < 20"],
  ])("is not enough: %s", (_, condition) => {
    check(`${AI}export const go = (prompt: string) => generateText({ model, prompt, tools, stopWhen: ${condition} }); // ! no-unbounded-run\n`);
  });
});

describe("a limit is read", () => {
  it.each([
    ["through a constant object and a spread", "const LIMITS = { max_iterations: 9 };", "...LIMITS"],
    ["from an object that grows later", "const extra: { max_iterations?: number } = {}; extra.max_iterations = 9;", "...extra"],
    ["from a helper", "const limits = () => ({ max_iterations: 9 });", "...limits()"],
    ["with a default", "declare const wanted: number | undefined;", "max_iterations: wanted ?? 12"],
    ["where it may be given", "declare const wanted: number | undefined;", "...(wanted && { max_iterations: wanted })"],
    ["where nobody knows", 'import { limits } from "./setup.js";', "...limits"],
    ["from a class constant", "class Limits { static readonly STEPS = 9; }", "max_iterations: Limits.STEPS"],
  ])("%s", (_, before, option) => {
    check(`import Anthropic from "@anthropic-ai/sdk";\nimport { tools, messages } from "./setup.js";\n${before}\nconst client = new Anthropic();\nexport const run = client.beta.messages.toolRunner({ model: "m", max_tokens: 9, messages, tools, ${option} });\n`);
  });

  it.each([
    ["nothing", ""],
    ["nought", ", max_iterations: 0"],
    ["the last one of two", ", max_iterations: 5, ...{ max_iterations: Infinity }"],
    ["undefined", ", max_iterations: undefined"],
  ])("and missed: %s", (_, option) => {
    check(`import Anthropic from "@anthropic-ai/sdk";\nimport { tools, messages } from "./setup.js";\nconst client = new Anthropic();\nexport const run = client.beta.messages.toolRunner({ model: "m", max_tokens: 9, messages, tools${option} }); // ! no-unbounded-run\n`);
  });

  it("bound to an agent in a field", () => {
    check(`
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { llm, tools } from "./setup.js";
export class Desk {
  private readonly agent = createReactAgent({ llm, tools }).withConfig({ recursionLimit: 100_000 });
  ask(text: string) {
    return this.agent.invoke({ messages: [text] });
  }
}`.replace("100_000 });", "100_000 }); // ! no-unbounded-run"));
  });

  it("from a reader that leaves, a race and a runner that is aborted", () => {
    check(`
import { query } from "@anthropic-ai/claude-agent-sdk";
export async function a(prompt: string) {
  let n = 0;
  for await (const m of query({ prompt })) if (++n > 50) break;
}
export async function b(prompt: string, timeout: Promise<never>) {
  return Promise.race([query({ prompt }).next(), timeout]);
}
export async function c(prompt: string) {
  const run = query({ prompt });
  setTimeout(() => void run.interrupt(), 60_000);
  for await (const m of run) console.log(m);
}
export async function d(prompt: string) {
  for await (const m of query({ prompt })) console.log(m); // ! no-unbounded-run
}`);
  });

  it("of a run that any of its tools ends", () => {
    const file = (stops: string, mark = ""): string => `${AI}import { ask, look } from "./tools.js";\nexport const go = (prompt: string) => generateText({ model, prompt, tools: { ask, look }, stopWhen: hasToolCall(${stops}) });${mark}\n`;
    check(file('"ask", "look"'));
    check(file('"ask"', " // ! no-unbounded-run"));
  });

  it("of a single call, which is no run", () => {
    check(`${AI}export const a = (prompt: string) => generateText({ model, prompt, tools });\nexport const b = (prompt: string) => streamText({ model, prompt, stopWhen: isLoopFinished() });\n`);
  });
});

describe("a library's retry", () => {
  const head = 'import retry from "async-retry";\nimport pRetry from "p-retry";\nimport { generateText } from "ai";\nimport { fetchPage, model } from "./setup.js";\nconst ask = () => generateText({ model, prompt: "x" });\n';
  it.each([
    ["its default", "pRetry(ask)"],
    ["a time limit", "pRetry(ask, { retries: Infinity, maxRetryTime: 60_000 })"],
    ["a signal", "pRetry(ask, { retries: Infinity, signal: AbortSignal.timeout(9_000) })"],
    ["a predicate that counts", "pRetry(ask, { retries: Infinity, shouldRetry: ({ attemptNumber }) => attemptNumber < 4 })"],
    ["nothing that asks a model", "pRetry(() => fetchPage(), { retries: Infinity })"],
    ["an attempt it compares", "retry(async (bail, attempt) => { if (attempt > 3) bail(new Error()); return ask(); }, { forever: true })"],
  ])("is capped by %s", (_, call) => check(`${head}export const go = () => ${call};\n`));

  it.each([
    ["by name", "pRetry(ask, { retries: Infinity })"],
    ["round a run in a function", "pRetry(() => ask(), { retries: Number.POSITIVE_INFINITY })"],
    ["for ever", "retry(() => ask(), { forever: true, minTimeout: 9 })"],
    ["with a predicate that only looks at the error", "pRetry(ask, { retries: Infinity, shouldRetry: ({ error }) => error.name !== 'Auth' })"],
  ])("has no cap: %s", (_, call) => check(`${head}export const go = () => ${call}; // ! no-unbounded-retry\n`));
});

describe("a limit without effect", () => {
  it.each([
    ["that is NaN, with a text to fall back on", 'const maxTurns = parseInt(process.env["MAX"] ?? "20", 10); // ! no-ineffective-limit'],
    ["that is NaN, by a plus", "const maxTurns = +(process.env.MAX as string); // ! no-ineffective-limit"],
    ["that falls back", "const maxTurns = Number(process.env.MAX) || 20;"],
    ["that is checked", 'const maxTurns = Number(process.env.MAX);\nif (Number.isNaN(maxTurns)) throw new Error("MAX");'],
    ["that is compared with nought", "const wanted = Number(process.env.MAX);\nconst maxTurns = wanted > 0 ? wanted : 10;"],
  ])("%s", (_, line) => check(`import { run } from "@openai/agents";\nimport { agent } from "./agent.js";\n${line}\nexport const go = (q: string) => run(agent, q, { maxTurns });\n`));

  it("raised again and again, but not once and not by a person", () => {
    const loop = (raise: string, mark = ""): string => `// settings: {"modelCalls":["conv.request"]}
export async function go(conv: Conv, confirmByUser: () => Promise<boolean>) {
  let cap = 25;
  let more = false;
  for (let n = 0; n < cap; n++) {${mark}
    const r = await conv.request();
    if (!r.toolCalls.length) return r;
    ${raise}
  }
  throw new Error("limit" + String(more));
}`;
    check(loop("if (n === cap - 1) cap = cap + 25;", " // ! no-ineffective-limit"));
    check(loop("if (n === cap - 1 && !more) { more = true; cap += 5; }"));
    check(loop("if (n === cap - 1 && (await confirmByUser())) cap += 5;"));
  });

  it("that a missing number lifts, but not a default or a caller that gives it", () => {
    const loop = (head: string, test: string, mark = "", after = ""): string => `// settings: {"modelCalls":["llm.ask"]}
import { llm } from "./setup.js";
${head}
  for (let i = 0; ${test}; i++) {${mark}
    const r = await llm.ask();
    if (r.done) return r.text;
  }
  throw new Error("limit");
}
${after}`;
    const bad = " // ! no-ineffective-limit";
    check(loop("export async function go(o: { max?: number }) {", "!o.max || i < o.max", bad));
    check(loop("export async function go(max?: number) {", "i < (max ?? Infinity)", bad));
    check(loop("export async function go(max: number | null) {", "max == null || i < max", bad));
    check(loop("export async function go(max = 20) {", "max === 0 || i < max"));
    check(loop("async function go(max?: number) {", "max === undefined || i < max", "", "export const run = () => go(12);"));
  });

  it("declared and not used, but not where it may be used", () => {
    const fn = (parameter: string, body: string, mark = ""): string => `// settings: {"modelCalls":["llm.ask"]}
import { llm, start } from "./setup.js";
type Options = { task: string; maxSteps: number };
export async function go(${parameter}) {${mark}
  ${body}
  for (let i = 0; i < 9; i++) {
    const r = await llm.ask();
    if (r.done) return r.text;
  }
  throw new Error("limit");
}`;
    const bad = " // ! no-ineffective-limit";
    check(fn("options: Options", "start(options.task);", bad));
    check(fn("{ task }: Options", "start(task);", bad));
    check(fn("task: string, maxSteps = 5", "start(task);", bad));
    check(fn("options: Options", "start(options);"));
    check(fn("{ task, ...rest }: Options", "start(task, rest);"));
    check(fn("options: Options", "start(options.maxSteps);"));
  });

  it("that the model chooses, unless the schema or the code cuts it", () => {
    const tool = (schema: string, value: string, mark = ""): string => `
import { z } from "zod";
import { createTool } from "@mastra/core/tools";
import { Agent } from "@mastra/core/agent";
declare const worker: Agent;
export const delegate = createTool({
  id: "delegate",
  inputSchema: z.object({ task: z.string(), maxSteps: ${schema} }),
  execute: async ({ task, maxSteps }) => (await worker.generate(task, { maxSteps: ${value} })).text,${mark}
});`;
    check(tool("z.number()", "maxSteps", " // ! no-ineffective-limit"));
    check(tool("z.number().max(10)", "maxSteps"));
    check(tool("z.number()", "Math.min(maxSteps, 8)"));
  });
});

describe("a suggestion", () => {
  // A budget goes along where the SDK takes one, so that no other rule speaks up; here only the count matters.
  const mended = (text: string): string | undefined =>
    throughEngine({ path: "snippet.ts", text })
      .find(({ rule }) => rule === "no-unbounded-run")
      ?.mends[0]?.result.replaceAll("isStepCount", "stepCountIs") // its name up to version 6 of the SDK
      .replace(/, \{ signal: AbortSignal\.timeout\([^)]*\) \}|, (?:abortSignal|signal): AbortSignal\.timeout\([^)]*\)/, "");

  it("adds a count to a condition, and imports it", () => {
    expect(mended('import { ToolLoopAgent, hasToolCall } from "ai";\nimport { model, tools } from "./setup.js";\nexport const a = new ToolLoopAgent({ model, tools, stopWhen: hasToolCall("done") });\n')).toBe(
      'import { ToolLoopAgent, hasToolCall, stepCountIs } from "ai";\nimport { model, tools } from "./setup.js";\nexport const a = new ToolLoopAgent({ model, tools, stopWhen: [hasToolCall("done"), stepCountIs(20)] });\n',
    );
  });

  it("joins a list, and replaces a count that never comes", () => {
    const file = (condition: string): string => `import { generateText, hasToolCall, stepCountIs } from "ai";\nimport { model, tools } from "./setup.js";\nexport const a = () => generateText({ model, prompt: "x", tools, stopWhen: ${condition} });\n`;
    expect(mended(file('[hasToolCall("a")]'))).toBe(file('[hasToolCall("a"), stepCountIs(20)]'));
    expect(mended(file("stepCountIs(0)"))).toBe(file("stepCountIs(20)"));
  });

  it("writes a number into the options, or options where there are none", () => {
    const file = (options: string): string => `import Anthropic from "@anthropic-ai/sdk";\nimport { messages, tools } from "./setup.js";\nconst client = new Anthropic();\nexport const run = client.beta.messages.toolRunner({\n${options}  messages,\n  tools,\n});\n`;
    expect(mended(file(""))).toBe(file("  max_iterations: 20,\n"));
    expect(mended(file("").replace("({\n", "({ // as agreed\n"))).toBe(file("  max_iterations: 20,\n").replace("({\n", "({ // as agreed\n"));
    const agents = (options: string): string => `import { Agent, run } from "@openai/agents";\nexport const go = (a: Agent) => run(a, "x"${options});\n`;
    expect(mended(agents(", { maxTurns: null }"))).toBe(agents(", { maxTurns: 20 }"));
  });
});

describe("a limit in options that stand elsewhere", () => {
  it("is mended together with the deadline that belongs beside it", () => {
    const file = (options: string): string => `import { createReactAgent } from "@langchain/langgraph/prebuilt";\nimport { llm, tools } from "./setup.js";\nconst graph = createReactAgent({ llm, tools });\nconst config = {\n  ${options},\n  configurable: { thread_id: "1" },\n};\nexport const go = (messages: any) => graph.invoke({ messages }, config);\n`;
    const [finding] = throughEngine({ path: "snippet.ts", text: file("recursionLimit: 20000000000"), preset: "strict" }).filter(({ rule }) => rule === "no-unbounded-run");
    expect(finding?.mends.map(({ title, result }) => ({ title, result }))).toEqual([{ title: "End the run after 20 steps or 10 minutes", result: file("recursionLimit: 20,\n  signal: AbortSignal.timeout(10 * 60_000)") }]);
  });
});

describe("a run that would end at a count without a word, and whose text is handed on unasked", () => {
  const file = (options: string): string => `import { OpenRouter, callModel } from "@openrouter/agent";\nimport { tools } from "./setup.js";\nconst client = new OpenRouter();\nexport const research = (input: string) => callModel(client, { model: "m", input, tools }${options}).getText();\n`;
  it("is ended by a deadline, which throws", () => {
    const [finding] = throughEngine({ path: "snippet.ts", text: file("") }).filter(({ rule }) => rule === "no-unbounded-run");
    expect(finding?.mends.map(({ title, result }) => ({ title, result }))).toEqual([{ title: "End the run after 10 minutes", result: file(", { signal: AbortSignal.timeout(10 * 60_000) }") }]);
    expect(throughEngine({ path: "snippet.ts", text: finding?.mends[0]?.result ?? "" })).toEqual([]);
  });
});

describe("a step that is repeated", () => {
  const flow = (condition: string): string =>
    `import { Agent } from "@mastra/core/agent";\nimport { createStep, createWorkflow } from "@mastra/core/workflows";\nimport { schema } from "./setup.js";\nconst writer = new Agent({ name: "w", instructions: "Write.", model: "m" });\nconst draft = createStep({ id: "d", execute: async () => (await writer.generate("go", { structuredOutput: { schema } })).object });\nconst isApproved = ({ inputData }: any) => inputData.approved;\nexport const leaflet = createWorkflow({ id: "leaflet" })\n  ${condition}\n  .commit();\n`;
  it("is reported at its condition, and mended there", () => {
    check(flow(".dountil(draft, async ({ inputData }) => inputData.approved) // ! no-unbounded-run"));
    check(flow(".dowhile(draft, async ({ inputData }) => !inputData.approved) // ! no-unbounded-run"));
    check(flow(".dountil(draft, isApproved) // ! no-unbounded-run"));
    check(flow(".dountil(draft, async ({ inputData, iterationCount }) => inputData.approved || iterationCount >= 4)"));
    check(flow(".dowhile(draft, async ({ inputData, iterationCount }) => iterationCount < 4 && !inputData.approved)"));
  });
});

describe("another suggestion", () => {
  const mends = (text: string, wanted: string): string[] => throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => rule === wanted).flatMap((finding) => finding.mends.map(({ result }) => result));

  it("passes a signal on", () => {
    const file = (options: string): string => `import { generateText } from "ai";\nimport { model } from "./setup.js";\nexport const go = async (signal: AbortSignal) => generateText({ ${options} });\n`;
    expect(mends(file('model, prompt: "x"'), "require-abort-signal")).toEqual([file('model, prompt: "x", abortSignal: signal')]);
  });

  it("falls back to the number that stands in the text", () => {
    const file = (value: string): string => `import { run } from "@openai/agents";\nimport { agent } from "./agent.js";\nconst maxTurns = ${value};\nexport const go = (q: string) => run(agent, q, { maxTurns });\n`;
    expect(mends(file('Number(process.env.MAX ?? "12")'), "no-ineffective-limit")).toEqual([file('Number(process.env.MAX ?? "12") || 12')]);
    expect(mends(file("Number(process.env.MAX)"), "no-ineffective-limit")).toEqual([]);
  });
});

describe("a strategy that says whether a run goes on", () => {
  const run = (strategy: string, loud: boolean): string =>
    `import { chat, combineStrategies, maxIterations, untilFinishReason } from "@tanstack/ai";\nimport { adapter, other, tools } from "./setup.js";\nexport const go = (messages: any) => chat({ adapter, messages, tools, agentLoopStrategy: ${strategy} });${loud ? " // ! no-unbounded-run" : ""}\n`;

  it.each([
    ["the model's own reason", 'untilFinishReason(["stop"])'],
    ["several that only the model ends", 'combineStrategies([untilFinishReason(["stop"]), ({ messages }) => messages.at(-1).content !== "done"])'],
    ["a function that asks the model's reason", '({ finishReason }) => finishReason !== "stop"'],
    ["always", "() => true"],
    ["infinitely many turns", "maxIterations(Infinity)"],
  ])("has no end: %s", (_, strategy) => {
    check(run(strategy, true));
  });

  it.each([
    ["a count", "maxIterations(12)"],
    ["a count among several", 'combineStrategies([untilFinishReason(["stop"]), maxIterations(12)])'],
    ["a count of one's own", "({ iterationCount }) => iterationCount < 12"],
    ["a count that says no early", '(state) => { if (state.iterationCount >= 12) return false; return state.finishReason !== "stop"; }'],
    ["the messages", "({ messages }) => messages.length < 40"],
    ["another one that cannot be read", 'combineStrategies([untilFinishReason(["stop"]), other])'],
  ])("ends by %s", (_, strategy) => {
    check(run(strategy, false));
  });
});

describe("options that take a default away", () => {
  const agent = (made: string, given: string): string => `import { ReActAgent } from "beeai-framework/agents/react/agent";\nimport { llm, memory, tools, options } from "./setup.js";\nconst agent = new ReActAgent({ llm, memory, tools${made} });\nexport const go = (prompt: string) => agent.run({ prompt }${given});`;

  it("by an object without the number", () => {
    check(`${agent("", ", { execution: { maxRetriesPerStep: 3 } }")} // ! no-unbounded-run\n`);
    check(`${agent(", execution: { totalMaxRetries: 9 }", "").replace(" });\n", " }); // ! no-unbounded-run\n")}\n`);
  });

  it.each([
    ["the number is there", "", ", { execution: { maxRetriesPerStep: 3, maxIterations: 9 } }"],
    ["nothing is given", "", ", { signal: AbortSignal.timeout(9000) }"],
    ["it cannot be seen", "", ", { execution: options }"],
  ])("not when %s", (_, made, given) => {
    check(`${agent(made, given)}\n`);
  });
});

describe("a session that calls its functions by itself", () => {
  const session = (given: string): string => `import { defineChatSessionFunction, LlamaChatSession } from "node-llama-cpp";\nimport { sequence, read } from "./setup.js";\nconst functions = { read: defineChatSessionFunction({ description: "x", handler: async () => read() }) };\nexport async function ask(question: string) {\n  const session = new LlamaChatSession({ contextSequence: sequence });\n  return session.prompt(question${given}`;

  it("has no limit of its own", () => {
    check(`${session(", { functions }); // ! no-unbounded-run")}\n}\n`);
  });
  it.each([
    ["tokens", ", { functions, maxTokens: 2000 });"],
    ["time", ", { functions, signal: AbortSignal.timeout(9000) });"],
    ["having no functions", ");"],
  ])("is ended by %s", (_, given) => {
    check(`${session(given)}\n}\n`);
  });
});

describe("a condition that counts only what it is told to", () => {
  const agent = (given: string): string => `import { createAgent, modelCallLimitMiddleware } from "langchain";\nimport { limits, model, tools } from "./setup.js";\nexport const agent = createAgent({ model, tools, middleware: [modelCallLimitMiddleware(${given})] });`;

  it.each([["nothing", ""], ["something else", '{ exitBehavior: "error" }'], ["no value", "{ runLimit: undefined }"]])("is none with %s", (_, given) => {
    check(`${agent(given)} // ! no-ineffective-limit\n`);
  });
  it.each([["a number for the run", "{ runLimit: 8 }"], ["a number for the thread", "{ threadLimit: 20 }"], ["what cannot be seen", "limits"]])("may be one with %s", (_, given) => {
    check(`${agent(given)}\n`);
  });
});

describe("a graph that is run without a limit", () => {
  const graph = (body: string, run: string): string =>
    `import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";\nimport { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";\nimport { State, think, tools, route, plan } from "./setup.js";\nconst app = ${body};\nexport const go = (messages: any) => ${run}`;
  const asks = 'new StateGraph(State).addNode("agent", think).addNode("tools", new ToolNode(tools)).addEdge(START, "agent").addConditionalEdges("agent", toolsCondition).addEdge("tools", "agent").compile()';
  const chosen = (body: string): string => `new StateGraph(State).addNode("lead", async (s) => ({ next: await plan(s), rounds: s.rounds + 1 })).addNode("work", think).addEdge(START, "lead").addConditionalEdges("lead", ${body}).addEdge("work", "lead").compile()`;

  it.each([
    ["a ready-made router", asks, "app.invoke({ messages }, { recursionLimit: Infinity });"],
    ["a ready-made router and a map", asks.replace("toolsCondition)", "toolsCondition, { tools: 'tools', [END]: END })"), "app.stream({ messages }, { recursionLimit: Number.MAX_SAFE_INTEGER });"],
    ["a name in the state", chosen("(s) => s.next"), "app.invoke({ messages }, { recursionLimit: Infinity });"],
  ])("goes round for ever: %s", (_, body, run) => {
    check(`${graph(body, run)} // ! no-unbounded-run\n`);
  });

  it("goes round for ever when the limit is lifted where it is made", () => {
    check(`import { START, StateGraph } from "@langchain/langgraph";\nimport { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";\nimport { State, think, tools } from "./setup.js";\nconst app = ${asks.replace(".compile()", "\n  .compile()\n  .withConfig({ recursionLimit: Infinity }); // ! no-unbounded-run")}\nexport const go = (messages: any) => app.invoke({ messages });\n`);
  });

  it("goes round for ever by commands", () => {
    check(`${graph('new StateGraph(State).addNode("lead", async (s) => { const next = await plan(s); return new Command({ goto: next }); }, { ends: ["work", END] }).addNode("work", think).addEdge(START, "lead").addEdge("work", "lead").compile()', "app.invoke({ messages }, { recursionLimit: Infinity });")} // ! no-unbounded-run\n`);
  });

  it.each([
    ["a count on a way whose others cannot be read", chosen("(s) => { if (s.rounds > 6) return END; return s.next; }"), "app.invoke({ messages }, { recursionLimit: Infinity });"],
    ["a router of another file, which may count", chosen("route"), "app.invoke({ messages }, { recursionLimit: Infinity });"],
    ["its default", asks, "app.invoke({ messages });"],
    ["a number", asks, "app.invoke({ messages }, { recursionLimit: 60 });"],
  ])("may end by %s", (_, body, run) => {
    check(`${graph(body, run)}\n`);
  });
});

describe("a run whose messages are read one by one", () => {
  const desk = (head: string, test: string, more = ""): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { tools } from "./setup.js";
    const anthropic = new Anthropic();
    ${more}
    export async function brief(topic) {
      ${head}
      const runner = anthropic.beta.messages.toolRunner({ model: "m", max_tokens: 900, messages: [{ role: "user", content: topic }], tools });${test === "" ? " // ! no-unbounded-run" : ""}
      for await (const message of runner) {
        ${test}
        console.log(message.content);
      }
    }
  `;
  it.each([
    ["left at a number", "let seen = 0;", "if (++seen === 8) break;"],
    ["left when its count is a number", "let seen = 0;", "seen += 1;\nif (seen === 8) return;"],
    ["left by a function that compares", "let seen = 0;\nconst enough = () => seen++ > 8;", "if (enough()) break;"],
    ["left by an object that compares", "const watch = new Watch();", "if (watch.over) break;", "class Watch { end = Date.now() + 60_000; get over() { return Date.now() > this.end; } }"],
  ])("is silent where it is %s", (_, head, test, more = "") => {
    check(desk(head, test, more));
  });
  it("is reported where nothing leaves it", () => {
    check(desk("", ""));
  });
});

describe("an agent of a class of one's own", () => {
  const clerk = (options: string, report: boolean): string => `
    import { ToolLoopAgent, hasToolCall, stepCountIs } from "ai";
    import { model, tools } from "./setup.js";
    export class Clerk extends ToolLoopAgent {
      constructor(private readonly desk: string) {
        super({
          model,
          tools,
          ${options}${report ? " // ! no-unbounded-run" : ""}
        });
      }
    }
  `;
  it("is read where it hands its options to the class of the SDK", () => {
    check(clerk('stopWhen: hasToolCall("assess"),', true));
    check(clerk('stopWhen: [hasToolCall("assess"), stepCountIs(12)],', false));
    check(clerk("", false));
  });
});
