import { describe, expect, it } from "vitest";
import { checkLoop } from "../../../test/kit/check-loop.js";

describe("tools, effects and keys", () => {
  it("are read with what repeats them", () => {
    expect(
      checkLoop(`
        import { tool } from "ai";
        import { nanoid } from "nanoid";
        import Stripe from "stripe";
        import { Refund, sql } from "./setup.js";
        const stripe = new Stripe("");
        export const refund = tool({
          inputSchema: Refund,
          execute: async ({ charge }) => {
            await sql\`INSERT INTO refunds (id, charge) VALUES (\${nanoid()}, \${charge})\`;
            return stripe.refunds.create({ charge }, { idempotencyKey: nanoid() });
          },
        });
      `),
    ).toMatchInlineSnapshot(`
      "effect :10 pay stripe.refunds.create (proven), keyed, repeated by tool-body :6
        \`stripe.refunds.create\` is stripe \`default#.refunds.create\` :10
        it is given a key :10
      effect :9 create sql (shaped), unkeyed, repeated by tool-body :6
        \`sql\` runs a statement that writes :9
      tool :6 refund (proven), failures: observed, approved: no
        \`tool\` is ai \`tool\`: the model decides when it runs :6
      key :10 \`nanoid()\` of stripe.refunds.create: chance
        \`nanoid()\` is another value each time :10
        \`tool\` is ai \`tool\`: the model decides when it runs :6
      unapproved :10 effect stripe.refunds.create
        \`stripe.refunds.create\` is stripe \`default#.refunds.create\` :10
        it is given a key :10
        \`tool\` is ai \`tool\`: the model decides when it runs :6
      "
    `);
  });

  it("know what becomes of a failure, also below the turn", () => {
    expect(
      checkLoop(
        `
        import { model, registry } from "./setup.js";
        async function answer(call) {
          const tool = registry.get(call.name);
          return { role: "tool", tool_call_id: call.id, content: await tool.execute(call.args) };
        }
        export async function agent(messages) {
          for (let step = 0; step < 4; step++) {
            const reply = await model(messages);
            messages.push(reply);
            if (reply.tool_calls.length === 0) return reply.text;
            for (const call of reply.tool_calls) messages.push(await answer(call));
          }
          throw new Error("limit");
        }
      `,
        { path: "/fixture.js", settings: { modelCalls: ["model"] } },
      ),
    ).toMatchInlineSnapshot(`
      "for :7 agent loop, bounded: yes (4 rounds), budget: no
        asks model :8 (proven)
          the settings name \`model\` as a model call
        feedback: \`reply.tool_calls.length === 0\` decides whether it goes on :10
        feedback: \`messages\` carries what came back into the next call :11
        bound steps \`step < 4\` :7 limit 4, covers: yes
        acts: yes, progress: no, history messages: grows yes, trimmed no
        exit :7 decided by ceiling, throws
        exit :10 decided by model-signal, success (\`reply.tool_calls.length === 0\` comes from the reply of \`model\` :10)
      failure :4 ends-run tool.execute
        the model chooses which function runs here :4
      "
    `);
  });

  it("see a durable step, and what stands beside it", () => {
    expect(
      checkLoop(`
        import { Inngest } from "inngest";
        import Stripe from "stripe";
        const inngest = new Inngest({ id: "shop" });
        const stripe = new Stripe("");
        export const settle = inngest.createFunction({ id: "settle", triggers: [{ event: "case" }] }, async ({ event, step }) => {
          await step.run("refund", () => stripe.refunds.create({ charge: event.data.charge }));
          await stripe.payouts.create({ amount: 5, currency: "eur" });
        });
      `),
    ).toMatchInlineSnapshot(`
      "effect :6 pay stripe.refunds.create (proven), durable, not repeated
        \`stripe.refunds.create\` is stripe \`default#.refunds.create\` :6
      effect :7 pay stripe.payouts.create (proven), unkeyed, repeated by retry :5, replay :5
        \`stripe.payouts.create\` is stripe \`default#.payouts.create\` :7
      "
    `);
  });
});
