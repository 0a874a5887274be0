import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@getbrevo/brevo@6.0.3");

export const brevo: Sdk = {
  id: "brevo",
  packages: ["@getbrevo/brevo"],
  checked: { "@getbrevo/brevo": "6.0.3" },
  rows: [
    { kind: "effect", at: "BrevoClient#.transactionalEmails.sendTransacEmail", verb: "send", destructive: true, source },
  ],
};
