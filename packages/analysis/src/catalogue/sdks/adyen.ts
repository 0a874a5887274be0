import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@adyen/api-library@32.1.0")("lib/src/typings/requestOptions.d.ts:8");

export const adyen: Sdk = {
  id: "adyen",
  packages: ["@adyen/api-library"],
  checked: { "@adyen/api-library": "32.1.0" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: ["CheckoutAPI#.PaymentsApi.payments"],
      key: ["1.idempotencyKey"],
      labels: ["0.reference"],
      source,
    },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: [
        "CheckoutAPI#.ModificationsApi.refundCapturedPayment",
        "CheckoutAPI#.ModificationsApi.captureAuthorisedPayment",
      ],
      key: ["2.idempotencyKey"],
      labels: ["1.reference"],
      source,
    },
  ],
};
