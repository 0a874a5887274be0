import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@sendgrid/mail@8.1.6")("src/mail.d.ts:35");

export const sendgrid: Sdk = {
  id: "sendgrid",
  packages: ["@sendgrid/mail"],
  checked: { "@sendgrid/mail": "8.1.6" },
  rows: [
    {
      kind: "effect",
      at: ["default.send", "default.sendMultiple", "MailService#.send", "MailService#.sendMultiple"],
      verb: "send",
      destructive: true,
      source,
    },
  ],
};
