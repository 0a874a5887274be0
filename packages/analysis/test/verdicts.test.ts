import { analyse, DEFAULT_SETTINGS, printModel } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";
import { describe, expect, it } from "vitest";
import { MemorySources } from "./memory-sources.js";

type Files = Readonly<Record<string, string>>;

/** The verdict about every agent loop and run of `main.ts`: `while no`, `run unknown`; `none` when there is none. */
function verdict(program: string | Files): string {
  const files = typeof program === "string" ? { "main.ts": program } : program;
  const text = files["main.ts"] ?? "";
  const parsed = parseText("/main.ts", text);
  if (!parsed.ok) throw new Error(`main.ts does not parse: ${parsed.failure.message}`);
  const port = new MemorySources(files);
  const model = analyse({ file: { path: "/main.ts", text, program: parsed.program }, settings: DEFAULT_SETTINGS, port });
  expect(model.failure).toBeUndefined();
  for (const loop of model.loops.filter(({ bounded }) => bounded === "unknown")) expect(loop.doubts.map(({ settledBy }) => settledBy), "an unknown says what would settle it").not.toEqual([]);
  for (const { settledBy } of model.loops.flatMap(({ doubts, budgetDoubts }) => [...doubts, ...budgetDoubts])) expect(settledBy).toBeDefined();
  if (model.runs.some(({ bounded }) => bounded === "unknown")) expect(printModel(model, text)).toMatch(/^ {2}unknown: .*\n {4}settled by /m);
  const verdicts = [...model.loops.map((loop) => `${loop.kind} ${loop.bounded}`), ...model.runs.map((run) => `run ${run.bounded}`)];
  return verdicts.length === 0 ? "none" : verdicts.join(", ");
}

const openai = `import OpenAI from "openai"; const ai = new OpenAI();\n`;
const ai = `import { generateText, streamText } from "ai";\n`;
const kit = `import { createAgent, createNetwork, createTool } from "@inngest/agent-kit";\n`;

