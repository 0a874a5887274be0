import { describe, expect, it } from "vitest";
import { check, checkSilent, found } from "../../../test/kit/fixture.js";

const rule = "no-unstable-idempotency-key";

describe("no-unstable-idempotency-key reports", () => {
  it("chance through a helper and a hash", () => {
    check(
      `
      import { createHash, randomUUID } from "node:crypto";
      import pRetry from "p-retry";
      import Stripe from "stripe";
      const stripe = new Stripe("");
      const fresh = (id: string) => createHash("sha256").update(id + randomUUID()).digest("hex");
      export const pay = (id: string) => pRetry(() => stripe.payouts.create({ amount: 1, currency: "eur" }, { idempotencyKey: fresh(id) }));
      //                                                                                                                      ^^^^^^^^^ no-unstable-idempotency-key: a random value
      `,
      { rule },
    );
  });

  it("the attempt that a retry hands over", () => {
    check(
      `
      import retry from "async-retry";
      import axios from "axios";
      export const order = (id: string) =>
        retry((_bail, attempt) => axios.post("/orders", { id }, { headers: { "Idempotency-Key": \`\${id}-\${attempt}\` } }));
        //                                                                                               ^^^^^^^ no-unstable-idempotency-key: the number of the attempt
      `,
      { rule },
    );
  });

  it("a key that a tool call is handed in an agent loop", () => {
    check(
      `
      import { v4 } from "uuid";
      import { model, runTool } from "./setup.js";
      export async function agent(messages: string[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) messages.push(await runTool(call, { idempotencyKey: v4() }).catch(String));
          //                                                                                      ^^^^ no-unstable-idempotency-key
        }
        throw new Error("limit");
      }
      `,
      { rule, settings: { modelCalls: ["model"], toolCalls: ["runTool"] } },
    );
  });
});

describe("no-unstable-idempotency-key reports a key that is new", () => {
  it.each(['headers.set("Idempotency-Key", `${id}#${attempt}`);', 'headers.append("idempotency-key", `${id}#${attempt}`);'])("with each attempt, put into the headers of a helper: %s", (line) => {
    const at = line.indexOf("attempt");
    check(
      `
      async function post(id: string, attempt: number) {
        const headers = new Headers();
        ${line}
        //${" ".repeat(at - 2)}^^^^^^^ no-unstable-idempotency-key: the number of the attempt
        return fetch("https://shop.example/orders", { method: "POST", headers });
      }
      export async function place(id: string) {
        for (let attempt = 0; attempt < 4; attempt++) {
          const res = await post(id, attempt);
          if (res.ok) return res.json();
        }
        throw new Error("not placed");
      }
      `,
      { rule },
    );
  });

  it("with each call, in a function that calls itself when it has failed", () => {
    check(
      `
      import { randomUUID } from "node:crypto";
      import { Resend } from "resend";
      const resend = new Resend("");
      export async function deliver(letter: Parameters<typeof resend.emails.send>[0], tries = 3): Promise<string> {
        const idempotencyKey = randomUUID();
        //                     ^^^^^^^^^^^^ no-unstable-idempotency-key: a random value
        try {
          const { data } = await resend.emails.send(letter, { idempotencyKey });
          return data.id;
        } catch (error) {
          if (tries <= 1) throw error;
          return deliver(letter, tries - 1);
        }
      }
      export function send(letter: Parameters<typeof resend.emails.send>[0], tries = 3): Promise<unknown> {
        return resend.emails.send(letter, { idempotencyKey: randomUUID() }).catch(() => send(letter, tries - 1));
        //                                                  ^^^^^^^^^^^^ no-unstable-idempotency-key: a random value
      }
      `,
      { rule },
    );
  });

  it("with each delivery of a queue", () => {
    check(
      `
      import { randomUUID } from "node:crypto";
      import Stripe from "stripe";
      import { Worker } from "bullmq";
      const stripe = new Stripe("");
      export const payouts = new Worker("payouts", async (job) => stripe.payouts.create(job.data, { idempotencyKey: [job.id, job.attemptsMade].join("-") }));
      //                                                                                                                     ^^^^^^^^^^^^^^^^ no-unstable-idempotency-key: the number of the attempt
      export const refunds = new Worker("refunds", async (job) => stripe.refunds.create(job.data, { idempotencyKey: randomUUID() }));
      //                                                                                                            ^^^^^^^^^^^^ no-unstable-idempotency-key: a random value
      `,
      { rule },
    );
  });

  it("with the number that the retry hands over, whatever its name", () => {
    check(
      `
      import pRetry from "p-retry";
      import Stripe from "stripe";
      const stripe = new Stripe("");
      export const pay = (id: string) => pRetry((n) => stripe.payouts.create({ amount: 1, currency: "eur" }, { idempotencyKey: \`\${id}/\${n}\` }));
      //                                                                                                                                ^ no-unstable-idempotency-key: the number of the attempt
      `,
      { rule },
    );
  });
});

