import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("resend@6.38.0")("dist/index.d.mts:185");

export const resend: Sdk = {
  id: "resend",
  packages: ["resend"],
  checked: { resend: "6.38.0" },
  rows: [
    {
      kind: "effect",
      at: ["Resend#.emails.send", "Resend#.emails.create", "Resend#.batch.send", "Resend#.batch.create"],
      verb: "send",
      key: ["1.idempotencyKey"],
      destructive: true,
      source,
    },
    { kind: "effect", at: ["Resend#.broadcasts.send"], verb: "send", destructive: true, source },
    {
      kind: "effect",
      at: [
        "Resend#.contacts.create",
        "Resend#.audiences.create",
        "Resend#.broadcasts.create",
        "Resend#.domains.create",
      ],
      verb: "create",
      source,
    },
  ],
};
