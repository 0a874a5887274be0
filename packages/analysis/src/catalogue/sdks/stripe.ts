import type { EffectRow, Sdk } from "../schema.js";
import { ranIn, readIn } from "../source.js";

const ran = ranIn("stripe@23.1.0");
const key = ["1.idempotencyKey", "2.idempotencyKey"] as const;
const note = "The SDK adds a random key of its own to every call, which protects its own two retries and nothing else.";
const pay = (at: string | readonly string[]): EffectRow => ({
  kind: "effect",
  at,
  verb: "pay",
  key,
  destructive: true,
  source: ran("esm/lib.d.ts:109"),
  note,
});

export const stripe: Sdk = {
  id: "stripe",
  packages: ["stripe"],
  checked: { stripe: "23.1.0" },
  same: { default: "Stripe" },
  rows: [
    pay([
      "Stripe#.refunds.create",
      "Stripe#.charges.create",
      "Stripe#.charges.capture",
      "Stripe#.transfers.create",
      "Stripe#.transfers.createReversal",
      "Stripe#.payouts.create",
      "Stripe#.topups.create",
      "Stripe#.paymentIntents.create",
      "Stripe#.paymentIntents.confirm",
      "Stripe#.paymentIntents.capture",
      "Stripe#.invoices.pay",
      "Stripe#.invoices.sendInvoice",
      "Stripe#.invoices.finalizeInvoice",
      "Stripe#.subscriptions.create",
      "Stripe#.subscriptions.cancel",
      "Stripe#.customers.createBalanceTransaction",
    ]),
    {
      kind: "effect",
      at: ["Stripe#.*.create", "Stripe#.*.*.create", "Stripe#.*.*.*.create"],
      verb: "create",
      key,
      source: ran("esm/RequestSender.js:277"),
      note,
    },
    {
      kind: "effect",
      at: ["Stripe#.*.update", "Stripe#.*.*.update"],
      verb: "write",
      key,
      idempotent: true,
      source: ran("esm/RequestSender.js:277"),
    },
    {
      kind: "effect",
      at: ["Stripe#.*.del", "Stripe#.*.*.del"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: readIn("stripe@23.1.0")("esm/resources/Accounts.d.ts:20"),
    },
    {
      kind: "retry",
      at: "Stripe",
      limit: { option: "1.maxNetworkRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      skipsEffects: true,
      source: ran("esm/platform/PlatformFunctions.js:50"),
      note: "All attempts of one call share a key, so an effect is not repeated by them.",
    },
  ],
};
