import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const square = readIn("square@46.0.0")("api/resources/payments/client/requests/CreatePaymentRequest.d.ts:42");
const squareLegacy = readIn("square@39.1.1")("dist/types/models/createPaymentRequest.d.ts:30");
const paypal = readIn("@paypal/paypal-server-sdk@2.5.0")("dist/esm/types/controllers/ordersController.d.ts:48");
const braintree = readIn("braintree@3.40.0")("lib/braintree/transaction_gateway.js:109");
const adyen = readIn("@adyen/api-library@32.1.0")("lib/src/typings/requestOptions.d.ts:8");
const plaid = readIn("plaid@47.0.0")("dist/api.d.ts:4812");
const shopify = readIn("@shopify/shopify-api@15.0.0")("dist/ts/lib/billing/types.d.ts:342");
const pays = { kind: "effect", verb: "pay", destructive: true } as const;

/** Payment services other than Stripe, and where each of them takes its key. */
export const payments: Sdk = {
  id: "payments",
  packages: ["square", "@paypal/paypal-server-sdk", "braintree", "@adyen/api-library", "plaid", "@shopify/shopify-api"],
  checked: { square: "46.0.0", "@paypal/paypal-server-sdk": "2.5.0", braintree: "3.40.0", "@adyen/api-library": "32.1.0", plaid: "47.0.0", "@shopify/shopify-api": "15.0.0" },
  rows: [
    { ...pays, at: ["SquareClient#.payments.create", "SquareClient#.refunds.refundPayment", "SquareClient#.orders.create"], key: ["0.idempotencyKey"], source: square },
    { ...pays, at: ["Client#.paymentsApi.createPayment", "Client#.refundsApi.refundPayment"], key: ["0.idempotencyKey"], untyped: true, source: squareLegacy, note: "square 39 and before; the later majors have it under `square/legacy`." },
    { ...pays, at: ["OrdersController#.createOrder", "OrdersController#.captureOrder", "OrdersController#.authorizeOrder", "PaymentsController#.refundCapturedPayment", "PaymentsController#.captureAuthorizedPayment"], key: ["0.paypalRequestId"], source: paypal },
    { ...pays, at: ["BraintreeGateway#.transaction.sale", "BraintreeGateway#.transaction.refund", "BraintreeGateway#.transaction.void"], untyped: true, source: braintree, note: "The package has no types. Whether doubles of an `orderId` are refused is a setting of the gateway." },
    { ...pays, at: ["CheckoutAPI#.PaymentsApi.payments", "CheckoutAPI#.ModificationsApi.refundCapturedPayment", "CheckoutAPI#.ModificationsApi.captureAuthorisedPayment"], key: ["1.idempotencyKey", "2.idempotencyKey"], source: adyen },
    { ...pays, at: ["PlaidApi#.transferCreate"], source: plaid, note: "The `authorization_id` can be used once." },
    { ...pays, at: ["PlaidApi#.transferAuthorizationCreate"], key: ["0.idempotency_key"], source: plaid },
    { ...pays, at: ["Shopify#.billing.createUsageRecord"], key: ["0.idempotencyKey"], source: shopify },
    { kind: "returns", at: "shopifyApi", type: "Shopify#", source: shopify },
    { kind: "returns", at: "braintree.connect", type: "BraintreeGateway#", untyped: true, source: braintree, note: "The package has no types." },
  ],
};
