import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const rule = "require-idempotency-key";
const preset = "strict";

/** A tool that hands its work on to a function of another file. */
const tool = `
  import { tool } from "ai";
  import { work } from "./work.js";
  import { Order } from "./schemas.js";
  export const charge = tool({ inputSchema: Order, execute: async ({ order }) => {
    return work(order);
  } });
`;
const reported = tool.replace("return work(order);", "return work(order);\n    //     ^^^^^^^^^^^ require-idempotency-key: when the model or its client calls the tool once more");

const stripe = `import Stripe from "stripe"; const stripe = new Stripe("");`;

describe("the effect of a function of another file", () => {
  it("is reported where a tool calls the function", () => {
    check(reported, {
      rule,
      preset,
      files: { "work.ts": `${stripe} export async function work(order: string) { return stripe.refunds.create({ charge: order }); }` },
    });
  });

  it("is followed through further functions and files", () => {
    check(reported, {
      rule,
      preset,
      files: {
        "work.ts": `import { Billing } from "./billing.js"; const billing = new Billing(); export const work = async (order: string) => await billing.refund(order);`,
        "billing.ts": `${stripe} export class Billing { async refund(order: string) { return this.give(order); } private async give(order: string) { return stripe.refunds.create({ charge: order }); } }`,
      },
    });
  });

  it("is told by what a helper of requests is told to send", () => {
    check(reported, {
      rule,
      preset,
      files: {
        "work.ts": `
          class Mail {
            async request(path: string, options: RequestInit = {}) { return fetch(\`https://mail.example.com/v1\${path}\`, { ...options, headers: { authorization: "x" } }); }
            async send(text: string) { return this.request("/me/sendMail", { method: "POST", body: text }); }
          }
          const mail = new Mail();
          export const work = async (order: string) => await mail.send(order);
        `,
      },
    });
    check(
      `
      import { StructuredTool } from "@langchain/core/tools";
      class MailTool extends StructuredTool {
        async send(url: string, method = "GET", body?: unknown) { return fetch(url, { method, body: JSON.stringify(body) }); }
      }
      export class Compose extends MailTool {
        async _call({ text }: { text: string }) {
          await this.send("https://mail.example.com/users/me/messages", "POST", { text });
          //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-idempotency-key
          return "done";
        }
      }
      `,
      { rule, preset },
    );
  });
});

describe("nothing is said of a function of another file", () => {
  const quiet: Record<string, string> = {
    "that looks first": `${stripe} import { find } from "./db.js"; export async function work(order: string) { if (await find(order)) return "done"; return stripe.refunds.create({ charge: order }); }`,
    "that gives a key": `${stripe} export async function work(order: string) { return stripe.refunds.create({ charge: order }, { idempotencyKey: order }); }`,
    "that calls only after a look": `import { give } from "./give.js"; import { find } from "./db.js"; export async function work(order: string) { const existing = await find(order); if (existing) return existing; return give(order); }`,
    "that writes a log": `import { track } from "./track.js"; export async function work(order: string) { await track(order); return "fine"; }`,
    "that brings something into a state": `export async function work(order: string) { return fetch(\`https://shop.example.com/orders/\${order}/cancel\`, { method: "POST" }); }`,
    "that adds a member": `export async function work(order: string) { return fetch(\`https://shop.example.com/orders/\${order}/labels\`, { method: "POST", body: "new" }); }`,
    "that sends what was written before": `export async function work(order: string) { return fetch(\`https://mail.example.com/me/messages/\${order}/send\`, { method: "POST" }); }`,
    "that asks": `async function post(path: string, body: unknown) { return fetch("https://shop.example.com" + path, { method: "POST", body: JSON.stringify(body) }); } export const work = async (order: string) => await post("/orders/search", { order });`,
    "whose helper is told to read": `async function send(path: string, options: RequestInit) { return fetch("https://shop.example.com" + path, options); } export const work = async (order: string) => await send("/orders", { method: "GET" });`,
  };
  for (const [name, work] of Object.entries(quiet)) {
    it(name, () => {
      checkSilent(tool, {
        rule,
        preset,
        files: {
          "work.ts": work,
          "give.ts": `${stripe} export async function give(order: string) { return stripe.refunds.create({ charge: order }); }`,
          "track.ts": `export async function track(order: string) { await fetch("https://shop.example.com/orders", { method: "POST", body: order }); }`,
        },
      });
    });
  }

  it("that is called outside of anything that repeats it", () => {
    checkSilent(
      `
      import { tool } from "ai";
      import { work } from "./work.js";
      import { Order } from "./schemas.js";
      export const look = tool({ inputSchema: Order, execute: async ({ order }) => order });
      await work("1");
      `,
      { rule, preset, files: { "work.ts": `${stripe} export async function work(order: string) { return stripe.refunds.create({ charge: order }); }` } },
    );
  });

  it("when the caller has looked", () => {
    checkSilent(tool.replace("return work(order);", "if (await alreadyRefunded(order)) return; return work(order);"), {
      rule,
      preset,
      files: { "work.ts": `${stripe} export async function work(order: string) { return stripe.refunds.create({ charge: order }); }` },
    });
  });
});
