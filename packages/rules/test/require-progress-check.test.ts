import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "require-progress-check";
const preset = "strict";

describe("require-progress-check reports a loop that never looks back", () => {
  it("plain loop w/ imported dispatch", () => {
    check(
      `
      import OpenAI from "openai";
      import { executeTool } from "./tools.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        for (let i = 0; i < 30; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          messages.push(msg);
          if (!msg.tool_calls) return msg.content;
          for (const tc of msg.tool_calls) {
            const args = JSON.parse(tc.function.arguments);
            const out = await executeTool(tc.function.name, args);
            messages.push({ role: "tool", tool_call_id: tc.id, content: out });
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("registry dispatch anthropic", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      export async function f(messages: any[], registry: Record<string, (i: any) => Promise<string>>) {
        let steps = 0;
        while (steps < 25) {
        //^^^^^^^^^^^^^^^^^^ require-progress-check
          steps++;
          const res = await client.messages.create({ model: "m", max_tokens: 100, messages });
          messages.push({ role: "assistant", content: res.content });
          if (res.stop_reason !== "tool_use") return res;
          const results = [];
          for (const b of res.content) {
            if (b.type !== "tool_use") continue;
            results.push({ type: "tool_result", tool_use_id: b.id, content: await registry[b.name](b.input) });
          }
          messages.push({ role: "user", content: results });
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("consecutive failures only", () => {
    check(
      `
      export async function f(llm: any, act: any, log: any[]) {
        let errors = 0;
        while (true) {
        //^^^^^^^^^^^^ require-progress-check
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          try { log.push(await act(a)); errors = 0; } catch (e) { errors++; log.push(String(e)); if (errors > 3) throw e; }
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("trace written down", () => {
    check(
      `
      export async function f(llm: any, act: any, log: any[]) {
        const trace: any[] = [];
        for (let i = 0; i < 40; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const a = await llm.next(log);
          if (!a.tool) return { text: a.text, trace };
          const out = await act(a);
          trace.push({ step: i, tool: a.tool, out });
          log.push(out);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("tool cache lookups by name only", () => {
    check(
      `
      export async function f(llm: any, tools: Map<string, any>, log: any[]) {
        for (let i = 0; i < 40; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const a = await llm.next(log);
          if (!a.toolCalls.length) return a.text;
          for (const c of a.toolCalls) {
            const tool = tools.get(c.name);
            if (!tool) { log.push("no such tool"); continue; }
            log.push(await tool.execute(c.args));
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"] } },
    );
  });

  it("recursion acting", () => {
    check(
      `
      import OpenAI from "openai";
      import { runTool } from "./t.js";
      const client = new OpenAI();
      export async function go(messages: any[]): Promise<any> {
      //                    ^^ require-progress-check
        const res = await client.chat.completions.create({ model: "m", messages });
        const m = res.choices[0].message;
        if (!m.tool_calls?.length) return m.content;
        const out = await Promise.all(m.tool_calls.map((c) => runTool(c)));
        return go([...messages, m, ...out]);
      }
      `,
      { rule, preset },
    );
  });

  it("fingerprints for the trace only", () => {
    check(
      `
      import { fingerprint } from "./f.js";
      export async function f(llm: any, act: any, log: any[]) {
        const trace: string[] = [];
        for (let i = 0; i < 40; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const a = await llm.next(log);
          if (!a.tool) return { text: a.text, trace };
          trace.push(fingerprint(a));
          log.push(await act(a, { idempotencyKey: fingerprint(a) }));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("summary on schedule", () => {
    check(
      `
      export async function f(llm: any, act: any, log: any[], summarize: any) {
        let since = 0;
        for (let i = 0; i < 40; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          since++;
          if (since > 8) { log = await summarize(log); since = 0; }
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          log.push(await act(a));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("last message of the state is read", () => {
    check(
      `
      export async function f(agent: any, act: any, state: any) {
        while (state.turn < 30) {
        //^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          state.turn++;
          await agent.step(state);
          const last = state.messages.at(-1);
          if (!last.toolCalls.length) return last.text;
          for (const c of last.toolCalls) state.messages.push(await act(c));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["agent.step"], toolCalls: ["act"] } },
    );
  });

  it("do while with named tool", () => {
    check(
      `
      export async function f(llm: any, tools: any, thread: any) {
        let step;
        do {
        //^^ require-progress-check
          step = await llm.next(thread);
          if (step.call) thread.add(await tools.invoke(step.call.name, step.call.args));
        } while (step.call);
        return step.text;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["tools.invoke"] } },
    );
  });

  it("switch dispatch in place", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      import { search, write } from "./t.js";
      const client = new Anthropic();
      export async function f(messages: any[]) {
        for (let i = 0; i < 20; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const res = await client.messages.create({ model: "m", max_tokens: 10, messages });
          messages.push({ role: "assistant", content: res.content });
          if (res.stop_reason !== "tool_use") return res;
          for (const b of res.content) {
            if (b.type !== "tool_use") continue;
            let out;
            switch (b.name) {
              case "search": out = await search(b.input); break;
              case "write": out = await write(b.input); break;
            }
            messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: b.id, content: out }] });
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("langchain tool map", () => {
    check(
      `
      import { ChatOpenAI } from "@langchain/openai";
      export async function f(messages: any[], tools: any[]) {
        const llm = new ChatOpenAI({ model: "m" }).bindTools(tools);
        const byName = Object.fromEntries(tools.map((t) => [t.name, t]));
        for (let i = 0; i < 25; i++) {
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check
          const ai = await llm.invoke(messages);
          messages.push(ai);
          if (!ai.tool_calls?.length) return ai.content;
          for (const call of ai.tool_calls) messages.push(await byName[call.name].invoke(call));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("setTimeout tick", () => {
    check(
      `
      export function start(llm: any, act: any, log: any[]) {
        const tick = async () => {
        //    ^^^^ require-progress-check
          const a = await llm.next(log);
          if (!a.tool) return;
          log.push(await act(a));
          setTimeout(tick, 100);
        };
        tick();
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });
});

describe("require-progress-check is silent about a loop that notices", () => {
  it("seen set of fingerprints", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { executeTool } from "./tools.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        const seen = new Set<string>();
        for (let i = 0; i < 30; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          messages.push(msg);
          if (!msg.tool_calls) return msg.content;
          for (const tc of msg.tool_calls) {
            const print = tc.function.name + tc.function.arguments;
            if (seen.has(print)) throw new Error("repeated " + print);
            seen.add(print);
            messages.push({ role: "tool", tool_call_id: tc.id, content: await executeTool(tc.function.name, tc.function.arguments) });
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("object counter", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { executeTool } from "./tools.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        const counts: Record<string, number> = {};
        for (let i = 0; i < 30; i++) {
          const res = await client.chat.completions.create({ model: "m", messages, tools });
          const msg = res.choices[0].message;
          messages.push(msg);
          if (!msg.tool_calls) return msg.content;
          for (const tc of msg.tool_calls) {
            const print = tc.function.name + tc.function.arguments;
            counts[print] = (counts[print] ?? 0) + 1;
            if (counts[print] > 3) throw new Error("repeated " + print);
            messages.push({ role: "tool", tool_call_id: tc.id, content: await executeTool(tc.function.name, tc.function.arguments) });
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("array of last n", () => {
    checkSilent(
      `
      export async function f(llm: any, act: any, log: any[]) {
        const recent: string[] = [];
        while (true) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          recent.push(JSON.stringify(a));
          if (recent.length > 4) recent.shift();
          if (recent.length === 4 && recent.every((x) => x === recent[0])) throw new Error("stuck");
          log.push(await act(a));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("imported detector class", () => {
    checkSilent(
      `
      import { LoopDetector } from "./loop-detector.js";
      export async function f(llm: any, act: any, log: any[]) {
        const detector = new LoopDetector();
        while (true) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          if (detector.check(a)) throw new Error("stuck");
          log.push(await act(a));
        }
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("last action fields on this", () => {
    checkSilent(
      `
      export class A {
        private lastKey?: string;
        private repeats = 0;
        constructor(private llm: any, private runTool: any) {}
        async run(messages: any[]) {
          for (let i = 0; i < 50; i++) {
            const res = await this.llm.chat({ messages });
            if (!res.tool_calls?.length) return res;
            messages.push(res.message);
            for (const c of res.tool_calls) {
              this.guard(c);
              messages.push(await this.runTool(c.name, c.arguments));
            }
          }
          throw new Error("x");
        }
        private guard(c: any) {
          const key = c.name + JSON.stringify(c.arguments);
          this.repeats = key === this.lastKey ? this.repeats + 1 : 0;
          this.lastKey = key;
          if (this.repeats > 2) throw new Error("again");
        }
      }
      `,
      { rule, preset },
    );
  });

  it("four rounds", () => {
    checkSilent(
      `
      export async function f(llm: any, act: any, log: any[]) {
        for (let i = 0; i < 4; i++) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          log.push(await act(a));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("not acting", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, topic: string) {
        let draft = "";
        for (let i = 0; i < 12; i++) {
          const { text } = await generateText({ model, prompt: draft + topic });
          if (text.length > 5000) return text;
          draft = text;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("state hash before after", () => {
    checkSilent(
      `
      import { hashTree } from "./h.js";
      export async function f(llm: any, act: any, dir: string, log: any[]) {
        let before = await hashTree(dir);
        for (let i = 0; i < 40; i++) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          log.push(await act(a));
          const after = await hashTree(dir);
          if (after === before) throw new Error("nothing changed");
          before = after;
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("no new findings break", () => {
    checkSilent(
      `
      export async function f(llm: any, search: any, log: any[]) {
        const known = new Set<string>();
        for (let i = 0; i < 40; i++) {
          const a = await llm.next(log);
          if (!a.query) return a.text;
          const hits = await search(a.query);
          const fresh = hits.filter((h: any) => !known.has(h.url));
          if (fresh.length === 0) break;
          fresh.forEach((h: any) => known.add(h.url));
          log.push(fresh);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["search"] } },
    );
  });

  it("same tool three times imported check", () => {
    checkSilent(
      `
      import { assertNotRepeating } from "./g.js";
      export async function f(llm: any, act: any, log: any[]) {
        for (let i = 0; i < 40; i++) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          assertNotRepeating(log, a);
          log.push(await act(a));
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });

  it("every over recent results", () => {
    checkSilent(
      `
      export async function f(llm: any, act: any, log: any[]) {
        const results: string[] = [];
        for (let i = 0; i < 40; i++) {
          const a = await llm.next(log);
          if (!a.tool) return a.text;
          const out = await act(a);
          results.push(out);
          if (results.length >= 3 && new Set(results.slice(-3)).size === 1) throw new Error("same result three times");
          log.push(out);
        }
        throw new Error("x");
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.next"], toolCalls: ["act"] } },
    );
  });
});

describe("require-progress-check and lists that only grow", () => {
  const drive = (head: string, before: string, after: string): string => `
    export async function drive(page: any, pilot: any, goal: string) {
      const trail: string[] = [];
      ${head}
        const choice = await pilot.choose({ goal, trail: trail.slice(-8) });
        if (choice.finished) return choice.answer;
        const click = choice.verb + " " + choice.target;
        ${before}
        const said = await page.act(choice);
        trail.push(said);
        ${after}
      }
      throw new Error("x");
    }
  `;
  const options = {
    rule: "require-progress-check",
    preset: "strict",
    settings: { modelCalls: ["pilot.choose"], toolCalls: ["page.act"] },
  } as const;

  it("a list that gets longer in each turn counts the turns", () => {
    check(
      drive("while (trail.length < 30) {\n    //^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check", "", ""),
      options,
    );
    check(drive("for (;;) {\n    //^^^^^^^^^^ require-progress-check", "if (trail.length >= 30) break;", ""), options);
  });

  it("a list that is worked off is what there is to do", () => {
    checkSilent(
      `
      export async function drive(page: any, pilot: any, goals: string[]) {
        while (goals.length > 0) {
          const choice = await pilot.choose({ goal: goals.shift() });
          if (choice.finished) continue;
          await page.act(choice);
        }
      }
      `,
      options,
    );
  });

  const notices = {
    "the last ones are held against this one":
      "if (trail.slice(-3).every((one) => one.startsWith(click))) throw new Error(click);",
    "the last ones hold this one": "if (trail.slice(-3).includes(click)) throw new Error(click);",
    "the last ones are one": "if (trail.length > 3 && new Set(trail.slice(-3)).size === 1) throw new Error(click);",
  };
  for (const [name, code] of Object.entries(notices)) {
    it(name, () => {
      checkSilent(drive("while (trail.length < 30) {", code, ""), options);
    });
  }

  it("the last ones asked for a word of their own", () => {
    check(
      drive(
        "while (trail.length < 30) {\n    //^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check",
        'if (trail.slice(-3).some((one) => one.length > 400)) console.log("long");',
        "",
      ),
      options,
    );
  });
});

describe("require-progress-check takes any way of comparing through and through", () => {
  const options = {
    rule: "require-progress-check",
    preset: "strict",
    settings: { modelCalls: ["ask"], toolCalls: ["perform"] },
  } as const;
  const lab = (test: string): string => `
    import { isDeepStrictEqual } from "node:util";
    import assert from "node:assert";
    import _ from "lodash";
    import { dequal, equals, getSequel } from "./t.js";
    export async function lab(ask: any, perform: any, messages: any[]) {
      let before: unknown;
      for (let n = 1; n <= 25; n++) {
        const reply = await ask(messages);
        if (!reply.tool_calls) return reply;
        const now = reply.tool_calls.map((call: any) => [call.name, call.args]);
        ${test}
        before = now;
        messages.push(reply, await perform(reply.tool_calls));
      }
      throw new Error("x");
    }
  `;
  for (const test of [
    "isDeepStrictEqual(now, before)",
    "_.isEqual(before, now)",
    "dequal(now, before)",
    "equals(now, before)",
    "now.equals(before)",
  ]) {
    it(test, () => {
      checkSilent(lab(`if (${test}) throw new Error("again");`), options);
    });
  }
  it("an assertion that throws", () => {
    checkSilent(lab("assert.notDeepStrictEqual(now, before);"), options);
  });
  it("something that only sounds like it", () => {
    check(
      lab("getSequel(now, before);").replace(
        "n++) {",
        "n++) {\n      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-progress-check",
      ),
      options,
    );
  });
});

describe("require-progress-check and those who notice", () => {
  const chat = (inTurn: string): string => `
    import { generateText } from "ai";
    import * as readline from "node:readline/promises";
    import { tools } from "./tools.js";
    import { checker, act } from "./setup.js";
    const terminal = readline.createInterface({ input: process.stdin });
    const messages: any[] = [];
    while (true) {
      const result = await generateText({ model: "m", messages, tools });
      messages.push(...result.response.messages);
      ${inTurn}
      if (result.toolCalls.length === 0) break;
    }
  `;
  const options = { rule: "require-progress-check", preset: "strict" } as const;
  it("reports a loop in which nobody does", () => {
    expect(found(chat("for (const part of result.content) console.log(part);"), options)).toHaveLength(1);
  });
  it.each([
    [
      "a person who is asked about each part of a reply",
      'for (const part of result.content) { const answer = await terminal.question("go on? "); messages.push({ role: "user", content: answer }); }',
    ],
    [
      "a checker of cycles",
      "for (const call of result.toolCalls) { checker.register(call); if (checker.cycleFound) throw new Error('again'); }",
    ],
    [
      "a reason to break a loop",
      "const acted = await act(result.toolCalls); if (acted.loopBreakReason) throw new Error('again');",
    ],
  ])("is silent about %s", (_, inTurn) => {
    checkSilent(chat(inTurn), options);
  });
});

describe("require-progress-check and what a recursion hands down", () => {
  const levels = (parameter: string, test: string, handed: string): string => `
    import { ask, perform } from "./setup.js";
    export async function act(messages: any[], depth = 0, limit = 16, ${parameter}): Promise<unknown> {
      if (depth >= limit) throw new Error("deep");
      const reply = await ask(messages);
      if (!reply.tool_calls) return reply;
      const wanted = JSON.stringify(reply.tool_calls.map((call: any) => call.function));
      ${test}
      const done = await perform(reply.tool_calls);
      return act([...messages, reply, done], depth + 1, limit, ${handed});
    }
  `;
  const options = {
    rule: "require-progress-check",
    preset: "strict",
    settings: { modelCalls: ["ask"], toolCalls: ["perform"] },
  } as const;
  it.each([
    ["the calls of the level above", 'above = ""', 'if (wanted === above) throw new Error("again");', "wanted"],
    [
      "calls that are written where they are handed",
      'above = ""',
      'if (above === wanted) throw new Error("again");',
      "JSON.stringify(reply.tool_calls)",
    ],
    [
      "all calls so far",
      "asked: string[] = []",
      'if (asked.includes(wanted)) throw new Error("again");',
      "[...asked, wanted]",
    ],
    [
      "a set of all calls",
      "asked = new Set<string>()",
      'if (asked.has(wanted)) throw new Error("again");',
      "new Set([...asked, wanted])",
    ],
    [
      "a field of what is handed on",
      "{ above }: { above?: string } = {}",
      'if (wanted === above) throw new Error("again");',
      "{ above: wanted }",
    ],
    [
      "a field that is asked as one",
      "trail: { above?: string } = {}",
      'if (wanted === trail.above) throw new Error("again");',
      "{ above: wanted }",
    ],
  ])("is silent when a level compares %s", (_, parameter, test, handed) => {
    checkSilent(levels(parameter, test, handed), options);
  });
  it.each([
    ["the value is handed on and never compared", 'above = ""', "console.log(above);", "wanted"],
    [
      "what is compared is the same on every level",
      'mode = ""',
      'if (mode === wanted) throw new Error("forbidden");',
      "mode",
    ],
    ["only the depth is compared", 'above = ""', "if (depth === limit) throw new Error(above);", "wanted"],
    ["the list is only added to", "asked: string[] = []", "console.log(asked);", "[...asked, wanted]"],
  ])("reports it when %s", (_, parameter, test, handed) => {
    expect(found(levels(parameter, test, handed), options)).toHaveLength(1);
  });
});

describe("require-progress-check and what a recursion hands down", () => {
  const handed = (look: string): string => `
    import OpenAI from "openai";
    const client = new OpenAI();
    export async function handle({ reply, messages, tools }: { reply: any; messages: any[]; tools: any[] }): Promise<any> {
      if (!reply.tool_calls || reply.tool_calls.length === 0) return reply;
      messages.push(reply);
      for (const call of reply.tool_calls) {
        ${look}
        messages.push({ role: "tool", tool_call_id: call.id, content: await tool.call(call.args) });
      }
      const next = (await client.chat.completions.create({ model: "m", messages })).choices[0].message as any;
      return handle({ reply: next, messages, tools });
    }
  `;

  it("looking a tool up by the name that the handed reply asks for notices nothing", () => {
    expect(found(handed("const tool = tools.find((one) => one.name === call.name);"), { rule, preset })).toHaveLength(
      1,
    );
  });
});

describe("require-progress-check and a client of another file", () => {
  const code = `
    import { Client } from "./client.js";
    import { schedule } from "./tools.js";
    export async function session(client: Client, request: unknown[]) {
      while (true) {
        const reply = await client.send(request);
        if (reply.toolCalls.length === 0) return reply.text;
        request = await schedule(reply.toolCalls);
      }
    }
  `;
  const client = (turn: string): string => `
    import Anthropic from "@anthropic-ai/sdk";
    export class Client {
      private readonly sdk = new Anthropic();
      private readonly loopDetector = makeDetector();
      async send(request: any): Promise<any> {
        return this.turn(request);
      }
      private async turn(request: any): Promise<any> {
        ${turn}
        return this.sdk.messages.create({ model: "m", max_tokens: 9, messages: request });
      }
    }
    declare function makeDetector(): { check(request: unknown): boolean };
  `;

  it("that looks for repetitions keeps the rule silent", () => {
    checkSilent(code, {
      rule,
      preset,
      files: { "client.ts": client('if (this.loopDetector.check(request)) return { toolCalls: [], text: "stuck" };') },
    });
  });

  it("that only asks does not", () => {
    expect(found(code, { rule, preset, files: { "client.ts": client("") } })).toHaveLength(1);
  });
});

describe("require-progress-check and what is asked before and behind the work of a turn", () => {
  const monster = (test: string): string => `
    import ollama from "ollama";
    import { board, moves, tools } from "./dungeon.js";
    export async function turn(messages, monster) {
      for (let points = 25; points > 0; points--) {
        const before = board.positionOf(monster);
        const { message } = await ollama.chat({ model: "m", messages, tools });
        messages.push(message);
        if (!message.tool_calls) return message.content;
        for (const { function: f } of message.tool_calls)
          messages.push({ role: "tool", content: String(await moves[f.name](monster, f.arguments)) });
        ${test}
      }
      throw new Error("out of points");
    }
  `;

  it.each(['if (board.positionOf(monster) === before) return "stuck";', 'const now = board.positionOf(monster);\nif (before === now) break;'])("is silent with `%s`", (test) => {
    checkSilent(monster(test), { rule, preset });
  });

  it.each(["", 'if (board.doorOf(monster) === before) return "there";'])("reports the loop with `%s`", (test) => {
    expect(found(monster(test), { rule, preset })).toHaveLength(1);
  });
});
