import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("braintree@3.40.0")("lib/braintree/transaction_gateway.js:109");

export const braintree: Sdk = {
  id: "braintree",
  packages: ["braintree"],
  checked: { braintree: "3.40.0", "@types/braintree": "3.4.4" },
  same: { default: "" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: [
        "BraintreeGateway#.transaction.sale",
        "BraintreeGateway#.transaction.refund",
        "BraintreeGateway#.transaction.void",
      ],
      source,
      note: "Whether doubles of an `orderId` are refused is a setting of the gateway.",
    },
  ],
};
