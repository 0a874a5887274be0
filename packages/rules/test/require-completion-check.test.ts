import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "require-completion-check";
const preset = "strict";

describe("require-completion-check reports an end on the model's word", () => {
  it("anthropic loop w/ registry", () => {
    check(
      `
      import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();
      export async function f(messages: any[], registry: Record<string, (i: any) => Promise<string>>) {
        for (let i = 0; i < 25; i++) {
          const res = await client.messages.create({ model: "m", max_tokens: 100, messages });
          messages.push({ role: "assistant", content: res.content });
          if (res.stop_reason !== "tool_use") return res.content;
          //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-completion-check
          for (const b of res.content) {
            if (b.type !== "tool_use") continue;
            messages.push({ role: "user", content: await registry[b.name](b.input) });
          }
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("run then merge", () => {
    check(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, tools: any, pr: any) {
        const r = await generateText({ model, prompt: "fix", tools, stopWhen: stepCountIs(30) });
        if (r.finishReason !== "stop") return;
        await pr.merge({ message: r.text });
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-completion-check
      }
      `,
      { rule, preset },
    );
  });

  it("run then update done", () => {
    check(
      `
      import { Agent, run } from "@openai/agents";
      import { db } from "./db.js";
      const agent = new Agent({ name: "a", tools: [] });
      export async function f(job: any) {
        const r = await run(agent, job.text, { maxTurns: 20 });
        await db.job.update({ where: { id: job.id }, data: { status: "completed", result: r.finalOutput } });
        //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-completion-check
      }
      `,
      { rule, preset },
    );
  });
});

