import { describe, expect, it } from "vitest";
import { throughEngine } from "./kit/through-engine.js";

/** The rules that say that nothing ends a cycle. */
const ENDLESS = new Set(["no-unbounded-loop", "no-unbounded-run", "no-unbounded-retry", "no-ineffective-limit", "no-delegation-cycle", "no-self-trigger"]);

const openai = `import OpenAI from "openai"; const ai = new OpenAI(); const model = "gpt-5";\n`;
const ask = "(await ai.chat.completions.create({ model, messages })).choices[0].message";

/**
 * The six ways in which agents were found to go round for ever, each with programs that are bounded by
 * what stands between the marks, and unbounded without it.
 */
const PATTERNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "retry feedback": {
    "a loop that tries until it parses": `${openai}export async function f(messages) { let tries = 0; for (;;) { /*bound*/if (++tries > 4) throw new Error("tries");/*end*/ const reply = ${ask}; try { return JSON.parse(reply.content); } catch (error) { messages.push({ role: "user", content: String(error) }); } } }`,
    "a recursion out of the catch": `${openai}export async function f(messages, tries = 0) { try { return JSON.parse(${ask}.content); } catch (error) { /*bound*/if (tries > 4) throw error;/*end*/ return f([...messages, { role: "user", content: String(error) }], tries + 1); } }`,
    "a loop that waits longer each time": `${openai}export async function f(messages) { let tries = 0; for (;;) { try { return ${ask}; } catch (error) { /*bound*/if (tries > 5) throw error;/*end*/ await new Promise((done) => setTimeout(done, 1000 * 2 ** tries++)); } } }`,
    "a validator that asks for another draft": `${openai}export async function f(messages) { let n = 0; while (/*bound*/n++ < 6 && /*end*/true) { const draft = ${ask}; const problems = await validate(draft.content); if (problems.length === 0) return draft; messages.push(draft, { role: "user", content: problems.join() }); } }`,
    "a timer that books itself after a failure": `${openai}let tries = 0; export async function f(messages) { try { show(${ask}); } catch (error) { messages.push({ role: "user", content: String(error) }); /*bound*/if (tries++ > 5) return;/*end*/ setTimeout(() => f(messages), 1000); } }`,
  },
  "tool-call iteration": {
    "a while over tool calls": `${openai}export async function f(messages) { let n = 0; while (true) { /*bound*/if (++n > 20) throw new Error("steps");/*end*/ const message = ${ask}; messages.push(message); if (!message.tool_calls) return message; messages.push(...(await run(message.tool_calls))); } }`,
    "a do-while until there are none": `${openai}export async function f(messages) { let message; let n = 0; do { message = ${ask}; n += 1; messages.push(message, ...(await run(message.tool_calls))); } while (/*bound*/n < 20 && /*end*/message.tool_calls); }`,
    "a recursion with the results": `${openai}export async function f(messages, depth = 0) { /*bound*/if (depth > 20) throw new Error("depth");/*end*/ const message = ${ask}; if (!message.tool_calls) return message; return f([...messages, message, ...(await run(message.tool_calls))], depth + 1); }`,
    "a generator that yields its steps": `${openai}export async function* f(messages) { let n = 0; for (;;) { /*bound*/if (n++ >= 20) return;/*end*/ const message = ${ask}; yield message; messages.push(message); if (!message.tool_calls) return; messages.push(...(await run(message.tool_calls))); } }`,
    "a run that stops on a tool only": `import { generateText, hasToolCall, isStepCount } from "ai"; import { model, tools } from "./setup.js"; export const f = (prompt) => generateText({ model, tools, prompt, stopWhen: [hasToolCall("done")/*bound*/, isStepCount(20)/*end*/] });`,
  },
  "multi-agent chat without a turn bound": {
    "two that answer each other": `${openai}export async function f(a, b) { let messages = [a]; let n = 0; while (true) { /*bound*/if (n++ > 12) break;/*end*/ const one = ${ask}; messages = [b, one]; const two = ${ask}; if (two.content === "bye") break; messages = [a, two]; } }`,
    "a round table over one log": `${openai}export async function f(agents, messages) { let round = 0; while (/*bound*/round++ < 8 && /*end*/true) { for (const agent of agents) { messages.push({ role: "system", content: agent.role }, ${ask}); } } }`,
    "a moderator names the next speaker": `${openai}export async function f(team, messages) { let turns = 0; let speaker = "first"; while (speaker !== "nobody") { /*bound*/if (++turns > 30) break;/*end*/ messages.push({ role: "system", content: team[speaker] }); const message = ${ask}; messages.push(message); speaker = JSON.parse(message.content).next; } }`,
    "partners in two functions": `${openai}async function seller(messages, n) { /*bound*/if (n > 10) return messages;/*end*/ const message = ${ask}; return message.content === "deal" ? messages : buyer([...messages, message], n + 1); } async function buyer(messages, n) { const message = ${ask}; return message.content === "deal" ? messages : seller([...messages, message], n); } export { seller };`,
    "a network with a router that is a model": `import { createAgent, createNetwork, createRoutingAgent } from "@inngest/agent-kit"; const one = createAgent({ name: "one" }); const two = createAgent({ name: "two" }); export const net = createNetwork({ name: "n", agents: [one, two], /*bound*/maxIter: 12,/*end*/ defaultRouter: createRoutingAgent({ name: "r", lifecycle: { onRoute: ({ result }) => [result.toolCalls[0].content] } }) });`,
  },
  "a workflow cycle with the bound outside the path": {
    "the recovery goes round before the count": `${openai}export async function f(messages) { let n = 0; while (n < 20) { /*bound*/n += 1;/*end*/ let message; try { message = ${ask}; } catch (error) { messages.push({ role: "user", content: String(error) }); continue; } n += 1; messages.push(message); if (!message.tool_calls) return message; } }`,
    "a denied action costs nothing": `${openai}export async function f(messages) { for (let n = 0; n < 20; ) { /*bound*/n++;/*end*/ const message = ${ask}; messages.push(message); if (!message.tool_calls) return message; if (!allowed(message.tool_calls)) { messages.push(denied(message)); continue; } n++; messages.push(...(await run(message.tool_calls))); } }`,
    "windows of a counted number of steps": `${openai}export async function f(messages) { let windows = 0; for (;;) { /*bound*/if (++windows > 5) throw new Error("windows");/*end*/ for (let step = 0; step < 10; step++) { const message = ${ask}; messages.push(message); if (!message.tool_calls) return message; messages.push(...(await run(message.tool_calls))); } messages = [await compress(messages)]; } }`,
    "the count starts anew when a tool fails": `${openai}export async function f(messages) { let n = 0; let all = 0; while (true) { /*bound*/if (all++ > 60) throw new Error("all");/*end*/ if (n++ > 10) throw new Error("steps"); const message = ${ask}; messages.push(message); if (!message.tool_calls) return message; const results = await run(message.tool_calls); messages.push(...results); if (results.some((one) => one.failed)) n = 0; } }`,
    "only one branch is counted": `${openai}export async function f(messages) { let n = 0; while (true) { /*bound*/if (n++ > 30) return;/*end*/ const message = ${ask}; messages.push(message); if (message.tool_calls) { messages.push(...(await run(message.tool_calls))); continue; } if (n++ > 9) return; messages.push({ role: "user", content: "go on" }); } }`,
  },
  "message re-entry": {
    "a worker whose queue the model fills": `import { Queue, Worker } from "bullmq"; ${openai}const queue = new Queue("jobs"); export const worker = new Worker("jobs", async (job) => { const messages = job.data.messages; const message = ${ask}; /*bound*/if (job.data.depth > 3) return;/*end*/ await queue.add("next", { messages: [...messages, message], depth: job.data.depth + 1 }); });`,
    "a list of work that replies are pushed to": `${openai}export async function f(first) { const jobs = [first]; let done = 0; while (jobs.length > 0) { /*bound*/if (++done > 40) break;/*end*/ const messages = [jobs.shift()]; const message = ${ask}; jobs.push(...JSON.parse(message.content).followUps); } }`,
    "a bot that hears itself": `import { Client, GatewayIntentBits } from "discord.js"; ${openai}const client = new Client({ intents: [GatewayIntentBits.GuildMessages] }); client.on("messageCreate", async (received) => { /*bound*/if (received.author.bot) return;/*end*/ const messages = [{ role: "user", content: received.content }]; await received.reply(${ask}.content); });`,
    "an effect that moves its own number": `import { useEffect, useState } from "react"; ${openai}export function useAgent(messages) { const [turn, setTurn] = useState(0); useEffect(() => { /*bound*/if (turn >= 20) return;/*end*/ ai.chat.completions.create({ model, messages }).then((reply) => { messages.push(reply.choices[0].message); if (reply.choices[0].message.tool_calls) setTurn(turn + 1); }); }, [turn]); }`,
    "a tick that books the next one": `${openai}let ticks = 0; export async function tick(messages) { /*bound*/if (++ticks > 20) return;/*end*/ const message = ${ask}; messages.push(message); if (message.tool_calls) { messages.push(...(await run(message.tool_calls))); setTimeout(() => tick(messages), 100); } } `,
  },
  "runner, delegation and evaluator cycles": {
    "an evaluator that is never content": `${openai}export async function f(messages) { let n = 0; let verdict; do { /*bound*/if (n++ > 5) break;/*end*/ const draft = ${ask}; messages.push(draft); const judged = (await ai.chat.completions.create({ model, messages: [judge, draft] })).choices[0].message; messages.push(judged); verdict = JSON.parse(judged.content); } while (!verdict.good); }`,
    "a runner told to go on for ever": `import { Agent, run } from "@openai/agents"; const agent = new Agent({ name: "a", instructions: "work" }); export const f = (input) => run(agent, input, { maxTurns: /*bound*/20 ?? /*end*/null });`,
    "a loop agent without iterations": `import { LlmAgent, LoopAgent } from "@google/adk"; const writer = new LlmAgent({ name: "writer", model: "gemini-2.5-pro" }); const critic = new LlmAgent({ name: "critic", model: "gemini-2.5-pro" }); export const loop = new LoopAgent({ name: "loop", subAgents: [writer, critic]/*bound*/, maxIterations: 5/*end*/ });`,
    "a runner that starts over at its limit": `${openai}export async function f(messages, restarts = 0) { for (let n = 0; n < 10; n++) { const message = ${ask}; messages.push(message); if (!message.tool_calls) return message; messages.push(...(await run(message.tool_calls))); } /*bound*/if (restarts > 2) throw new Error("restarts");/*end*/ return f(messages, restarts + 1); }`,
    "an orchestrator that plans again": `${openai}export async function f(goal) { let plan = await first(goal); let rounds = 0; while (plan.steps.length > 0) { /*bound*/if (rounds++ > 9) throw new Error("rounds");/*end*/ const messages = [{ role: "user", content: JSON.stringify(plan) }]; plan = JSON.parse(${ask}.content); await carryOut(plan); } }`,
  },
};

const MARKED = /\/\*bound\*\/[\s\S]*?\/\*end\*\//g;

describe.each(Object.entries(PATTERNS))("%s", (_pattern, programs) => {
  const found = (text: string): string[] => throughEngine({ path: "/main.ts", text }).map(({ rule }) => rule).filter((rule) => ENDLESS.has(rule));

  it("has at least five programs", () => {
    expect(Object.keys(programs).length).toBeGreaterThanOrEqual(5);
  });

  it.each(Object.entries(programs))("%s: bounded, and silent", (_name, text) => {
    expect(found(text)).toEqual([]);
  });

  it.each(Object.entries(programs))("%s: without its bound, and reported once", (_name, text) => {
    expect(found(text.replace(MARKED, ""))).toHaveLength(1);
  });
});
