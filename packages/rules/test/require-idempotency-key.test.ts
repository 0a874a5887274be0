import { describe, expect, it } from "vitest";
import { check, checkFix, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "require-idempotency-key";
const preset = "strict";

describe("require-idempotency-key reports an effect that is repeated without a key", () => {
  it("in the body of a tool, through a function of the file", () => {
    check(
      `
      import { tool } from "ai";
      import Stripe from "stripe";
      import { Refund } from "./schemas.js";
      const stripe = new Stripe("");
      async function giveBack(charge: string) {
        return stripe.refunds.create({ charge });
        //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key: when the model or its client calls the tool once more
      }
      export const refund = tool({ inputSchema: Refund, execute: async ({ charge }) => giveBack(charge) });
      `,
      { rule, preset },
    );
  });

  it("in a class that is a tool", () => {
    check(
      `
      import { StructuredTool } from "@langchain/core/tools";
      import { WebClient } from "@slack/web-api";
      const slack = new WebClient("");
      export class Announce extends StructuredTool {
        name = "announce";
        async _call({ text }: { text: string }) {
          await slack.chat.postMessage({ channel: "C1", text });
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
          return "done";
        }
      }
      `,
      { rule, preset },
    );
  });

  it("in a branch of a dispatcher", () => {
    check(
      `
      import axios from "axios";
      import type { ToolCall } from "./types.js";
      export async function runTool(call: ToolCall) {
        switch (call.name) {
          case "book":
            return axios.post("https://travel.example/bookings", call.args);
            //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
          default:
            return undefined;
        }
      }
      `,
      { rule, preset },
    );
  });

  it("in a loop that tries again, and in a helper that calls itself after a failure", () => {
    check(
      `
      import Stripe from "stripe";
      const stripe = new Stripe("");
      export async function pay(account: string) {
        for (let attempt = 0; attempt < 3; attempt++) {
          try {
            return await stripe.payouts.create({ amount: 5, currency: "eur" });
            //           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key: when an attempt seems to have failed
          } catch (error) {
            console.error(account, error);
          }
        }
        throw new Error("not paid");
      }
      async function again<T>(work: () => Promise<T>, left: number): Promise<T> {
        try {
          return await work();
        } catch (error) {
          if (left === 0) throw error;
          return again(work, left - 1);
        }
      }
      export const invoice = (customer: string) => again(() => stripe.invoices.create({ customer }), 3);
      //                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
      `,
      { rule, preset },
    );
  });

  it("in SQL text", () => {
    check(
      `
      import { Pool } from "pg";
      import { tool } from "ai";
      import { Note } from "./schemas.js";
      const pool = new Pool();
      export const note = tool({
        inputSchema: Note,
        execute: async ({ text }) => {
          await pool.query("INSERT INTO notes (text) VALUES ($1)", [text]);
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
          return "noted";
        },
      });
      `,
      { rule, preset },
    );
  });

  it("as a declared effect", () => {
    check(
      `
      import { tool } from "ai";
      import { crm, Lead } from "./setup.js";
      /** @agentLoop effect unkeyed */
      const notify = (text: string) => crm.tell(text);
      export const lead = tool({
        inputSchema: Lead,
        execute: async ({ text }) => {
          await crm.open(text);
          //    ^^^^^^^^^^^^^^ require-idempotency-key
          await notify(text);
          //    ^^^^^^^^^^^^ require-idempotency-key
          return "opened";
        },
      });
      `,
      { rule, preset, settings: { effects: ["crm.open"] } },
    );
  });
});

describe("require-idempotency-key is silent", () => {
  const inTool = (body: string): string => `
    import { tool } from "ai";
    import axios from "axios";
    import Stripe from "stripe";
    import { Pool } from "pg";
    import { Input, headersFor, claims, prisma, sql } from "./setup.js";
    const stripe = new Stripe("");
    const pool = new Pool();
    const done = new Map<string, unknown>();
    export const work = tool({ inputSchema: Input, execute: async (input) => { ${body} } });
  `;

  it.each([
    [
      "with a key in the options",
      "return stripe.refunds.create({ charge: input.charge }, { idempotencyKey: input.caseId });",
    ],
    [
      "with a key in a header, in any case",
      'return axios.post("/orders", input, { headers: { "IDEMPOTENCY-KEY": input.id } });',
    ],
    [
      "with headers that a function makes for this call",
      'return axios.post("/orders", input, { headers: headersFor(input) });',
    ],
    ["with a request id in the body", 'return axios.post("/orders", { ...input, request_id: input.requestId });'],
    ["for PUT and DELETE", 'await axios.delete("/orders/1"); return axios.put("/orders/1", input);'],
    ["for a search by POST", 'return axios.post("/v1/search", { text: input.text });'],
    ["for GraphQL that only asks", 'return axios.post("/api", { query: "{ viewer { login } }" });'],
    ["for a URL of which nothing is written", "return axios.post(input.url, input);"],
    ["for ON CONFLICT", 'return pool.query("INSERT INTO a (b) VALUES ($1) ON CONFLICT DO NOTHING", [input.b]);'],
    ["for an id that the caller gives", "return prisma.order.create({ data: { id: input.orderId, sku: input.sku } });"],
    ["for an upsert", "return prisma.order.upsert({ where: { id: 1 }, create: {}, update: {} });"],
    [
      "after a look into a ledger",
      'const kept = done.get(input.id); if (kept) return kept; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "with a key that is put into the headers",
      'const headers = new Headers(); headers.set("Idempotency-Key", input.id); return fetch("https://a.example/orders", { method: "POST", headers });',
    ],
    [
      "with a key that is put into the options",
      'const headers: Record<string, string> = {}; headers["Idempotency-Key"] = input.id; return axios.post("/orders", { sku: input.sku }, { headers });',
    ],
    [
      "after a claim row",
      'const taken = await sql`insert into seen (id) values (${input.id}) on conflict do nothing returning id`; if (taken.length === 0) return "done"; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "after a claim row that is taken apart",
      'const [mine] = await sql`INSERT INTO seen (id) VALUES (${input.id}) ON CONFLICT (id) DO NOTHING RETURNING id`; if (!mine) return "done"; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "after an update of what nobody has taken",
      'const taken = await prisma.query("UPDATE orders SET sent_at = now() WHERE id = $1 AND sent_at IS NULL", [input.id]); if (taken.rowCount === 0) return "done"; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "after a row that is looked for",
      'const [there] = await sql`select 1 from orders where sku = ${input.sku}`; if (there) return "done"; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "after a claim",
      'if (!(await claims.acquire(input.id))) return "taken"; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "after a search",
      'const known = await prisma.order.findFirst({ where: { sku: input.sku } }); if (known) return known; return axios.post("/orders", { sku: input.sku });',
    ],
    [
      "where the second one is refused",
      'try { return await prisma.order.create({ data: { sku: input.sku } }); } catch (e) { if (e.code === "P2002") return "there"; throw e; }',
    ],
  ])("%s", (_, body) => {
    checkSilent(inTool(body), { rule, preset });
  });

  it("after a check that has nothing to do with the effect being done", () => {
    check(
      `
      import { tool } from "ai";
      import axios from "axios";
      import { Input, prisma } from "./setup.js";
      export const work = tool({
        inputSchema: Input,
        execute: async (input) => {
          const user = await prisma.user.findFirst({ where: { id: input.userId } });
          if (!user) return "no such user";
          return axios.post("/orders", { sku: input.sku });
          //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
        },
      });
      `,
      { rule, preset },
    );
  });

  it("after a row that has to be there", () => {
    check(
      `
      import { tool } from "ai";
      import axios from "axios";
      import { Input, sql } from "./setup.js";
      export const work = tool({
        inputSchema: Input,
        execute: async (input) => {
          const [user] = await sql\`select id from users where id = \${input.userId}\`;
          if (!user) return "no such user";
          return axios.post("/orders", { sku: input.sku });
          //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
        },
      });
      `,
      { rule, preset },
    );
  });

  it("for a worker that nothing else repeats", () => {
    checkSilent(
      `
      import Stripe from "stripe";
      import { Worker } from "bullmq";
      const stripe = new Stripe("");
      export const payouts = new Worker("payouts", async (job) => stripe.payouts.create(job.data));
      `,
      { rule, preset },
    );
  });

  it("for what a loop does once, on its way out", () => {
    checkSilent(
      `
      import axios from "axios";
      import { model, runTool } from "./setup.js";
      export async function agent(task: { id: string }) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(task);
          if (reply.toolCalls.length === 0) {
            await axios.post("https://desk.example/reports", { text: reply.text });
            return reply.text;
          }
          for (const call of reply.toolCalls) await runTool(call, { idempotencyKey: task.id + call.name }).catch(String);
        }
        throw new Error("limit");
      }
      `,
      { rule, preset, settings: { modelCalls: ["model"], toolCalls: ["runTool"] } },
    );
  });

  it("for a command of a command line program", () => {
    checkSilent(
      `
      import axios from "axios";
      export const command = { name: "deploy", description: "deploy the site", run: () => axios.post("https://ci.example/deployments") };
      `,
      { rule, preset },
    );
  });

  it("for each of some items", () => {
    checkSilent(
      `
      import axios from "axios";
      export async function all(items: string[]) {
        for (const item of items) {
          try {
            await axios.post("https://shop.example/orders", { item });
          } catch (error) {
            console.error(item, error);
          }
        }
      }
      `,
      { rule, preset },
    );
  });

  it("for a tool call without the option", () => {
    checkSilent(
      `
      import { model, runTool } from "./setup.js";
      export async function agent(task: { id: string }) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(task);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) await runTool(call).catch(String);
        }
        throw new Error("limit");
      }
      `,
      { rule, preset: "recommended", settings: { modelCalls: ["model"], toolCalls: ["runTool"] } },
    );
  });
});

describe("require-idempotency-key mends", () => {
  it("an option, with the best name in scope", () => {
    const [mend] = checkFix(
      `
      import pRetry from "p-retry";
      import Stripe from "stripe";
      const stripe = new Stripe("");
      export const refund = (task: { caseId: string; charge: string }) =>
        pRetry(() => stripe.refunds.create({ charge: task.charge, metadata: { case: task.caseId } }));
      `,
      { rule, preset },
    );
    expect(mend?.code).toContain("metadata: { case: task.caseId } }, { idempotencyKey: `${task.caseId}:refund` })");
  });

  it("a header beside others", () => {
    const [mend] = checkFix(
      `
      import pRetry from "p-retry";
      export const order = (orderId: string) =>
        pRetry(() => fetch("https://shop.example/orders", { method: "POST", headers: { accept: "json" }, body: orderId }));
      `,
      { rule, preset },
    );
    expect(mend?.code).toContain('headers: { accept: "json", "Idempotency-Key": `${orderId}:orders` }');
  });

  it("a tool call, by the task and what was asked for", () => {
    const mended = checkFix(
      `
      import { model, runTool } from "./setup.js";

      export async function agent(messages: string[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) messages.push(await runTool(call).catch(String));
        }
        throw new Error("limit");
      }
      `,
      { rule, preset, settings: { modelCalls: ["model"], toolCalls: ["runTool"] } },
    );
    expect(mended.map(({ code }) => code)).toMatchInlineSnapshot(`
      [
        "import { model, runTool } from "./setup.js";

      export async function agent(messages: string[]) {
        const runId = crypto.randomUUID();
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) messages.push(await runTool(call, { idempotencyKey: keyOf(runId, { ...call, id: undefined }) }).catch(String));
        }
        throw new Error("limit");
      }

      function keyOf(task: string, call: unknown): string {
        const sorted = (_: string, value: unknown): unknown =>
          value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
        return \`\${task}:\${JSON.stringify(call, sorted)}\`;
      }
      ",
      ]
    `);
  });

  it.each([
    [
      "a method of something with a type, which takes what it declares",
      "fixture.ts",
      "tools: Map<string, { run(call: unknown): Promise<string> }>",
      "await tools.get(call.name)!.run(call).catch(String)",
    ],
    [
      "a method of something without a type",
      "fixture.js",
      "tools",
      "await tools.get(call.name).run(call).catch(String)",
    ],
    [
      "a method of something whose type is in another file",
      "fixture.ts",
      "tool: Tool",
      "await tool.run(call).catch(String)",
    ],
  ])("of %s", (_, path, parameter, call) => {
    const code = `
      ${path.endsWith(".ts") ? 'import type { Tool } from "./tool.js";' : ""}
      import { model } from "./setup.js";
      export async function agent(messages, ${parameter}) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) messages.push(${call});
        }
        throw new Error("limit");
      }
    `;
    const mended = checkFix(code, { rule, preset, path, settings: { modelCalls: ["model"] } });
    expect(mended.map(({ title }) => title)).toEqual(
      path.endsWith(".js") ? ["Hand `tools.get(call.name).run` a key made of the task and the call"] : [],
    );
  });

  it("not for calls in a list, whose ids change when the model asks again", () => {
    const code = `
      import { model, runAll } from "./setup.js";
      export async function agent(messages: unknown[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          messages.push(...(await runAll(reply.toolCalls)));
        }
        throw new Error("limit");
      }
    `;
    expect(checkFix(code, { rule, preset, settings: { modelCalls: ["model"], toolCalls: ["runAll"] } })).toEqual([]);
  });

  it("not where the loop's own names cannot be read", () => {
    const code = `
      import { model, runTool } from "./setup.js";
      export async function agent(messages: unknown[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          messages.push(...(await answers(reply.toolCalls)));
        }
        throw new Error("limit");
      }
      async function answers(toolCalls) {
        const all = [];
        for (const call of toolCalls) all.push(await runTool(call).catch(String));
        return all;
      }
    `;
    expect(checkFix(code, { rule, preset, settings: { modelCalls: ["model"], toolCalls: ["runTool"] } })).toEqual([]);
  });
});

describe("require-idempotency-key and whose row it is", () => {
  const order = (statement: string): string => `
    import { tool } from "ai";
    import { Pool } from "pg";
    import { z } from "zod";
    class Orders {
      constructor(private readonly pool: Pool) {}
      async insert(customer: string, lines: string) {
        return (await this.pool.query(${statement}, [customer, lines])).rows[0];
      }
    }
    class Service {
      constructor(private readonly orders: Orders) {}
      place(customer: string, lines: string[]) {
        return this.orders.insert(customer, JSON.stringify(lines));
      }
    }
    const service = new Service(new Orders(new Pool()));
    export const placeOrder = (customer: string) =>
      tool({
        inputSchema: z.object({ lines: z.array(z.string()) }),
        execute: async ({ lines }) => service.place(customer, lines),
      });
  `;

  it("a customer has many orders, whose ids the store makes", () => {
    expect(
      found(order('"INSERT INTO orders (customer_id, lines) VALUES ($1, $2) RETURNING id"'), {
        rule,
        preset: "strict",
      }),
    ).toHaveLength(1);
  });

  it.each([
    [
      "a row of which the owner may be all that names it",
      '"INSERT INTO settings (customer_id, lines) VALUES ($1, $2)"',
    ],
    ["a row that names another thing first", '"INSERT INTO payments (order_id, lines) VALUES ($1, $2) RETURNING id"'],
  ])("is silent about %s", (_what, statement) => {
    checkSilent(order(statement), { rule, preset: "strict" });
  });
});

describe("require-idempotency-key and what can only be there once", () => {
  const tool = (place: string): string => `
    import { tool } from "ai";
    import { z } from "zod";
    export const enrol = tool({
      inputSchema: z.object({ deviceId: z.string() }),
      execute: async ({ deviceId }) =>
        fetch("https://api.example.com/v1/${place}", { method: "POST", body: JSON.stringify({ deviceId }) }),
    });
  `;

  it("a device that registers again is the same device", () => {
    checkSilent(tool("environments/register"), { rule, preset: "strict" });
  });

  it("an order is another order", () => {
    expect(found(tool("environments/orders"), { rule, preset: "strict" })).toHaveLength(1);
  });
});
