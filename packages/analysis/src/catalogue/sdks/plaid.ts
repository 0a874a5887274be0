import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("plaid@47.0.0")("dist/api.d.ts:4812");

export const plaid: Sdk = {
  id: "plaid",
  packages: ["plaid"],
  checked: { plaid: "47.0.0" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: "PlaidApi#.transferCreate",
      key: ["0.authorization_id"],
      source,
      note: "An authorisation can be used once.",
    },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: "PlaidApi#.transferAuthorizationCreate",
      key: ["0.idempotency_key"],
      source,
    },
  ],
};
