import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@getbrevo/brevo@6.0.3")("dist/esm/api/resources/transactionalEmails/client/Client.d.mts:152");

export const brevo: Sdk = {
  id: "brevo",
  packages: ["@getbrevo/brevo"],
  checked: { "@getbrevo/brevo": "6.0.3" },
  rows: [
    {
      kind: "effect",
      at: "BrevoClient#.transactionalEmails.sendTransacEmail",
      verb: "send",
      destructive: true,
      source,
    },
  ],
};
