import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("mailgun.js@14.0.1")("Types/index.d.ts:7");

export const mailgun: Sdk = {
  id: "mailgun",
  packages: ["mailgun.js"],
  checked: { "mailgun.js": "14.0.1" },
  rows: [
    { kind: "returns", at: "default#.client", type: "MailgunClient#", source },
    { kind: "effect", at: "MailgunClient#.messages.create", verb: "send", destructive: true, source },
  ],
};
