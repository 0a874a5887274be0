import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@shopify/shopify-api@15.0.0")("dist/ts/lib/billing/types.d.ts:342");

export const shopify: Sdk = {
  id: "shopify",
  packages: ["@shopify/shopify-api"],
  checked: { "@shopify/shopify-api": "15.0.0" },
  rows: [
    { kind: "returns", at: "shopifyApi", type: "Shopify#", source },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: "Shopify#.billing.createUsageRecord",
      key: ["0.idempotencyKey"],
      source,
    },
  ],
};
