import { describe, expect, it } from "vitest";
import { throughEngine } from "../../../test/kit/through-engine.js";

const LIMITS = new Set(["no-ineffective-limit", "no-unbounded-loop", "no-unbounded-run", "no-unbounded-retry"]);

function limitsOf(code: string): string[] {
  const text = `import OpenAI from "openai";\nimport { giveUp, pause } from "./setup.js";\nconst client = new OpenAI();\nconst ask = (input: any): Promise<any> => client.responses.parse({ model: "m", input });\n${code}\n`;
  return throughEngine({ path: "snippet.ts", text }).filter(({ rule }) => LIMITS.has(rule)).map(({ rule }) => rule);
}

/** A list of topics that the replies lengthen. */
const digging = (loop: string, start = "[topic]"): string => `export async function dig(topic: string) { let queue: any = ${start}; const found: string[] = []; ${loop} return found; }`;
/** A list of jobs that is worked off. */
const working = (loop: string, start = "[...list]"): string => `export async function work(list: any[]) { const jobs: any[] = ${start}; const done: string[] = []; ${loop} return done; }`;
const once = (failed: string, job = "job"): string => `try { done.push((await ask(${job})).output_text); } catch (error: any) { ${failed} }`;

describe("a list of work that replies add to", () => {
  it.each([
    ["one by one", "while (queue.length) { const r = await ask(queue.pop()); found.push(r.output_text); for (const next of r.output_parsed.next) queue.push(next); }"],
    ["all at once", "while (queue.length > 0) { const r = await ask(queue.shift()); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["as a new list", "while (queue.length > 0) { const [first, ...rest] = queue; const r = await ask(first); found.push(r.output_text); queue = [...rest, ...r.output_parsed.next]; }"],
    ["asked for its next item", "let topic: any; while ((topic = queue.shift()) !== undefined) { const r = await ask(topic); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["left when nothing was taken", "for (;;) { const topic = queue.pop(); if (!topic) break; const r = await ask(topic); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["where some turns add nothing", "for (const topic of queue) { const r = await ask(topic); if (!r.output_parsed) continue; found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["that is kept short", "while (queue.length) { const r = await ask(queue.pop()); found.push(r.output_text); for (const next of r.output_parsed.next) if (queue.length < 50) queue.push(next); }"],
  ])("has no end: %s", (_, loop) => {
    expect(limitsOf(digging(loop))).toEqual(["no-unbounded-loop"]);
  });

  it("has no end when it is a set", () => {
    expect(limitsOf(digging("for (const topic of queue) { const r = await ask(topic); found.push(r.output_text); if (r.output_parsed.next) for (const next of r.output_parsed.next) queue.add(next); }", "new Set([topic])"))).toEqual(["no-unbounded-loop"]);
  });

  it.each([
    ["in every turn of `for … of`", "for (const topic of queue) { const r = await ask(topic); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["in every turn of a count up to its length", "for (let i = 0; i < queue.length; i++) { const r = await ask(queue[i]); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
  ])("moves its end away %s", (_, loop) => {
    expect(limitsOf(digging(loop))).toEqual(["no-ineffective-limit"]);
  });

  it.each([
    ["a depth", "while (queue.length) { const at = queue.pop(); const r = await ask(at.topic); found.push(r.output_text); if (at.depth >= 2) continue; for (const topic of r.output_parsed.next) queue.push({ topic, depth: at.depth + 1 }); }"],
    ["what was found", "while (queue.length && found.length < 20) { const r = await ask(queue.pop()); found.push(r.output_text); queue.push(...r.output_parsed.next); }"],
    ["what was found, before it adds", "for (const topic of queue) { const r = await ask(topic); found.push(r.output_text); if (found.length < 12) queue.push(...r.output_parsed.next); }"],
    ["the room there is", "for (const topic of queue) { const r = await ask(topic); found.push(r.output_text); queue.push(...r.output_parsed.next.slice(0, Math.max(0, 12 - queue.length - found.length))); }"],
    ["another list", "const later: string[] = []; for (const topic of queue) { const r = await ask(topic); found.push(r.output_text); later.push(...r.output_parsed.next); }"],
    ["nothing but its items", "while (queue.length > 0) { const topic = queue.shift(); found.push((await ask(topic)).output_text); }"],
  ])("ends by %s", (_, loop) => {
    expect(limitsOf(digging(loop, loop.includes("depth") ? "[{ topic, depth: 0 }]" : "[topic]"))).toEqual([]);
  });
});

describe("a list of work that takes back what failed", () => {
  it.each([
    ["at its end", `while (jobs.length > 0) { const job = jobs.shift(); ${once("jobs.push(job);")} }`],
    ["at its beginning", `while (jobs.length) { const job = jobs.shift(); ${once("await pause(500); jobs.unshift(job);")} }`],
    ["asked for its next item", `let job: any; while ((job = jobs.pop())) { ${once("jobs.push(job);")} }`],
    ["while it is walked", `for (const job of jobs) { ${once("console.warn(error); jobs.push(job);")} }`],
    ["when the error is of a kind", `while (jobs.length > 0) { const job = jobs.shift(); ${once("if (error.status !== 429) throw error; jobs.push(job);")} }`],
  ])("tries for ever: %s", (_, loop) => {
    expect(limitsOf(working(loop))).toEqual(["no-unbounded-retry"]);
  });

  it("tries for ever as a field of a class", () => {
    expect(limitsOf("export class Line { private jobs: string[] = []; async drain() { let job; while ((job = this.jobs.shift()) !== undefined) { try { await ask(job); } catch { this.jobs.push(job); } } } }")).toEqual(["no-unbounded-retry"]);
  });

  it.each([
    ["a count of its own", `while (jobs.length > 0) { const job = jobs.shift(); ${once("if (job.tries++ < 3) jobs.push(job);", "job.text")} }`],
    ["a count in what is put back", `while (jobs.length > 0) { const job = jobs.shift(); ${once("if (job.tries >= 3) throw error; jobs.push({ ...job, tries: job.tries + 1 });", "job.text")} }`],
    ["a count beside it", `const tries = new Map<any, number>(); while (jobs.length > 0) { const job = jobs.shift(); ${once("const n = (tries.get(job) ?? 0) + 1; tries.set(job, n); if (n > 3) throw error; jobs.push(job);")} }`],
    ["somebody who may give up", `while (jobs.length > 0) { const job = jobs.shift(); ${once("if (giveUp(job)) continue; jobs.push(job);")} }`],
    ["a list of failures", `const failed: any[] = []; while (jobs.length > 0) { const job = jobs.shift(); ${once("failed.push(job);")} }`],
  ])("is left alone: %s", (_, loop) => {
    expect(limitsOf(working(loop))).toEqual([]);
  });
});

describe("a list that is taken from in every turn", () => {
  const turns = (test: string): string =>
    `export async function talk(messages: any[]) { const tickets = [1, 2, 3, 4]; let reply = await ask(messages); while (reply.status === "tool") { ${test} messages.push(reply.message); reply = await ask(messages); } return reply; }`;

  it.each([
    ["compared with nothing", 'if (tickets.pop() === undefined) throw new Error("used up");'],
    ["kept and asked", 'const ticket = tickets.shift(); if (!ticket) throw new Error("used up");'],
    ["asked where it is taken", "if (!tickets.shift()) return undefined;"],
  ])("is a limit: %s", (_, test) => {
    expect(limitsOf(turns(test))).toEqual([]);
  });

  it.each([
    ["only looked at", "console.log(tickets.pop());"],
    ["filled again", 'if (tickets.pop() === undefined) throw new Error("used up"); tickets.push(1);'],
  ])("is none when it is %s", (_, test) => {
    expect(limitsOf(turns(test))).toEqual(["no-unbounded-loop"]);
  });
});
