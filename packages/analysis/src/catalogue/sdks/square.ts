import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("square@46.0.0")("api/resources/payments/client/requests/CreatePaymentRequest.d.ts:42");

export const square: Sdk = {
  id: "square",
  packages: ["square", "square/legacy"],
  checked: { square: "46.0.0" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: ["SquareClient#.payments.create", "SquareClient#.refunds.refundPayment", "SquareClient#.orders.create"],
      key: ["0.idempotencyKey"],
      source,
    },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: ["Client#.paymentsApi.createPayment", "Client#.refundsApi.refundPayment"],
      until: "39",
      key: ["0.idempotencyKey"],
      source: readIn("square@39.1.1")("dist/types/models/createPaymentRequest.d.ts:30"),
      note: "Later majors keep it under `square/legacy`.",
    },
  ],
};
