import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("intercom-client@7.0.3")("dist/cjs/api/resources/messages/client/Client.d.ts:108");

export const intercom: Sdk = {
  id: "intercom",
  packages: ["intercom-client"],
  checked: { "intercom-client": "7.0.3" },
  rows: [
    {
      kind: "effect",
      at: ["IntercomClient#.messages.create", "IntercomClient#.conversations.reply", "IntercomClient#.tickets.create"],
      verb: "send",
      source,
    },
  ],
};
