import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/nodemailer@8.0.2")("lib/mailer/index.d.ts:194");

export const nodemailer: Sdk = {
  id: "nodemailer",
  packages: ["nodemailer"],
  checked: { nodemailer: "10.6.1", "@types/nodemailer": "8.0.2" },
  same: { Mail: "Transporter" },
  rows: [
    { kind: "returns", at: ["createTransport", "default.createTransport"], type: "Transporter#", source },
    {
      kind: "effect",
      at: "Transporter#.sendMail",
      verb: "send",
      destructive: true,
      source,
      note: "A `messageId` is no key: the same id is delivered twice.",
    },
  ],
};
