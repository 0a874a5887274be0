import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@paypal/paypal-server-sdk@2.5.0")("dist/esm/types/controllers/ordersController.d.ts:48");

export const paypal: Sdk = {
  id: "paypal",
  packages: ["@paypal/paypal-server-sdk"],
  checked: { "@paypal/paypal-server-sdk": "2.5.0" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: [
        "OrdersController#.createOrder",
        "OrdersController#.captureOrder",
        "OrdersController#.authorizeOrder",
        "PaymentsController#.refundCapturedPayment",
        "PaymentsController#.captureAuthorizedPayment",
      ],
      key: ["0.paypalRequestId"],
      source,
    },
  ],
};