/** Pairs of a name, a program and what is said about it. */
const kinds: Readonly<Record<string, readonly (readonly [name: string, program: string | Files, verdict: string])[]>> = {
  "a router that asks for what tools leave behind": [
    ["a field of the state", `${kit}const save = createTool({ name: "save", handler: async ({ text }, { network }) => { network.state.data.answer = text; } });
      const clerk = createAgent({ name: "clerk", tools: [save] });
      export const net = createNetwork({ name: "n", agents: [clerk], router: async ({ network }) => { if (network.state.data.answer) return; return clerk; } });`, "run no"],
    ["an entry of the store", `${kit}const save = createTool({ name: "save", handler: ({ text }, { network }) => { network.state.kv.set("answer", text); } });
      const clerk = createAgent({ name: "clerk", tools: [save] });
      export const net = createNetwork({ name: "n", agents: [clerk], router: ({ network }) => (network.state.kv.get("answer") ? undefined : clerk) });`, "run no"],
    ["two fields, two workers", `${kit}const a = createTool({ name: "a", handler: ({ text }, { network }) => { network.state.data.plan = text; } });
      const b = createTool({ name: "b", handler: ({ text }, { network }) => { network.state.data.review = text; } });
      const planner = createAgent({ name: "p", tools: [a] }); const reviewer = createAgent({ name: "r", tools: [b] });
      export const net = createNetwork({ name: "n", agents: [planner, reviewer], router: ({ network }) => {
        if (!network.state.data.plan) return planner; else if (!network.state.data.review) { return reviewer; } return undefined; } });`, "run no"],
    ["it counts calls as well", `${kit}const save = createTool({ name: "save", handler: ({ text }, { network }) => { network.state.data.answer = text; } });
      const clerk = createAgent({ name: "clerk", tools: [save] });
      export const net = createNetwork({ name: "n", agents: [clerk], router: ({ network, callCount }) => { if (callCount > 9 || network.state.data.answer) return; return clerk; } });`, "run unknown"],
    ["code writes the field", `${kit}const save = createTool({ name: "save", handler: ({ text }, { network }) => { network.state.data.answer = text; } });
      const clerk = createAgent({ name: "clerk", tools: [save] });
      export const net = createNetwork({ name: "n", agents: [clerk], router: ({ network }) => { if (network.state.data.answer) return; return clerk; } });
      setTimeout(() => { net.state.data.answer = "late"; }, 60_000);`, "run unknown"],
    ["nobody here writes it", `${kit}import { clerk } from "./clerk.js";
      export const net = createNetwork({ name: "n", agents: [clerk], router: ({ network }) => { if (network.state.data.answer) return; return clerk; } });`, "run unknown"],
    ["a limit beside it", `${kit}const save = createTool({ name: "save", handler: ({ text }, { network }) => { network.state.data.answer = text; } });
      const clerk = createAgent({ name: "clerk", tools: [save] });
      export const net = createNetwork({ name: "n", maxIter: 12, agents: [clerk], router: ({ network }) => { if (network.state.data.answer) return; return clerk; } });`, "run yes"],
  ],
  "an answer that is made on one way only": [
    ["an object", `${openai}export async function f(messages) { let answer; while (!answer) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      if (!message.tool_calls) answer = { text: message.content }; else messages.push(message, await run(message.tool_calls)); } return answer; }`, "while no"],
    ["an instance", `${openai}export async function f(messages) { let answer; while (!answer) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      if (!message.tool_calls) answer = new Answer(message.content); else messages.push(message, await run(message.tool_calls)); } return answer; }`, "while no"],
    ["a list", `${openai}export async function f(messages) { let answer; do { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      if (!message.tool_calls) answer = [message.content]; else messages.push(message, await run(message.tool_calls)); } while (!answer); return answer; }`, "do-while no"],
    ["a turn is counted", `${openai}export async function f(messages) { let answer; let turn = 0; while (!answer && turn++ < 8) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      if (!message.tool_calls) answer = new Answer(message.content); else messages.push(message, await run(message.tool_calls)); } return answer; }`, "while yes"],
    ["it is made in any case", `${openai}export async function f(messages) { let answer; while (!answer) { answer = new Answer(await ai.chat.completions.create({ model, messages })); messages.push(answer.message); } return answer; }`, "none"],
  ],
  "a list of tool calls that others see": [
    ["it goes into the history", `${openai}export async function go({ reply, messages, turn }) { if (reply.tool_calls.length === 0) return reply; messages.push(reply);
      const next = (await ai.chat.completions.create({ model, messages })).choices[0].message; if (next.tool_calls.length > 0) return go({ reply: next, messages }); return next; }`, "recursion no"],
    ["something looks at it", `${openai}export async function go({ reply, messages }) { if (reply.tool_calls.length === 0) return reply; messages.push(reply, await runAll(reply));
      const next = (await ai.chat.completions.create({ model, messages })).choices[0].message; if (next.tool_calls.length > 0) return go({ reply: next, messages }); return next; }`, "recursion no"],
    ["a list of work is another thing", `${openai}export async function go({ plan, messages }) { if (plan.open.length === 0) return messages; await carryOut(plan);
      const next = (await ai.chat.completions.create({ model, messages })).choices[0].message; messages.push(next); if (next.tool_calls.length > 0) return go({ plan, messages }); return next; }`, "recursion unknown"],
    ["a depth beside it", `${openai}export async function go({ reply, messages, depth = 0 }) { if (reply.tool_calls.length === 0 || depth > 9) return reply; messages.push(reply);
      const next = (await ai.chat.completions.create({ model, messages })).choices[0].message; if (next.tool_calls.length > 0) return go({ reply: next, messages, depth: depth + 1 }); return next; }`, "recursion yes"],
  ],
  "a number that may move out of sight": [
    ["a field of an object that is handed over", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { while (plan.left > 0) { await step(plan);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "while unknown"],
    ["the length of its list", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { while (plan.open.length > 0) { await step(plan);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "while unknown"],
    ["a method of the object", `${openai}export async function f(plan, messages) { for (;;) { await plan.advance(); if (plan.step >= plan.max) return;
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "for unknown"],
    ["in a recursion", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { if (plan.open.length === 0) return; await step(plan);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (message.tool_calls) return f(plan, messages); }`, "recursion unknown"],
    ["nobody else gets it", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { while (plan.left > 0) { await step(messages);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "while no"],
    ["it is no number", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { while (plan.mood === "eager") { await step(plan);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "while no"],
    ["it counts in sight", `${openai}import { step } from "./step.js"; export async function f(plan, messages) { plan.left = 8; while (plan.left > 0) { plan.left--; await step(plan);
      const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "while yes"],
  ],
  "a promise that a timer or an emitter settles": [
    ["a run that is looked at again and again", `${openai}export async function f(thread) { const { id } = await ai.beta.threads.runs.create(thread, { assistant_id });
      const wait = () => new Promise((resolve) => { const timer = setInterval(async () => { const run = await ai.beta.threads.runs.retrieve(id, { thread_id: thread });
        if (run.status === "completed") { clearInterval(timer); resolve("completed"); }
        if (run.status === "requires_action") { clearInterval(timer); const outputs = await carryOut(run.required_action.submit_tool_outputs.tool_calls);
          await ai.beta.threads.runs.submitToolOutputs(id, { thread_id: thread, tool_outputs: outputs }); resolve(run.status); } }, 500); });
      let state = await wait(); while (state === "requires_action") state = await wait(); }`, "while no"],
    ["the same, three times at most", `${openai}export async function f(thread) { const { id } = await ai.beta.threads.runs.create(thread, { assistant_id });
      const wait = () => new Promise((resolve) => { const timer = setInterval(async () => { const run = await ai.beta.threads.runs.retrieve(id, { thread_id: thread });
        if (run.status === "completed") { clearInterval(timer); resolve("completed"); }
        if (run.status === "requires_action") { clearInterval(timer); const outputs = await carryOut(run.required_action.submit_tool_outputs.tool_calls);
          await ai.beta.threads.runs.submitToolOutputs(id, { thread_id: thread, tool_outputs: outputs }); resolve(run.status); } }, 500); });
      let state = await wait(); for (let i = 0; i < 3 && state === "requires_action"; i++) state = await wait(); }`, "for yes"],
    ["the last event of a process asks", `${openai}export async function f(messages) { for (;;) { const reply = await new Promise((resolve) => { const child = spawn("build"); let out = "";
      child.stdout.on("data", (piece) => { out += piece; }); child.on("close", async () => { messages.push({ role: "user", content: out }); resolve(await ai.chat.completions.create({ model, messages })); }); });
      messages.push(reply.choices[0].message); if (!reply.choices[0].message.tool_calls) return reply; } }`, "for no"],
    ["a delay before the question", `${openai}export async function f(messages) { for (;;) { const { message } = await new Promise((resolve, reject) => { setTimeout(() => { ai.chat.completions.create({ model, messages }).then((r) => resolve(r.choices[0]), reject); }, 1000); });
      messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["a delay, and a deadline", `${openai}export async function f(messages) { const end = Date.now() + 60_000; while (Date.now() < end) { const { message } = await new Promise((resolve, reject) => { setTimeout(() => { ai.chat.completions.create({ model, messages }).then((r) => resolve(r.choices[0]), reject); }, 1000); });
      messages.push(message); if (!message.tool_calls) return message; } throw new Error("late"); }`, "while yes"],
    ["a handler that settles nothing", `${openai}export async function f(server, messages) { for (;;) { await new Promise((resolve) => { server.on("request", async (request) => { messages.push(request); messages.push(await ai.chat.completions.create({ model, messages })); }); server.listen(80, resolve); }); } }`, "none"],
  ],
  "time that is given to a turn, or to the cycle": [
    ["the turn looks at its own start", `${openai}export async function f(messages) { for (;;) { const start = Date.now(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; if (Date.now() - start > 30_000) throw new Error("late"); } }`, "for no"],
    ["a deadline that every turn gets anew", `${openai}export async function f(messages) { for (;;) { const end = performance.now() + 9_000; const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; if (performance.now() > end) break; } }`, "for no"],
    ["in a helper", `${openai}async function ask(messages) { const start = Date.now(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (Date.now() - start > 30_000) throw new Error(); return message; }
      export async function f(messages) { for (;;) { const message = await ask(messages); if (!message.tool_calls) return message; } }`, "for no"],
    ["the start is set anew", `${openai}export async function f(messages) { let start = Date.now(); while (Date.now() - start < 30_000) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; start = Date.now(); } }`, "while no"],
    ["a timeout for each question", `${openai}export async function f(messages) { for (;;) { const { message } = (await ai.chat.completions.create({ model, messages }, { signal: AbortSignal.timeout(30_000) })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["a recursion that starts its clock in every call", `${openai}export async function f(messages) { const start = Date.now(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (Date.now() - start > 9_000) throw new Error(); return message.tool_calls ? f(messages) : message; }`, "recursion no"],
    ["one start for all turns", `${openai}export async function f(messages) { const start = Date.now(); for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; if (Date.now() - start > 30_000) throw new Error(); } }`, "for yes"],
    ["the time that has passed, kept in a constant of the turn", `${openai}export async function f(messages) { const start = Date.now(); for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; const passed = Date.now() - start; if (passed > 600_000) throw new Error(); } }`, "for yes"],
    ["the time that is left, kept in a constant of the turn", `${openai}export async function f(messages) { const end = Date.now() + 600_000; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; const left = end - Date.now(); if (left <= 0) throw new Error(); } }`, "for yes"],
    ["the time of the turn, kept in a constant of the turn", `${openai}export async function f(messages) { for (;;) { const start = Date.now(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; const passed = Date.now() - start; if (passed > 600_000) throw new Error(); } }`, "for no"],
    ["a start in the head of the loop", `${openai}export async function f(messages) { for (const end = Date.now() + 9_000; Date.now() < end; ) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } throw new Error(); }`, "for yes"],
    ["one deadline for all turns, read in a helper", `${openai}const isLate = (end) => Date.now() > end;
      export async function f(messages) { const end = Date.now() + 30_000; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; if (isLate(end)) throw new Error(); } }`, "for yes"],
    ["one timeout for all questions", `${openai}export async function f(messages) { const signal = AbortSignal.timeout(30_000); for (;;) { const { message } = (await ai.chat.completions.create({ model, messages }, { signal })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for yes"],
    ["a start that is handed on", `${openai}export async function f(messages, start = Date.now()) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (Date.now() - start > 9_000) throw new Error(); return message.tool_calls ? f(messages, start) : message; }`, "recursion yes"],
    ["a start that an earlier call may have set", `${openai}export async function f(messages, state) { const start = state.start ?? Date.now(); state.start = start; const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (Date.now() - start > 9_000) throw new Error(); return message.tool_calls ? f(messages, state) : message; }`, "recursion yes"],
  ],
  "a recursion that hands on a written value": [
    ["a flag", `${openai}export async function go(task, split = true, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (split) return (await Promise.all(JSON.parse(reply.content).map((part) => go(part, false, notes)))).join(); return reply.content; }`, "recursion yes"],
    ["a number", `${openai}export async function go(task, team = 1, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (team > 1) return (await Promise.all(JSON.parse(reply.content).map((part) => go(part, 1, notes)))).join(); return reply.content; }`, "recursion yes"],
    ["a word", `${openai}export async function go(task, role = "planner", notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (role === "planner") { const parts = JSON.parse(reply.content); for (const part of parts) notes.push(await go(part, "worker", notes)); } return reply.content; }`, "recursion yes"],
    ["a field of the options", `${openai}export async function go(task, notes, { deep = true, model }) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (deep && reply.tool_calls) return go(reply.content, notes, { deep: false, model }); return reply.content; }`, "recursion yes"],
    ["a parameter that is left out", `${openai}export async function go(task, notes, planner) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (planner && reply.tool_calls) return go(reply.content, notes); return reply.content; }`, "recursion yes"],
    ["inside of a bounded loop", `${openai}export async function go(task, team = 1, notes = []) { for (let i = 0; i < 9; i++) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (reply.tool_calls) { notes.push(reply); continue; } if (team > 1) return Promise.all(JSON.parse(reply.content).map((part) => go(part, 1, notes))); return reply.content; } }`, "for yes, recursion yes"],
    ["the value lets it come again", `${openai}export async function go(task, split = true, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (split) return (await Promise.all(JSON.parse(reply.content).map((part) => go(part, true, notes)))).join(); return reply.content; }`, "recursion no"],
    ["another call does not hand it on", `${openai}export async function go(task, split = true, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (split) notes.push(await go(reply.content, false, notes)); if (reply.tool_calls) return go(reply.content, split, notes); return reply.content; }`, "recursion no"],
    ["a later call hands on the other value", `${openai}export async function go(task, notes, split) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; if (split) notes.push(await go(reply.content, notes, false)); if (reply.tool_calls) return go(reply.content, notes, true); return reply.content; }`, "recursion no"],
    ["nobody asks for it", `${openai}export async function go(task, split = true, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; notes.push(split); if (reply.tool_calls) return go(reply.content, false, notes); return reply.content; }`, "recursion no"],
    ["the parameter is set anew", `${openai}export async function go(task, split = true, notes = []) { const reply = (await ai.chat.completions.create({ model, messages: [task, ...notes] })).choices[0].message; split = split || reply.refusal; if (split) return go(reply.content, false, notes); return reply.content; }`, "recursion no"],
  ],
  "somebody else is told the count and decides": [
    ["a parameter with a default of its own", `${openai}export async function f(messages, control) { if (!control) control = async (m, n) => n < 15 && m.tool_calls; let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!(await control(message, n))) return message; n++; } }`, "for unknown"],
    ["a parameter", `${openai}export async function f(messages, control) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!(await control(message, n))) return message; n++; } }`, "for unknown"],
    ["an option", `${openai}export async function f(messages, options) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); n += 1; const goesOn = await options.onTurn({ message, n }); if (!goesOn) return message; } }`, "for unknown"],
    ["an import", `${openai}import { judge } from "judge"; export class Agent { turns = 0; async f(messages) { for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); this.turns++; if (judge(message, this.turns)) return message; } } }`, "for unknown"],
    ["it is told the reply alone", `${openai}export async function f(messages, control) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!(await control(message))) return message; n++; console.log(n); } }`, "for no"],
    ["it is told the count, and decides nothing", `${openai}export async function f(messages, log) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); log(message, n); if (!message.tool_calls) return message; n++; } }`, "for no"],
    ["a function of this file that looks at the reply alone", `${openai}const control = (m, n) => m.tool_calls !== undefined; export async function f(messages) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!control(message, n)) return message; n++; } }`, "for no"],
    ["a function of this file that compares", `${openai}const control = (m, n) => n < 15 && m.tool_calls !== undefined; export async function f(messages) { let n = 0; for (;;) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!control(message, n)) return message; n++; } }`, "for yes"],
  ],
  "a model call whose end begins the next one": [
    ["the function that asks is called again", `${ai}export async function run(messages) { return streamText({ model, messages, onFinish: async ({ text, finishReason }) => { messages.push({ role: "assistant", content: text }); if (finishReason === "length") await run(messages); } }); }`, "event no"],
    ["the callback hands itself on", `${ai}const onFinish = async ({ text, finishReason }) => { if (finishReason === "length") streamText({ model, prompt: text, onFinish }); }; export const start = (prompt) => streamText({ model, prompt, onFinish });`, "event no"],
    ["the options hold the callback that hands them on", `${ai}export function go(messages) { const options = { model, onFinish: async ({ text, finishReason }) => { if (finishReason !== "length") return; messages.push({ role: "assistant", content: text }); streamText({ ...options, messages }); } }; return streamText({ ...options, messages }); }`, "event no"],
    ["through a helper of the file", `${ai}const ask = ({ messages, options }) => streamText({ model, messages, ...options });
      export function go(messages) { const options = { onFinish: async ({ text, finishReason }) => { if (finishReason !== "length") return; messages.push({ role: "assistant", content: text }); await ask({ messages, options }); } }; return ask({ messages, options }); }`, "event no"],
    ["through a helper of another file", { "main.ts": `import { ask } from "./ask.js"; export function go(messages) { const options = { onFinish: async ({ text, finishReason }) => { if (finishReason !== "length") return; messages.push({ role: "assistant", content: text }); await ask({ messages, options }); } }; return ask({ messages, options }); }`,
      "ask.ts": `${ai}export const ask = ({ messages, options }) => streamText({ model, messages, ...options });` }, "event no"],
    ["a method", `${ai}export class Chat { messages = []; async send() { await streamText({ model, messages: this.messages, onFinish: ({ response, toolCalls }) => { this.messages.push(...response.messages); if (toolCalls.length > 0) void this.send(); } }).consumeStream(); } }`, "event no"],
    ["a counter in the closure", `${ai}export function go(messages) { let parts = 0; const options = { model, onFinish: async ({ text, finishReason }) => { if (finishReason !== "length" || ++parts >= 4) return; messages.push({ role: "assistant", content: text }); streamText({ ...options, messages }); } }; return streamText({ ...options, messages }); }`, "event yes"],
    ["a depth that is handed on", `${ai}export async function run(messages, depth = 0) { return streamText({ model, messages, onFinish: async ({ text, finishReason }) => { messages.push({ role: "assistant", content: text }); if (finishReason === "length" && depth < 5) await run(messages, depth + 1); } }); }`, "event yes"],
    ["the end only writes down", `${ai}export async function run(messages) { return streamText({ model, messages, onFinish: async ({ text }) => { messages.push({ role: "assistant", content: text }); await save(messages); } }); }`, "none"],
    ["the end asks once more, without a callback", `${ai}export async function run(messages) { return streamText({ model, messages, onFinish: async ({ text, finishReason }) => { if (finishReason === "length") await generateText({ model, prompt: text }); } }); }`, "none"],
    ["a button begins the next one", `${ai}export async function run(messages) { return streamText({ model, messages, onFinish: async ({ text }) => { messages.push({ role: "assistant", content: text }); button.onclick = () => run(messages); } }); }`, "none"],
  ],
  "a question about what has failed": [
    ["of an import", `${openai}import { isRateLimitError } from "errors"; export async function f(messages) { for (;;) { try { return await ai.chat.completions.create({ model, messages }); } catch (error) { if (!isRateLimitError(error)) throw error; } } }`, "retry no"],
    ["of a part of it", `${openai}import { exceedsQuota } from "errors"; export async function f(messages) { for (;;) { try { return await ai.chat.completions.create({ model, messages }); } catch (error) { if (!exceedsQuota(error.cause)) throw error; await sleep(1000); } } }`, "retry no"],
    ["in a rejection handler", `${openai}import { isThrottled } from "errors"; export const f = (messages) => ai.chat.completions.create({ model, messages }).catch((error) => { if (isThrottled(error)) return f(messages); throw error; });`, "retry no"],
    ["of a counter as well", `${openai}import { isLimitReached } from "errors"; export async function f(messages, state) { for (;;) { try { return await ai.chat.completions.create({ model, messages }); } catch (error) { if (isLimitReached(error, state)) throw error; } } }`, "retry unknown"],
    ["and a cap", `${openai}import { isRateLimitError } from "errors"; export async function f(messages) { for (let i = 0; ; i++) { try { return await ai.chat.completions.create({ model, messages }); } catch (error) { if (!isRateLimitError(error) || i >= 3) throw error; } } }`, "retry yes"],
    ["of something else", `${openai}import { retryBudget } from "budget"; export async function f(messages) { for (;;) { try { return await ai.chat.completions.create({ model, messages }); } catch (error) { if (!retryBudget.allowsAnother()) throw error; } } }`, "retry unknown"],
  ],
  "a limit that is set to no end": [
    ["when it is absent", `${openai}export async function f(messages, max) { if (max === undefined) max = Infinity; for (let i = 0; i < max; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["at first", `${openai}export async function f(messages, options) { let max = Infinity; if (options.max) max = options.max; for (let i = 0; i < max; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["by a word of its own", `${openai}export async function f(messages, max = null) { if (max === null) max = settings.max === -1 ? Infinity : settings.max; if (max === -1) max = Infinity; for (let i = 0; i < max; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["by an assignment to nothing", `${openai}export async function f(messages, max) { max ??= Number.MAX_SAFE_INTEGER; for (let i = 0; i < max; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for no"],
    ["to an end", `${openai}export async function f(messages, max) { if (max === undefined) max = 12; for (let i = 0; i < max; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for yes"],
    ["to the smaller one", `${openai}export async function f(messages, max) { let limit = 50; if (max) limit = Math.min(max, Infinity); for (let i = 0; i < limit; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`, "for yes"],
    ["another variable", `${openai}export async function f(messages) { let best = Infinity; for (let i = 0; i < 9; i++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; best = Math.min(best, message.content.length); } return best; }`, "for yes"],
  ],
  "a reply that comes as a stream of events": [
    ["calls are collected in a list", `${openai}export async function f(messages) { for (;;) { const calls = []; const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_item.done") calls.push(e.item); } if (calls.length === 0) break; messages.push(...(await carryOut(calls))); } }`, "for no"],
    ["in a map", `${openai}export async function f(messages) { for (;;) { const calls = new Map(); const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_item.done") calls.set(e.item.id, e.item); } if (calls.size === 0) break; for (const [id, call] of calls) messages.push(await carryOut(id, call)); } }`, "for no"],
    ["a flag is set", `${openai}export async function f(messages) { let goesOn = true; while (goesOn) { goesOn = false; const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_item.done" && e.item.type === "function_call") { goesOn = true; messages.push(e.item, await carryOut(e.item)); } } } }`, "while no"],
    ["the stream of the next turn is begun at the end of this one", `${openai}export async function f(messages) { let active = true; let events = await ai.responses.create({ model, input: messages, stream: true }); while (active) { const calls = []; for await (const e of events) { if (e.type === "response.output_item.done") calls.push(e.item); }
      if (calls.length > 0) { messages.push(...(await carryOut(calls))); events = await ai.responses.create({ model, input: messages, stream: true }); } else active = false; } }`, "while no"],
    ["a helper begins it", `${openai}async function next(messages) { return { stream: await ai.chat.completions.create({ model, messages, stream: true }) }; }
      export async function f(messages) { let { stream } = await next(messages); for (;;) { let pending; for await (const e of stream) if (e.choices[0].delta.tool_calls) pending = e; if (!pending) break; messages.push(await carryOut(pending)); ({ stream } = await next(messages)); } }`, "for no"],
    ["eight turns", `${openai}export async function f(messages) { for (let i = 0; i < 8; i++) { const calls = []; const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_item.done") calls.push(e.item); } if (calls.length === 0) break; messages.push(...(await carryOut(calls))); } }`, "for yes"],
    ["as long as few calls were made", `${openai}export async function f(messages) { const calls = []; while (calls.length < 20) { const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_item.done") calls.push(e.item); } calls.push(null); messages.push(await carryOut(calls)); } }`, "while yes"],
    ["it is only read to its end", `${openai}export async function f(messages) { const parts = []; const events = await ai.responses.create({ model, input: messages, stream: true }); for await (const e of events) { if (e.type === "response.output_text.delta") parts.push(e.delta); if (parts.length > 1e9) break; } return parts.join(""); }`, "none"],
  ],
  "a question about what is kept": [
    ["asked of a method", `${openai}export class Chat { log = []; max = 9; history(to) { return this.log.filter((one) => one.to === to); } isOver(to) { return this.history(to).length >= this.max; } async chat(to) { const { message } = (await ai.chat.completions.create({ model, messages: this.history(to) })).choices[0]; store(this, message); if (!message.tool_calls || this.isOver(to)) return message; return this.chat(message.to); } }`, "recursion unknown"],
    ["under a name", `${openai}export class Chat { log = []; history(to) { return this.log.filter((one) => one.to === to); } async chat(to) { const { message } = (await ai.chat.completions.create({ model, messages: this.history(to) })).choices[0]; store(this, message); const rounds = this.history(to).filter((one) => one.role === "assistant").length; if (!message.tool_calls || rounds >= this.maxRounds) return message; return this.chat(message.to); } }`, "recursion unknown"],
    ["of a method that asks for the reply", `${openai}export class Chat { isOver(message) { return !message.tool_calls; } async chat(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (this.isOver(message)) return message; return this.chat(messages); } }`, "recursion no"],
  ],
  "tools that are taken away at a limit": [
    ["with the next call", `${openai}export async function f(messages, tools, depth = 0) { const { message } = (await ai.chat.completions.create({ model, messages, tools })).choices[0]; messages.push(message); if (!message.tool_calls) return message; messages.push(await carryOut(message)); const isLast = depth >= maxToolCalls; return f(messages, isLast ? [] : tools, depth + 1); }`, "recursion unknown"],
    ["for another reason", `${openai}export async function f(messages, tools, depth = 0) { const { message } = (await ai.chat.completions.create({ model, messages, tools })).choices[0]; messages.push(message); if (!message.tool_calls) return message; messages.push(await carryOut(message)); return f(messages, message.refusal ? [] : tools, depth + 1); }`, "recursion no"],
  ],
  "a model call of another file that counts by itself": [
    ["it throws before it asks", { "main.ts": `import { Runner } from "./runner.js"; export async function f(messages) { const runner = new Runner(); let answer; while (!answer) { const message = await runner.next(messages); messages.push(message); if (!message.tool_calls) answer = { text: message.content }; } return answer; }`, "runner.ts": `${openai}export class Runner { turns = []; options = { max: 10 }; async next(messages) { const meta = { turn: this.turns.length + 1 }; if (meta.turn > this.options.max) throw new Error("too many"); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; this.turns.push(message); return message; } }` }, "while unknown"],
    ["it throws by a field", { "main.ts": `import { Runner } from "./runner.js"; export async function f(messages) { const runner = new Runner(); let answer; while (!answer) { const message = await runner.next(messages); messages.push(message); if (!message.tool_calls) answer = { text: message.content }; } return answer; }`, "runner.ts": `${openai}export class Runner { left = 10; async next(messages) { if (--this.left < 0) throw new Error("too many"); return (await ai.chat.completions.create({ model, messages })).choices[0].message; } }` }, "while unknown"],
    ["it throws by what came back", { "main.ts": `import { Runner } from "./runner.js"; export async function f(messages) { const runner = new Runner(); let answer; while (!answer) { const message = await runner.next(messages); messages.push(message); if (!message.tool_calls) answer = { text: message.content }; } return answer; }`, "runner.ts": `${openai}export class Runner { async next(messages) { const reply = await ai.chat.completions.create({ model, messages }); if (reply.usage.total_tokens > 9000) throw new Error("too long"); return reply.choices[0].message; } }` }, "while no"],
    ["it throws when there is nothing to ask", { "main.ts": `import { Runner } from "./runner.js"; export async function f(messages) { const runner = new Runner(); let answer; while (!answer) { const message = await runner.next(messages); messages.push(message); if (!message.tool_calls) answer = { text: message.content }; } return answer; }`, "runner.ts": `${openai}export class Runner { async next(messages) { if (messages.length < 1) throw new Error("nothing"); return (await ai.chat.completions.create({ model, messages })).choices[0].message; } }` }, "while no"],
  ],
  "a recursion through another file": [
    ["a tool runner that asks again", { "main.ts": `${openai}import { runTools } from "./tools.js"; export async function ask(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      messages.push(message); if (!message.tool_calls) return message.content; return runTools(messages, message.tool_calls); }`,
    "tools.ts": `import { ask } from "./main.js"; export async function runTools(messages, calls) { for (const call of calls) messages.push(await run(call)); return ask(messages); }` }, "recursion no"],
    ["told in one file only: where the model is asked", { "main.ts": `import { ask } from "./ask.js"; export async function runTools(messages, calls) { for (const call of calls) messages.push(await run(call)); return ask(messages); }`,
    "ask.ts": `${openai}import { runTools } from "./main.js"; export async function ask(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      messages.push(message); if (!message.tool_calls) return message.content; return runTools(messages, message.tool_calls); }` }, "none"],
    ["two that both ask: the first one by name", { "main.ts": `${openai}import { critic } from "./critic.js"; export async function writer(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; return critic([...messages, message]); }`,
    "critic.ts": `${openai}import { writer } from "./main.js"; export async function critic(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; return message.content === "fine" ? messages : writer([...messages, message]); }` }, "none"],
    ["three files", { "main.ts": `${openai}import { act } from "./act.js"; export async function plan(log) { const { message } = (await ai.chat.completions.create({ model, messages: log })).choices[0]; return act([...log, message], message.tool_calls); }`,
    "act.ts": `import { look } from "./look.js"; export async function act(log, calls) { return look([...log, await run(calls)]); }`,
    "look.ts": `import { plan } from "./main.js"; export async function look(log) { return log.at(-1).done ? log : plan(log); }` }, "recursion no"],
    ["classes that hold each other", { "main.ts": `${openai}import { Worker } from "./worker.js"; export class Chief { private worker = new Worker(this); async ask(log) { const { message } = (await ai.chat.completions.create({ model, messages: log })).choices[0];
      if (!message.tool_calls) return message.content; return this.worker.work([...log, message], message.tool_calls); } }`,
    "worker.ts": `import type { Chief } from "./main.js"; export class Worker { constructor(private readonly chief: Chief) {} async work(log, calls) { const results = await run(calls); return this.chief.ask([...log, ...results]); } }` }, "recursion no"],
    ["a timer that comes back", { "main.ts": `${openai}import { again } from "./later.js"; export async function tick(log) { const { message } = (await ai.chat.completions.create({ model, messages: log })).choices[0]; if (message.tool_calls) again([...log, message]); }`,
    "later.ts": `import { tick } from "./main.js"; export function again(log) { setTimeout(() => tick(log), 500); }` }, "recursion no"],
    ["a count kept in this file", { "main.ts": `${openai}import { runTools } from "./tools.js"; let turns = 0; export async function ask(messages) { if (turns++ > 20) throw new Error("limit"); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      messages.push(message); if (!message.tool_calls) return message.content; return runTools(messages, message.tool_calls); }`,
    "tools.ts": `import { ask } from "./main.js"; export async function runTools(messages, calls) { for (const call of calls) messages.push(await run(call)); return ask(messages); }` }, "recursion yes"],
    ["a depth that is handed through", { "main.ts": `${openai}import { runTools } from "./tools.js"; export async function ask(messages, depth = 0) { if (depth > 20) throw new Error("limit"); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      messages.push(message); if (!message.tool_calls) return message.content; return runTools(messages, message.tool_calls, depth); }`,
    "tools.ts": `import { ask } from "./main.js"; export async function runTools(messages, calls, depth) { for (const call of calls) messages.push(await run(call)); return ask(messages, depth + 1); }` }, "recursion unknown"],
    ["a limit in the other file", { "main.ts": `${openai}import { runTools } from "./tools.js"; export async function ask(messages, depth = 0) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0];
      messages.push(message); if (!message.tool_calls) return message.content; return runTools(messages, message.tool_calls, depth + 1); }`,
    "tools.ts": `import { ask } from "./main.js"; export async function runTools(messages, calls, depth) { if (depth > 20) return messages; for (const call of calls) messages.push(await run(call)); return ask(messages, depth); }` }, "recursion unknown"],
    ["it is only started there", { "main.ts": `${openai}import { log } from "./log.js"; export async function ask(messages) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; log(message); return message; }`,
    "log.ts": `import { ask } from "./main.js"; export function log(message) { console.log(message); } export async function main() { return ask([]); }` }, "none"],
  ],
  "what a turn makes anew": [
    ["each item of a list, in a worker that sleeps", `${openai}export async function work() { while (true) { for (const id of await inbox.list()) { const thread = await inbox.load(id); const reply = await ai.chat.completions.create({ model, messages: thread.messages }); thread.label = reply.choices[0].message.content; await inbox.save(thread); } await sleep(60_000); } }`, "none"],
    ["what is looked up for an item", `${openai}export async function work(ids) { for (const id of ids) { const entry = cached(id); const reply = await ai.chat.completions.create({ model, messages: entry.messages }); entry.label = reply.choices[0].message.content; } }`, "none"],
    ["one step of a turn told to the next step", `${openai}export async function work() { while (true) { const draft = await ai.chat.completions.create({ model, messages: [{ role: "user", content: await next.topic() }] }); const title = await ai.chat.completions.create({ model, messages: [{ role: "user", content: draft.choices[0].message.content }] }); await publish(title); await sleep(60_000); } }`, "none"],
    ["a step that is set in a variable of the turn", `${openai}export function start() { setInterval(async () => { let seen = ""; try { seen = (await ai.chat.completions.create({ model, messages: logs() })).choices[0].message.content; } catch {} const status = { messages: [{ role: "user", content: seen }] }; show(await ai.chat.completions.create({ model, ...status })); }, 30_000); }`, "none"],
    ["a list that outlives the turn", `${openai}export async function work(messages) { while (true) { const draft = await ai.chat.completions.create({ model, messages }); messages.push(draft.choices[0].message); await sleep(10); } }`, "while no"],
    ["agents that keep their own talk from turn to turn", `${openai}export async function talk(agents) { while (true) { for (const agent of agents) { const reply = await ai.chat.completions.create({ model, messages: agent.log }); agent.log.push(reply.choices[0].message); } } }`, "while no"],
    ["another name for what is kept", `${openai}export class Chat { log = []; async talk() { while (true) { const log = this.log; const reply = await ai.chat.completions.create({ model, messages: log }); log.push(reply.choices[0].message); } } }`, "while no"],
    ["what was said last, told in the next turn", `${openai}export async function talk() { let last = "begin"; while (true) { const prompt = { role: "user", content: last }; const reply = await ai.chat.completions.create({ model, messages: [prompt] }); last = reply.choices[0].message.content; } }`, "while no"],
  ],
  "a person who answers a callback": [
    ["asked again from the answer", `import * as readline from "readline"; ${openai}const rl = readline.createInterface({ input: process.stdin }); const messages = [];
      const ask = () => { rl.question("> ", async (line) => { if (line === "exit") return rl.close(); messages.push(line); const reply = await ai.chat.completions.create({ model, messages }); messages.push(reply.choices[0].message); ask(); }); }; ask();`, "none"],
    ["asked only when no tool was called", `import * as readline from "readline"; ${openai}const rl = readline.createInterface({ input: process.stdin }); const messages = [];
      async function turn() { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (message.tool_calls) { messages.push(await run(message)); return turn(); } rl.question("> ", (line) => { messages.push(line); turn(); }); } turn();`, "recursion no"],
  ],
  "a way round that is open for one count only": [
    ["one more try in another manner", `${openai}export async function f(messages, tries = 0) { try { return await ai.chat.completions.create({ model, messages }); } catch { if (tries === 3) return f(shorten(messages), tries + 1); if (tries > 3) return undefined; return f(messages, tries + 1); } }`, "retry yes"],
    ["a warning on the way", `${openai}export async function f(messages) { let n = 0; for (;;) { n++; if (n === 5) { messages.push(hint); continue; } if (n > 9) break; const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) break; } }`, "for yes"],
    ["the count stands still there", `${openai}export async function f(messages, tries = 0) { try { return await ai.chat.completions.create({ model, messages }); } catch { if (tries === 3) return f(shorten(messages), tries); if (tries > 3) return undefined; return f(messages, tries + 1); } }`, "retry no"],
  ],
  "a limit that a short function leaves to another one": [
    ["of its own file", { "main.ts": `${openai}import { Context } from "./context.js"; export async function f(messages, context: Context) { while (true) { context.countCall(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`,
      "context.ts": `class Costs { private calls = 0; enforce(config) { this.calls++; if (config && this.calls > config.maxCalls) throw new Error("limit"); } } export class Context { private costs = new Costs(); config = {}; countCall() { this.costs.enforce(this.config); } }` }, "while unknown"],
    ["of a third file", { "main.ts": `${openai}import { countCall } from "./context.js"; export async function f(messages) { while (true) { await countCall(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`,
      "context.ts": `import { enforce } from "./costs.js"; export async function countCall() { await enforce(1); }`, "costs.ts": `const state = { calls: 0, max: 9 }; export async function enforce(n) { state.calls += n; if (state.calls > state.max) throw new Error("limit"); }` }, "while unknown"],
    ["it only counts", { "main.ts": `${openai}import { countCall } from "./context.js"; export async function f(messages) { while (true) { await countCall(); const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; } }`,
      "context.ts": `import { add } from "./costs.js"; export async function countCall() { await add(1); }`, "costs.ts": `const state = { calls: 0 }; export async function add(n) { state.calls += n; }` }, "while no"],
  ],
  "a team that speaks in turns": [
    ["over one log, for ever", `${openai}export async function talk(agents, log) { while (true) { for (const agent of agents) { const reply = await ai.chat.completions.create({ model, messages: [agent.system, ...log] }); log.push(reply.choices[0].message); } } }`, "while no, for yes"],
    ["over one log, twelve rounds", `${openai}export async function talk(agents, log) { for (let round = 0; round < 12; round++) { for (const agent of agents) { const reply = await ai.chat.completions.create({ model, messages: [agent.system, ...log] }); log.push(reply.choices[0].message); } } }`, "for yes, for yes"],
    ["until a person has had enough", `${openai}export async function talk(agents, log) { while (true) { log.push(await rl.question("> ")); for (const agent of agents) { const reply = await ai.chat.completions.create({ model, messages: [agent.system, ...log] }); log.push(reply.choices[0].message); } } }`, "for yes"],
  ],
  "a router or a strategy by its value": [
    ["a router that is a model itself", `import { createAgent, createNetwork, createRoutingAgent } from "@inngest/agent-kit"; const clerk = createAgent({ name: "clerk" });
      export const net = createNetwork({ name: "n", agents: [clerk], defaultRouter: createRoutingAgent({ name: "r", lifecycle: { onRoute: ({ result }) => (result.toolCalls[0] ? ["clerk"] : undefined) } }) });`, "run no"],
    ["that model and a limit", `import { createAgent, createNetwork, createRoutingAgent } from "@inngest/agent-kit"; const clerk = createAgent({ name: "clerk" });
      export const net = createNetwork({ name: "n", agents: [clerk], maxIter: 15, defaultRouter: createRoutingAgent({ name: "r", lifecycle: { onRoute: ({ result }) => (result.toolCalls[0] ? ["clerk"] : undefined) } }) });`, "run yes"],
    ["a router from elsewhere", `import { createAgent, createNetwork } from "@inngest/agent-kit"; import { router } from "./router.js"; const clerk = createAgent({ name: "clerk" });
      export const net = createNetwork({ name: "n", agents: [clerk], router });`, "run unknown"],
    ["a strategy that ends after one round", `import { chat } from "@tanstack/ai"; export const f = (adapter, messages, tools) => chat({ adapter, messages, tools, agentLoopStrategy: () => false });`, "run yes"],
    ["a strategy that never ends", `import { chat } from "@tanstack/ai"; export const f = (adapter, messages, tools) => chat({ adapter, messages, tools, agentLoopStrategy: () => true });`, "run no"],
  ],
  "a client in options that are handed on": [
    ["out of a context, by its written type", `import type TamboAI from "@tambo-ai/typescript-sdk"; import { useContext } from "react"; interface Step { client: TamboAI; id: string; results: unknown[] }
      async function goOn(step: Step) { const { client, id, results } = step; return { stream: await client.threads.runs.run(id, { message: { role: "user", content: results } }) }; }
      export async function send(Context, first) { const { client } = useContext(Context); let stream = first; while (true) { let pending; for await (const event of stream) if (event.type === "AWAITING") pending = event; if (!pending) break; ({ stream } = await goOn({ client, id: "t", results: await carryOut(pending) })); } }`, "while no"],
  ],
  "an object that is asked how far it has come": [
    ["it was given the tool calls", `${openai}import { makeTask } from "./task.js"; export async function f(messages) { const task = makeTask(); let active = true; while (active) { const { message } = (await ai.chat.completions.create({ model, messages: task.history() })).choices[0];
      await task.schedule(message.tool_calls); await task.settle(); const finished = task.takeFinished(); if (finished.length === 0) active = false; } }`, "while no"],
    ["it went into the call as its session", `import { HarnessAgent } from "@ai-sdk/harness/agent"; export async function f(agent: HarnessAgent, session, prompt) { for (let slice = 1; ; slice += 1) { const result = await agent.continueStream({ session }); show(result); if (!session.hasUnfinishedTurn()) break; } }`, "for no"],
    ["a queue that is told how its jobs have ended", `${openai}export class Worker { constructor(queue) { this.queue = queue; } async drain() { for (;;) { const job = this.queue.next(); if (!job) return; const reply = await ai.chat.completions.create({ model, messages: job.messages }); this.queue.end(job.id, reply.choices[0].finish_reason); } } }`, "none"],
    ["a log that is only told", `${openai}export async function f(jobs) { for (;;) { const job = await jobs.next(); const { message } = (await ai.chat.completions.create({ model, messages: [job] })).choices[0]; logger.info(message); if (logger.isClosed()) break; } }`, "none"],
  ],
  "a question with the name of a limit": [
    ["that asks a list for a stop tool", { "main.ts": `${openai}import type { Chain } from "./chain.js"; export async function f(messages, chain: Chain) { while (true) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message, await chain.run(message)); if (chain.mustStop()) return; } }`,
      "chain.ts": `export class Chain { calls = []; stops = []; async run(message) { this.calls = message.tool_calls; } mustStop() { return this.calls.some((call) => this.stops.some((tool) => tool.name === call.function.name)); } }` }, "while no"],
    ["that compares a count", { "main.ts": `${openai}import type { Chain } from "./chain.js"; export async function f(messages, chain: Chain) { while (true) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message, await chain.run(message)); if (chain.mustStop()) return; } }`,
      "chain.ts": `export class Chain { turns = 0; async run(message) { this.turns++; } mustStop() { return this.turns === 20; } }` }, "while unknown"],
    ["that asks somebody else", { "main.ts": `${openai}import type { Chain } from "./chain.js"; export async function f(messages, chain: Chain) { while (true) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message, await chain.run(message)); if (chain.mustStop()) return; } }`,
      "chain.ts": `import { overLimit } from "./elsewhere.js"; export class Chain { async run(message) {} mustStop() { return overLimit(this); } }` }, "while unknown"],
  ],
  "windows of a counted number of steps": [
    ["one window after the other, for ever", `${openai}export async function f(messages) { for (;;) { for (let step = 0; step < 10; step++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; messages.push(await run(message)); } messages = [await compress(messages)]; } }`, "for no, for yes"],
    ["five windows", `${openai}export async function f(messages) { for (let w = 0; w < 5; w++) { for (let step = 0; step < 10; step++) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return message; messages.push(await run(message)); } messages = [await compress(messages)]; } }`, "for yes, for yes"],
    ["a worker that tries each job three times", `${openai}export async function work(jobs) { for (;;) { const job = await jobs.receive(); for (let attempt = 0; attempt < 3; attempt++) { try { await done(job, await ai.chat.completions.create({ model, messages: job.messages })); break; } catch (error) { report(error); } } } }`, "retry yes"],
  ],
  "one number that is compared for being equal": [
    ["steps go past it", `${openai}export async function f(messages) { for (let n = 0; n !== 15; n += 2) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return; } }`, "for no"],
    ["steps meet it", `${openai}export async function f(messages) { for (let n = 1; n !== 15; n += 2) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return; } }`, "for yes"],
    ["steps of two sizes", `${openai}export async function f(messages) { for (let n = 0; n !== 15; n += 2) { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message); if (!message.tool_calls) return; if (message.refusal) n += 1; } }`, "for yes"],
  ],
  "work that is booked again and again": [
    ["an analyser that swallows its failures", `${openai}let busy = false; async function analyse() { if (busy) return; busy = true; try { for (const shot of await shots()) { try { const reply = await ai.chat.completions.create({ model, messages: [shot.message] }); await shot.save(reply.choices[0].message.content); } catch (error) { warn(error); } } } catch (error) { warn(error); } finally { busy = false; } }
      export function start() { setInterval(analyse, 60_000); }`, "none"],
    ["an agent that steps on the clock", `${openai}const messages = []; async function step() { try { const { message } = (await ai.chat.completions.create({ model, messages })).choices[0]; messages.push(message, await run(message.tool_calls)); } catch (error) { warn(error); } } export function start() { setInterval(step, 1_000); }`, "timer no"],
  ],
  "fields of the same name in two classes": [
    ["what one class keeps is not in the other", `${openai}class Chat { last = ""; async say(q) { const { message } = (await ai.chat.completions.create({ model, messages: [q] })).choices[0]; this.last = message.content; } } export class Clock { last = ""; async wait() { while (this.last !== "noon") { await tick(); this.last = await time(); await new Chat().say(this.last); } } }`, "none"],
  ],
};

for (const [kind, programs] of Object.entries(kinds)) {
  describe(kind, () => {
    it.each(programs)("%s", (_name, program, expected) => {
      expect(verdict(program)).toBe(expected);
    });
  });
}
