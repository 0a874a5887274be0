import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("intercom-client@7.0.3");

export const intercom: Sdk = {
  id: "intercom",
  packages: ["intercom-client"],
  checked: { "intercom-client": "7.0.3" },
  rows: [
    { kind: "effect", at: ["IntercomClient#.messages.create", "IntercomClient#.conversations.reply", "IntercomClient#.tickets.create"], verb: "send", source },
  ],
};
