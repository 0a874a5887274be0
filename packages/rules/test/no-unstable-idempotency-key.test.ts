import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

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

describe("no-unstable-idempotency-key is silent", () => {
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