describe("no-unstable-idempotency-key is silent", () => {
  it.each([
    ["for a key that is handed on to the next attempt", 'export async function deliver(id: string, key: string = randomUUID()): Promise<unknown> { try { return await stripe.payouts.create({ amount: 1, currency: "eur" }, { idempotencyKey: key }); } catch { return deliver(id, key); } }'],
    ["for what is done once the attempts are over", 'export async function deliver(id: string): Promise<unknown> { try { await load(id); } catch { return deliver(id); } return stripe.payouts.create({ amount: 1, currency: "eur" }, { idempotencyKey: randomUUID() }); }'],
    ["for the number of the job", 'export const payouts = new Worker("payouts", async (job) => stripe.payouts.create(job.data, { idempotencyKey: `payout-${job.data.payout}` }));'],
  ])("%s", (_, code) => {
    checkSilent(`import { randomUUID } from "node:crypto"; import Stripe from "stripe"; import { Worker } from "bullmq"; import { load } from "./setup.js"; const stripe = new Stripe(""); ${code}`, { rule });
  });

  const inTool = (body: string): string => `
    import { tool } from "ai";
    import { randomUUID } from "node:crypto";
    import Stripe from "stripe";
    import { Input, keys, store } from "./setup.js";
    const stripe = new Stripe("");
    const PROCESS = randomUUID();
    export const pay = tool({ inputSchema: Input, execute: async (input, { toolCallId }) => { ${body} } });
  `;
  const pay = (key: string): string => `return stripe.payouts.create({ amount: 1, currency: "eur" }, { idempotencyKey: ${key} });`;

  it.each([
    ["for the id of the tool call", pay("toolCallId")],
    ["for a business id", pay("`pay:${input.orderId}`")],
    ["for a key that is looked up by the business id", pay("await keys.keyFor(input.orderId)")],
    ["for a stored key with chance as fallback", pay("input.key ?? randomUUID()")],
    ["for a key that is stored first", `const key = randomUUID(); await store.save(input.orderId, key); ${pay("key")}`],
    ["for a day", pay("`${input.orderId}:${new Date().toISOString().slice(0, 10)}`")],
    ["for what was drawn once for the process", pay("`${PROCESS}:${input.orderId}`")],
  ])("%s", (_, body) => {
    checkSilent(inTool(body), { rule });
  });

  it("for a random key that is drawn before the first attempt", () => {
    checkSilent(
      `
      import axios from "axios";
      import pRetry from "p-retry";
      export function order(id: string) {
        const key = crypto.randomUUID();
        return pRetry(() => axios.post("/orders", { id }, { headers: { "Idempotency-Key": key } }));
      }
      `,
      { rule },
    );
  });

  it("for the place of an item in a list, and for the step of a loop", () => {
    checkSilent(
      `
      import axios from "axios";
      import { model, runTool } from "./setup.js";
      export async function all(job: string, items: string[]) {
        for (let i = 0; i < items.length; i++) await axios.post("/items", { item: items[i] }, { headers: { "Idempotency-Key": \`\${job}:\${i}\` } });
      }
      export async function agent(task: { id: string }, messages: string[]) {
        for (let step = 0; step < 4; step++) {
          const reply = await model(messages);
          if (reply.toolCalls.length === 0) return reply.text;
          for (const call of reply.toolCalls) messages.push(await runTool(call, { idempotencyKey: \`\${task.id}:\${step}:\${call.name}\` }).catch(String));
        }
        throw new Error("limit");
      }
      `,
      { rule, settings: { modelCalls: ["model"], toolCalls: ["runTool"] } },
    );
  });
});

describe("no-unstable-idempotency-key and requests to a model", () => {
  const describeProduct = (options: string): string => `
    import OpenAI from "openai";
    const openai = new OpenAI({ maxRetries: 4 });
    export async function describe(sku, input) {
      return openai.responses.create({ model: "m", input }, ${options});
    }
  `;

  it("reports a key that the client never sends", () => {
    expect(found(describeProduct("{ idempotencyKey: sku }"), { rule })).toHaveLength(1);
  });

  it("is silent where there is none", () => {
    checkSilent(describeProduct("{ timeout: 9 }"), { rule });
  });
});

