import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-false-success";
const preset = "strict";

describe("no-false-success reports a limit that hands back a success", () => {
  it("break and head meet at return text", () => {
    check(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "";
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          messages.push(...r.response.messages);
          if (r.finishReason === "stop") break;
        }
        return text;
        //^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });

  it("return messages both", () => {
    check(
      `
      import OpenAI from "openai";
      import { runAll } from "./t.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: any) {
        let n = 0;
        while (n++ < 10) {
          const m = (await client.chat.completions.create({ model: "m", messages, tools })).choices[0].message;
          messages.push(m);
          if (!m.tool_calls) return messages;
          messages.push(...(await runAll(m.tool_calls)));
        }
        return messages;
        //^^^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });

  it("done flag true at limit", () => {
    check(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return { success: true, text: r.text };
          messages.push(r.message);
        }
        return { success: true, text: "" };
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("budget break then same", () => {
    check(
      `
      export async function f(llm: any, messages: any[]) {
        let tokens = 0, answer = "";
        while (true) {
          const r = await llm.chat(messages);
          tokens += r.usage.totalTokens;
          answer = r.text;
          if (!r.toolCalls.length) break;
          if (tokens > 100_000) break;
          messages.push(r.message);
        }
        return answer;
        //^^^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("recursion depth returns state", () => {
    check(
      `
      export async function go(llm: any, state: any, depth = 0): Promise<any> {
        if (depth >= 10) return state;
        //               ^^^^^^^^^^^^^ no-false-success
        const r = await llm.chat(state.messages);
        if (!r.toolCalls.length) return state;
        state.messages.push(r.message);
        return go(llm, state, depth + 1);
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("agents run default catch returns shape", () => {
    check(
      `
      import { Agent, Runner } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const runner = new Runner();
          const result = await runner.run(agent, q, { maxTurns: 5 });
          return { answer: String(result.finalOutput), sources: [] };
        } catch (err) {
          console.error(err);
          return { answer: "Sorry, I could not find that.", sources: [] };
          //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success
        }
      }
      `,
      { rule, preset },
    );
  });

  it("mastra text returned", () => {
    check(
      `
      import { Agent } from "@mastra/core/agent";
      declare const agent: Agent;
      export async function f(q: string) {
        const { text } = await agent.generate(q, { maxSteps: 6 });
        return text;
        //^^^^^^^^^^ no-false-success
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-false-success is silent about an honest end", () => {
  it("throws", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.finishReason === "stop") return r.text;
          messages.push(...r.response.messages);
        }
        throw new Error("limit");
      }
      `,
      { rule, preset },
    );
  });

  it("null", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.finishReason === "stop") return r.text;
          messages.push(...r.response.messages);
        }
        return null;
      }
      `,
      { rule, preset },
    );
  });

  it("status differs", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return { status: "completed", text: r.text };
          messages.push(r.message);
        }
        return { status: "max_steps", text: "" };
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("flag checked after", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "", finished = false;
        for (let i = 0; i < 10 && !finished; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          finished = r.finishReason === "stop";
          messages.push(...r.response.messages);
        }
        if (!finished) throw new Error("limit");
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("computed flag in result", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        let text = "", finished = false;
        for (let i = 0; i < 10 && !finished; i++) {
          const r = await generateText({ model, messages, tools });
          text = r.text;
          finished = r.finishReason === "stop";
          messages.push(...r.response.messages);
        }
        return { text, completed: finished };
      }
      `,
      { rule, preset },
    );
  });

  it("answer only set at success", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        let answer: string | undefined;
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          messages.push(r.message);
          if (r.finished) {
            answer = r.text;
            break;
          }
        }
        return answer;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("summary call at limit", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, messages: any[], tools: any) {
        for (let i = 0; i < 10; i++) {
          const r = await generateText({ model, messages, tools });
          if (r.toolCalls.length === 0) return r.text;
          messages.push(...r.response.messages);
        }
        const last = await generateText({ model, messages: [...messages, { role: "user", content: "Sum up what you have." }] });
        return last.text;
      }
      `,
      { rule, preset },
    );
  });

  it("escalate never", () => {
    checkSilent(
      `
      function escalate(): never { throw new Error("x"); }
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return r.text;
          messages.push(r.message);
        }
        return escalate();
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("run whole result", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        return generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
      }
      `,
      { rule, preset },
    );
  });

  it("run checked", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        const { text, finishReason } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
        if (finishReason !== "stop") throw new Error(finishReason);
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("steps inspected", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, prompt: string, tools: any) {
        const { text, steps } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(5) });
        if (steps.length >= 5) throw new Error("limit");
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("no tools single step", () => {
    checkSilent(
      `
      import { generateText } from "ai";
      export async function f(model: any, prompt: string) {
        const { text } = await generateText({ model, prompt });
        return text;
      }
      `,
      { rule, preset },
    );
  });

  it("rethrow", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const result = await run(agent, q, { maxTurns: 5 });
          return { answer: result.finalOutput };
        } catch (err) {
          throw new Error("failed", { cause: err });
        }
      }
      `,
      { rule, preset },
    );
  });

  it("error in result", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      const agent = new Agent({ name: "a" });
      export async function f(q: string) {
        try {
          const result = await run(agent, q, { maxTurns: 5 });
          return { ok: true, answer: result.finalOutput };
        } catch (err) {
          return { ok: false, answer: String(err) };
        }
      }
      `,
      { rule, preset },
    );
  });

  it("list of items finished", () => {
    checkSilent(
      `
      export async function f(llm: any, items: string[]) {
        const out: string[] = [];
        let context = "";
        for (const item of items) {
          const r = await llm.chat([context, item]);
          context += r.text;
          out.push(r.text);
        }
        return out;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("best effort optimisation without success exit", () => {
    checkSilent(
      `
      export async function f(llm: any, draft: string) {
        for (let i = 0; i < 3; i++) {
          const r = await llm.chat([{ role: "user", content: draft }]);
          draft = r.text;
        }
        return draft;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("the caller can ask the same of what it gets", () => {
    checkSilent(
      `
      import { isReady } from "./r.js";
      export async function f(llm: any, state: any) {
        for (let i = 0; i < 5; i++) {
          const r = await llm.chat(state.messages);
          state = { ...state, reply: r.text };
          if (isReady(state)) return state;
        }
        return state;
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("a word that is a sign", () => {
    checkSilent(
      `
      export async function f(llm: any, messages: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await llm.chat(messages);
          if (r.finished) return r.text;
          messages.push(r.message);
        }
        return "UNFINISHED";
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.chat"] } },
    );
  });

  it("answer of a tool that a model reads", () => {
    checkSilent(
      `
      export async function watch(llm: any, page: any, until: number) {
        while (Date.now() < until) {
          const r = await llm.look(await page.screenshot());
          if (r.changed) return { content: [{ type: "text", text: r.info }] };
        }
        return { content: [{ type: "text", text: "No change until the deadline." }] };
      }
      `,
      { rule, preset, settings: { modelCalls: ["llm.look"] } },
    );
  });
});

describe("no-false-success and a check that only the program has seen", () => {
  const options = { rule, preset, settings: { modelCalls: ["llm.chat"] } } as const;
  const refine = (test: string, end: string): string => `
    import { acceptable, isReady } from "./t.js";
    export async function f(llm: any, topic: string) {
      let draft = "";
      let spent = 0;
      for (let i = 0; i < 5; i++) {
        if (spent > 20_000) ${end}
        const r = await llm.chat([topic, draft]);
        spent += r.usage.totalTokens;
        draft = r.text;
        if (${test}) return draft;
      }
      throw new Error("x");
    }
  `;
  it("a budget hands back what was never accepted", () => {
    expect(found(refine("await acceptable(draft)", "return draft;"), options)).toEqual(["return draft;"]);
    expect(found(refine("(await acceptable(topic, draft)).ok", "return draft;"), options)).toEqual(["return draft;"]);
  });
  it("whoever gets it can ask again, or is told", () => {
    checkSilent(refine("isReady(draft)", "return draft;"), options);
    checkSilent(refine("await acceptable(draft)", "throw new Error('spent');"), options);
    checkSilent(refine("await acceptable(draft)", "return null;"), options);
  });
});

describe("no-false-success and generators", () => {
  const survey = (exit: string, end: string): string => `
    import { GoogleGenAI } from "@google/genai";
    import { answerCalls, tools } from "./t.js";
    const ai = new GoogleGenAI({});
    export async function* survey(area: string) {
      const chat = ai.chats.create({ model: "m", config: { tools } });
      let message: any = area;
      for (let i = 0; i < 5; i++) {
        const res = await chat.sendMessage({ message });
        if (res.text) yield { type: "text", text: res.text };
        if (!res.functionCalls?.length) ${exit}
        message = await answerCalls(res.functionCalls);
      }
      ${end}
    }
  `;
  const options = { rule, preset } as const;
  it("yield the same event on both ways out", () => {
    const done = 'yield { type: "done", area };';
    expect(found(survey("break;", done), options)).toEqual([done]);
    expect(found(survey(`{ ${done} return; }`, done), options)).toEqual([done]);
    expect(found(survey('return yield { type: "done", area };', done), options)).toEqual([done]);
    expect(
      found(survey('{ yield { status: "success" }; return; }', 'yield { status: "success" };\n      return;'), options),
    ).toEqual(["return;"]);
  });
  it("yield another event at the limit", () => {
    checkSilent(
      survey('{ yield { type: "done" }; return; }', 'yield { type: "failed", reason: "five rounds" };'),
      options,
    );
    checkSilent(survey('return yield { type: "done" };', 'throw new Error("x");'), options);
    checkSilent(survey('return yield { type: "done" };', "yield* fallback(area);"), options);
    checkSilent(survey("break;", 'yield { type: "end" };'), options);
  });
});

describe("no-false-success and handlers of the exceeded limit", () => {
  const close = (handlers: string): string => `
    import { Agent, run } from "@openai/agents";
    import { alarm, ledger } from "./t.js";
    const clerk = new Agent({ name: "clerk", tools: [ledger] });
    function giveUp() { return { finalOutput: "The month is closed." }; }
    export async function close(month: string) {
      let stopped = false;
      const result = await run(clerk, month, { maxTurns: 20, errorHandlers: ${handlers} });
      return { text: result.finalOutput, stopped };
    }
  `;
  const options = { rule, preset } as const;
  it("that answer", () => {
    expect(found(close('{ maxTurns: () => ({ finalOutput: "The month is closed." }) }'), options)).toEqual([
      '"The month is closed."',
    ]);
    expect(found(close("{ maxTurns: giveUp }"), options)).toEqual(['"The month is closed."']);
    expect(
      found(
        close(
          "{ default({ error }) { console.error(error); return { finalOutput: `Closed as far as ${error.message}` }; } }",
        ),
        options,
      ),
    ).toHaveLength(1);
    expect(found(close("{ maxTurns: () => ({ finalOutput: { ok: true } }) }"), options)).toEqual(["{ ok: true }"]);
  });
  it("that say so", () => {
    for (const handlers of [
      "{ maxTurns: ({ error }) => { throw error; } }",
      '{ maxTurns: () => { stopped = true; return { finalOutput: "Stopped at the limit." }; } }',
      '{ maxTurns: () => { alarm("limit"); return { finalOutput: "Stopped at the limit." }; } }',
      '{ maxTurns: () => ({ finalOutput: { ok: false, reason: "limit" } }) }',
      '{ maxTurns: () => ({ finalOutput: "" }) }',
      "{ maxTurns: () => undefined }",
    ]) {
      checkSilent(close(handlers), options);
    }
  });
});

describe("no-false-success and runs that stream how they ended", () => {
  const fix = (body: string, options = "{ maxTurns: 40 }"): string => `
    import { query } from "@anthropic-ai/claude-agent-sdk";
    import { log, tickets, judge } from "./t.js";
    export async function fix(id: string, prompt: string) {
      const asked = query({ prompt, options: ${options} });
      for await (const message of asked) {
        ${body}
      }
    }
  `;
  const options = { rule, preset } as const;
  it("are looked at for their kind alone", () => {
    const closed = 'await tickets.close(id, { resolution: "fixed" });';
    expect(found(fix(`if (message.type === "result") ${closed}`), options)).toEqual([closed]);
    expect(
      found(
        fix(`if (message.type !== "result") continue;\n        log(message.num_turns);\n        ${closed}`),
        options,
      ),
    ).toEqual([closed]);
    expect(found(fix(`switch (message.type) { case "assistant": break; case "result": ${closed} }`), options)).toEqual([
      closed,
    ]);
    expect(found(fix('if (message.type === "result") return message.result;'), options)).toEqual([
      "return message.result;",
    ]);
    expect(found(fix('if (message.type === "result") return { ok: true };'), options)).toEqual([
      "return { ok: true };",
    ]);
  });
  it("are looked at closely, or handed on", () => {
    for (const body of [
      'if (message.type === "result" && message.subtype === "success") await tickets.close(id, { resolution: "fixed" });',
      'if (message.type === "result") { if (message.is_error) throw new Error("x"); await tickets.close(id, {}); }',
      'if (message.type === "result" && "result" in message) return message.result;',
      'if (message.type === "result") { if (!message.result) throw new Error("x"); return message.result; }',
      'if (message.type === "result") return message;',
      'if (message.type === "result") { judge(message); await tickets.close(id, {}); }',
      'if (message.type === "result") console.log(message.num_turns);',
      'if (message.type === "assistant") await tickets.update(id, { seen: true });',
    ]) {
      checkSilent(fix(body), options);
    }
    checkSilent(fix('if (message.type === "result") await tickets.close(id, {});', "{}"), options);
  });
});

const COHERE_LOOP = (after: string): string => `
  import { CohereClientV2 } from "cohere-ai";
  import { prisma, act } from "./setup.js";
  const cohere = new CohereClientV2();
  export async function tidy(job: any) {
    const messages = [...job.messages];
    let answered = false;
    for (let round = 0; round < 5; round++) {
      const { message } = await cohere.chat({ model: "command", messages, tools: job.tools });
      if (!message.toolCalls?.length) { answered = true; break; }
      messages.push({ role: "tool", content: await act(message.toolCalls) });
    }
    ${after}
  }`;

describe("work that is marked as done behind a loop", () => {
  it("is reported when the last round comes there, too", () => {
    check(
      COHERE_LOOP(`await prisma.job.update({ where: { id: job.id }, data: { status: "completed" } });
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success`),
      { rule, preset },
    );
  });

  it.each([
    [
      "the status says how the loop was left",
      `await prisma.job.update({ where: { id: job.id }, data: { status: answered ? "completed" : "open" } });`,
    ],
    [
      "only an answer comes there",
      `if (answered) await prisma.job.update({ where: { id: job.id }, data: { status: "completed" } });`,
    ],
    ["the status claims nothing", `await prisma.job.update({ where: { id: job.id }, data: { status: "left" } });`],
  ])("is fine when %s", (_name, after) => {
    checkSilent(COHERE_LOOP(after), { rule, preset });
  });
});

const PURSE = (inside: string, caught: string): string => `
  import Anthropic from "@anthropic-ai/sdk";
  import { textIn, lookup } from "./setup.js";
  class BudgetExceeded extends Error {}
  class Purse {
    constructor(private left: number) {}
    pay(tokens: number) {
      this.left -= tokens;
      if (this.left < 0) throw new BudgetExceeded();
    }
  }
  const client = new Anthropic();
  export async function brief(messages: any[]) {
    const purse = new Purse(60_000);
    let draft = "";
    try {
      while (true) {
        const reply = await client.messages.create({ model: "claude", max_tokens: 2000, messages });
        ${inside}
        draft = textIn(reply.content);
        const use = reply.content.find((b) => b.type === "tool_use");
        if (!use) return draft;
        messages.push(await lookup(use));
      }
    } catch (e) {
      ${caught}
      throw e;
    }
  }`;

describe("a limit of one's own that is thrown and caught round the loop", () => {
  const PAY = "purse.pay(reply.usage.output_tokens);";

  it("is reported when the catch hands back what a good end does", () => {
    check(
      PURSE(
        PAY,
        `if (e instanceof BudgetExceeded) return draft;
      //                               ^^^^^^^^^^^^^ no-false-success`,
      ),
      { rule, preset },
    );
  });

  it.each([
    ["says that the limit ended it", PAY, `if (e instanceof BudgetExceeded) return { draft, truncated: true };`],
    ["asks for another error", PAY, `if (e instanceof RangeError) return draft;`],
    ["passes it on", PAY, ``],
    [
      "is inside of the loop and goes on",
      `try { purse.pay(reply.usage.output_tokens); } catch { return { stopped: "budget" }; }`,
      `if (e instanceof BudgetExceeded) return draft;`,
    ],
  ])("is fine when the catch %s", (_name, inside, caught) => {
    checkSilent(PURSE(inside, caught), { rule, preset });
  });
});

const GRAPH = (caught: string): string => `
  import { GraphRecursionError } from "@langchain/langgraph";
  import { createAgent } from "langchain";
  import { model, search } from "./setup.js";
  const agent = createAgent({ model, tools: [search] });
  export async function findSeat(wish: string) {
    try {
      const state = await agent.invoke({ messages: [{ role: "user", content: wish }] }, { recursionLimit: 20 });
      return { ok: true, note: state.messages.at(-1)?.text };
    } catch (error) {
      ${caught}
      throw error;
    }
  }`;

describe("a framework's limit error that is asked for by its name", () => {
  it("is reported when it is answered as a success", () => {
    check(
      GRAPH(`if (error instanceof GraphRecursionError) return { ok: true, note: "We are on it." };
      //                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success`),
      { rule, preset },
    );
  });

  it.each([
    [
      "is answered as a failure",
      `if (error instanceof GraphRecursionError) return { ok: false, note: "We gave up." };`,
    ],
    ["is not told from others and passed on", `console.error(error);`],
  ])("is fine when it %s", (_name, caught) => {
    checkSilent(GRAPH(caught), { rule, preset });
  });
});

const MAIL = (sent: string): string => `
  import { generateText, stepCountIs } from "ai";
  import { Resend } from "resend";
  import { model, tools } from "./setup.js";
  const resend = new Resend("key");
  export async function answer(inquiry: any) {
    const { text, finishReason } = await generateText({ model, prompt: inquiry.body, tools, stopWhen: stepCountIs(8) });
    ${sent}
  }`;

describe("the text of a run that may have ended at its limit", () => {
  it("is reported when it is sent out", () => {
    check(
      MAIL(`await resend.emails.send({ from: "a@b.c", to: inquiry.from, subject: "Re", text }, { idempotencyKey: inquiry.id });
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success`),
      { rule, preset },
    );
  });

  it("is fine when the reason was asked for", () => {
    checkSilent(
      MAIL(
        `if (finishReason !== "stop") throw new Error("cut off");\n    await resend.emails.send({ from: "a@b.c", to: inquiry.from, subject: "Re", text }, { idempotencyKey: inquiry.id });`,
      ),
      { rule, preset },
    );
  });

  it("is reported when it answers a request", () => {
    check(
      `
      import OpenAI from "openai";
      import { app, model, tools } from "./setup.js";
      const openai = new OpenAI();
      app.post("/ask", async (req: any, res: any) => {
        const runner = openai.chat.completions.runTools({ model, messages: req.body, tools }, { maxChatCompletions: 4 });
        const answer = await runner.finalContent();
        res.status(200).json({ status: "answered", answer });
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ no-false-success
      });
      `,
      { rule, preset },
    );
  });
});

describe("no-false-success and the limit that an SDK sets by itself", () => {
  const run = (options: string, use: string, given = ""): string => `
    import { Agent } from "@voltagent/core";
    import { search } from "./tools.js";
    const writer = new Agent({ name: "writer", instructions: "write", model: "m" ${options} });
    export async function write(topic: string) {
      const result = await writer.generateText(topic ${given});
      ${use}
    }
  `;
  it("reports a text that a run with tools may have left off", () => {
    expect(
      found(run(", tools: [search]", "return result.text;"), { rule: "no-false-success", preset: "strict" }),
    ).toEqual(["return result.text;"]);
  });
  it.each([
    [", tools: [search]", "if (result.finishReason !== 'stop') throw new Error('left off'); return result.text;", ""],
    ["", "return result.text;", ""],
    [", tools: [search], maxSteps: 1", "return result.text;", ""],
    [", tools: [search]", "return result.text;", ", { maxSteps: 1 }"],
    [", tools: [search]", "console.log(result.text);", ""],
  ])("is silent with %s and %s %s", (options, use, given) => {
    checkSilent(run(options, use, given), { rule: "no-false-success", preset: "strict" });
  });
});

describe("the end of a list", () => {
  it("is where its work is through, also when a person may end it before", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { askPerson } from "./setup.js";
      const client = new OpenAI();
      export async function summarise(sections: string[]) {
        let points = "";
        for (let i = 0; i < sections.length; i++) {
          const reply = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: sections[i] + points }] });
          points += reply.choices[0].message.content;
          const approval = await askPerson(points);
          if (!approval.approved) break;
        }
        return points;
      }
      `,
      { rule, preset },
    );
  });
});

describe("no-false-success knows a limit that is met before the head of the loop", () => {
  const commit = (met: string): string => `
    import { draft, checked, put } from "./t.js";
    export async function commit(diff: string) {
      let message = "";
      let attempts = 0;
      const max = 3;
      while (attempts < max) {
        try {
          message = await draft(diff);
          checked(message);
          break;
        } catch (error) {
          attempts++;
          ${met}
        }
      }
      put(message);
      process.exit(0);
    }
  `;
  const settings = { modelCalls: ["draft"] };

  it("whoever counts throws at once", () => {
    expect(found(commit("if (attempts >= max) throw error;"), { rule, preset, settings })).toEqual([]);
  });

  it("a test against another number leaves the head open", () => {
    expect(found(commit("if (attempts >= 30) throw error;"), { rule, preset, settings })).toHaveLength(1);
  });
});

describe("no-false-success knows words for what was not reached", () => {
  it("`recovered: false` is no success, though another way out says so as well", () => {
    checkSilent(
      `
      import { ask, pending, deny } from "./t.js";
      export async function recover(id: string) {
        for (let pass = 0; pass < 8; pass += 1) {
          const open = await pending(id);
          if (open.length === 0) return { recovered: true, left: 0 };
          const denied = deny(open);
          if (denied.length === 0) return { recovered: false, left: 1 };
          await ask(denied);
        }
        return { recovered: false, left: 1 };
      }
      `,
      { rule, preset, settings: { modelCalls: ["ask"] } },
    );
  });
});

describe("no-false-success and runs that end without an error", () => {
  const faq = (
    middleware: string,
    answer = "return c.json({ answered: true, text: state.messages.at(-1)?.text });",
  ): string => `
    import { createAgent, modelCallLimitMiddleware } from "langchain";
    import { model, tools } from "./t.js";
    const agent = createAgent({ model, tools, middleware: [${middleware}] });
    export async function faq(c: any, question: string) {
      const state = await agent.invoke({ messages: [{ role: "user", content: question }] });
      ${answer}
    }
  `;

  it("a middleware ends the run with a sentence of its own", () => {
    expect(found(faq("modelCallLimitMiddleware({ runLimit: 5 })"), { rule, preset })).toHaveLength(1);
  });

  it.each([
    [
      "a middleware that is told to throw",
      'modelCallLimitMiddleware({ runLimit: 5, exitBehavior: "error" })',
      undefined,
    ],
    [
      "an option that cannot be read",
      "modelCallLimitMiddleware({ runLimit: 5, exitBehavior: tools.behavior })",
      undefined,
    ],
    ["no such middleware", "", undefined],
    [
      "a text that is looked at",
      "modelCallLimitMiddleware({ runLimit: 5 })",
      'const text = state.messages.at(-1)?.text; if (text?.startsWith("Model call limits")) throw new Error(text); return c.json({ text });',
    ],
  ])("is silent about %s", (_what, middleware, answer) => {
    checkSilent(faq(middleware, answer), { rule, preset });
  });

  const analyse = (look: string, end = 'return { status: "answered", answer };'): string => `
    import { InMemoryRunner } from "@google/adk";
    import { analyst } from "./t.js";
    const runner = new InMemoryRunner({ agent: analyst, appName: "a" });
    export async function analyse(userId: string, sessionId: string, newMessage: any) {
      let answer = "";
      for await (const event of runner.runAsync({ userId, sessionId, newMessage, runConfig: { maxLlmCalls: 12 } })) {
        ${look}
        const text = event.content?.parts?.map((part: any) => part.text ?? "").join("");
        if (text) answer = text;
      }
      ${end}
    }
  `;

  it("the last text of a stream of events is the answer, and no event is asked for an error", () => {
    expect(found(analyse(""), { rule, preset })).toHaveLength(1);
  });

  it.each([
    ["events that are asked for an error", "if (event.errorMessage) throw new Error(event.errorMessage);", undefined],
    ["events that are handed to something that may ask", "watch(event);", undefined],
    [
      "a text that is asked about behind the stream",
      "",
      'if (!answer.endsWith(".")) throw new Error("cut"); return answer;',
    ],
  ])("is silent about %s", (_what, look, end) => {
    checkSilent(analyse(look, end), { rule, preset });
  });
});

describe("no-false-success and a limit that is known by name", () => {
  const options = { rule, preset: "strict" } as const;
  const teller = (handler: string): string => `
    import { Agent, MaxTurnsExceededError, run } from "@openai/agents";
    const agent = new Agent({ name: "teller" });
    export async function handle(req: any, res: any) {
      let answer = "";
      let limited = false;
      try {
        const result = await run(agent, req.body.text, { maxTurns: 5 });
        answer = result.finalOutput ?? "";
      } catch (e) {
        ${handler}
      }
      res.json({ status: "completed", answer, limited });
    }
  `;
  it.each([
    'if (!(e instanceof MaxTurnsExceededError)) throw e; answer = "All done! Anything else?";',
    'if (e instanceof MaxTurnsExceededError) { console.warn(e); answer = "All done! Anything else?"; } else { throw e; }',
  ])("reports %s", (handler) => {
    expect(found(teller(handler), options)).toEqual(['answer = "All done! Anything else?";']);
  });
  it.each([
    'if (!(e instanceof MaxTurnsExceededError)) throw e; limited = true; answer = "I could not finish this.";',
    "throw e;",
    "if (!(e instanceof MaxTurnsExceededError)) throw e; res.status(503).end(); return;",
  ])("is silent about %s", (handler) => {
    checkSilent(teller(handler), options);
  });

  const docs = (end: string): string => `
    import { query } from "@anthropic-ai/claude-agent-sdk";
    export async function translate(cwd: string) {
      for await (const m of query({ prompt: "Translate.", options: { cwd, maxTurns: 5 } })) {
        if (m.type !== "result") continue;
        if (m.subtype === "error_max_turns") ${end}
        if (m.subtype !== "success") throw new Error(m.subtype);
        return { done: true, note: m.result };
      }
      throw new Error("x");
    }
  `;
  it("a run that says it was cut off, and is called done", () => {
    const end = 'return { done: true, note: "" };';
    expect(found(docs(end), options)).toEqual([end]);
    checkSilent(docs('return { done: false, note: "" };'), options);
    checkSilent(docs("throw new Error(m.subtype);"), options);
  });
});