describe("require-completion-check is silent about an end that something has looked at", () => {
  it("status failed", () => {
    checkSilent(
      `
      import { Agent, run } from "@openai/agents";
      import { db } from "./db.js";
      const agent = new Agent({ name: "a", tools: [] });
      export async function f(job: any) {
        const r = await run(agent, job.text, { maxTurns: 20 });
        await db.job.update({ where: { id: job.id }, data: { status: "needs_review", result: r.finalOutput } });
      }
      `,
      { rule, preset },
    );
  });

  it("tests asserted", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      import { assertGreen } from "./ci.js";
      export async function f(model: any, tools: any, pr: any) {
        const r = await generateText({ model, prompt: "fix", tools, stopWhen: stepCountIs(30) });
        await assertGreen(pr);
        await pr.merge({ message: r.text });
      }
      `,
      { rule, preset },
    );
  });

  it("human", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, tools: any, pr: any, askReviewer: any) {
        const r = await generateText({ model, prompt: "fix", tools, stopWhen: stepCountIs(30) });
        if (!(await askReviewer(r.text))) return;
        await pr.merge({ message: r.text });
      }
      `,
      { rule, preset },
    );
  });

  it("close plumbing", () => {
    checkSilent(
      `
      import { generateText, stepCountIs } from "ai";
      export async function f(model: any, tools: any, mcpClient: any, stream: any) {
        const r = await generateText({ model, prompt: "fix", tools, stopWhen: stepCountIs(30) });
        await mcpClient.close();
        await stream.close(r.text);
        return r;
      }
      `,
      { rule, preset },
    );
  });

  it("loop with check before return", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      import { verify } from "./v.js";
      const client = new OpenAI();
      export async function f(messages: any[], tools: Record<string, any>) {
        for (let i = 0; i < 25; i++) {
          const m = (await client.chat.completions.create({ model: "m", messages })).choices[0].message;
          messages.push(m);
          if (!m.tool_calls?.length) {
            const ok = await verify(messages);
            if (!ok) { messages.push({ role: "user", content: "not yet" }); continue; }
            return m.content;
          }
          for (const c of m.tool_calls) messages.push(await tools[c.function.name](c.function.arguments));
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("no tools qa", () => {
    checkSilent(
      `
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function f(messages: any[]) {
        for (let i = 0; i < 25; i++) {
          const m = (await client.chat.completions.create({ model: "m", messages })).choices[0].message;
          messages.push(m);
          if (!m.refusal) return m.content;
        }
        throw new Error("x");
      }
      `,
      { rule, preset },
    );
  });

  it("check after loop", () => {
    checkSilent(
      `
      import { runTests } from "./ci.js";
      export async function f(coder: any, apply: any, thread: any[]) {
        for (let i = 0; i < 10; i++) {
          const r = await coder.next(thread);
          if (!r.toolCalls.length) break;
          for (const c of r.toolCalls) thread.push(await apply(c));
        }
        const result = await runTests();
        return { passed: result.exitCode === 0 };
      }
      `,
      { rule, preset, settings: { modelCalls: ["coder.next"], toolCalls: ["apply"] } },
    );
  });
});

describe("require-completion-check and records that are looked up", () => {
  const desk = (lookUp: string, test: string): string => `
    import { planner, shop, orders } from "./t.js";
    export async function run(task: any, db: any) {
      const log: any[] = [];
      for (let step = 0; step < 5; step++) {
        const plan = await planner.next(task, log);
        if (plan.kind === "finish") {
          const order = ${lookUp};
          if (${test}) return { ok: true };
          log.push("not paid");
          continue;
        }
        log.push(await shop.act(plan.action));
      }
      throw new Error("x");
    }
  `;
  const options = {
    rule: "require-completion-check",
    preset: "strict",
    settings: { modelCalls: ["planner.next"], toolCalls: ["shop.act"] },
  } as const;
  for (const lookUp of [
    "await orders.find(task.id)",
    "await orders.get(task.id)",
    "await db.find(task.id)",
    "await shop.orders.find({ id: task.id })",
    "(await orders.filter({ id: task.id }))[0]",
  ]) {
    it(lookUp, () => {
      checkSilent(desk(lookUp, 'order?.state === "paid"'), options);
    });
  }
});

describe("require-completion-check and states that are set by name", () => {
  const settle = (end: string): string => `
    import { Agent } from "@mastra/core/agent";
    import { claims, ledger, model, payTool } from "./t.js";
    const adjuster = new Agent({ id: "a", name: "a", instructions: "Settle claims.", model, tools: { payTool } });
    export async function settle(id: string, story: string) {
      const res = await adjuster.generate(story, { maxSteps: 5 });
      if (res.finishReason !== "stop") throw new Error("x");
      ${end}
    }
  `;
  const options = { rule: "require-completion-check", preset: "strict" } as const;
  it("a state that says that the work is done", () => {
    for (const end of [
      'await claims.setState(id, "settled", res.text);',
      'await claims.updateStatus(id, "closed");',
      'await claims.transitionTo("done", id);',
      'await claims.mark(id, "paid");',
    ]) {
      expect(found(settle(end), options)).toEqual([end]);
    }
  });
  it("another state, or a look first", () => {
    checkSilent(settle('await claims.setState(id, "waiting");'), options);
    checkSilent(settle('await claims.setTitle(id, "done");'), options);
    checkSilent(settle('if (await ledger.findByClaim(id)) await claims.setState(id, "settled");'), options);
  });
});

const MARKED_AFTER = (marking: string): string => `
  import { Agent } from "@mastra/core/agent";
  import { db, eq, jobs, issues, pool, model, tools, prisma, statements } from "./setup.js";
  const worker = new Agent({ id: "w", name: "w", instructions: "Do it.", model, tools });
  export async function work(job: any) {
    const run = await worker.generate(job.text, { maxSteps: 30 });
    if (run.finishReason !== "stop") throw new Error(run.finishReason);
    ${marking}
  }`;

describe("what marks work as done behind a run", () => {
  it.each([
    `await db.update(jobs).set({ state: "done" }).where(eq(jobs.id, job.id));`,
    `await pool.query("UPDATE jobs SET status = 'done' WHERE id = $1", [job.id]);`,
    `await issues.setLabels({ issue: job.id, labels: ["fixed"] });`,
    `await statements.update(job.id, { status: "reconciled" });`,
    `await db.collection("jobs").updateOne({ id: job.id }, { $set: { status: "migrated" } });`,
  ])("%s", (marking) => {
    expect(found(MARKED_AFTER(marking), { rule, preset: "strict" })).toEqual([marking]);
  });

  it.each([
    `await db.update(jobs).set({ state: "running" }).where(eq(jobs.id, job.id));`,
    `await pool.query("UPDATE jobs SET status = 'queued' WHERE id = $1", [job.id]);`,
    `await issues.setLabels({ issue: job.id, labels: ["needs-human"] });`,
    `await pool.query("SELECT * FROM jobs WHERE status = 'done'");`,
  ])("is not %s", (marking) => {
    checkSilent(MARKED_AFTER(marking), { rule, preset: "strict" });
  });
});

describe("require-completion-check and work without an outcome", () => {
  const chat = (tools: string, end = "if (calls.length === 0) return reply.content;"): string => `
    import Anthropic from "@anthropic-ai/sdk";
    import { registry } from "./tools.js";
    const client = new Anthropic();
    export async function work(messages: Anthropic.MessageParam[]) {
      for (let turn = 0; turn < 4; turn++) {
        const reply = await client.messages.create({ model: "m", max_tokens: 900, messages, tools: ${tools} });
        messages.push({ role: "assistant", content: reply.content });
        const calls = reply.content.filter((part) => part.type === "tool_use");
        ${end}
        const results: any[] = [];
        for (const call of calls) {
          const content = await registry[call.name](call.input).catch(String);
          results.push({ type: "tool_result", tool_use_id: call.id, content });
        }
        messages.push({ role: "user", content: results });
      }
      throw new Error("limit");
    }
  `;
  it("reports tools of which one does something", () => {
    expect(
      found(chat('[{ name: "get_ticket", input_schema: {} }, { name: "close_ticket", input_schema: {} }]'), {
        rule,
        preset,
      }),
    ).toHaveLength(1);
  });
  it("is silent about tools that only look something up", () => {
    checkSilent(chat('[{ name: "search_web", input_schema: {} }, { name: "get_weather", input_schema: {} }]'), {
      rule,
      preset,
    });
  });
  it("is silent about an end on a reply that was refused", () => {
    checkSilent(
      chat('[{ name: "close_ticket", input_schema: {} }]', 'if (reply.stop_reason === "refusal") return undefined;'),
      { rule, preset },
    );
  });
});

describe("require-completion-check and a question that is written as a template", () => {
  const migrate = (check: string): string => `
    import OpenAI from "openai";
    import sql from "./sql.js";
    import { actions } from "./actions.js";
    const client = new OpenAI();
    export async function migrate(messages: any[], job: any, tools: any) {
      for (let i = 0; i < 4; i++) {
        const reply = await client.chat.completions.create({ model: "m", messages, tools });
        const { message } = reply.choices[0];
        messages.push(message);
        for (const call of message.tool_calls ?? []) {
          if (call.function.name === "report_done") {
            ${check}
            await job.close("migrated");
            return "migrated";
          }
          const content = await actions[call.function.name](JSON.parse(call.function.arguments));
          messages.push({ role: "tool", tool_call_id: call.id, content });
        }
      }
      throw new Error("x");
    }
  `;
  it("reports the end without it", () => {
    expect(found(migrate(""), { rule, preset })).toHaveLength(1);
  });
  it("is silent where the table is asked", () => {
    checkSilent(
      migrate("const [{ left }] = await sql`SELECT count(*)::int AS left FROM old`;\n if (left > 0) continue;"),
      {
        rule,
        preset,
      },
    );
  });
});
