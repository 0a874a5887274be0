import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("twilio@6.3.1");

export const twilio: Sdk = {
  id: "twilio",
  packages: ["twilio"],
  checked: { twilio: "6.3.1" },
  rows: [
    { kind: "returns", at: "default", type: "Twilio#", source: read("lib/rest/api/v2010/account/message.d.ts:490") },
    {
      kind: "effect",
      at: ["Twilio#.messages.create", "Twilio#.calls.create", "Twilio#.api.messages.create"],
      verb: "send",
      destructive: true,
      source: read("lib/rest/api/v2010/account/message.d.ts:490"),
    },
    {
      kind: "effect",
      at: [
        "Twilio#.verify.v2.services().verifications.create",
        "Twilio#.conversations.v1.conversations().messages.create",
      ],
      verb: "send",
      source: read("lib/rest/api/v2010/account/message.d.ts:490"),
    },
    {
      kind: "retry",
      at: "Twilio",
      when: "2.autoRetry",
      limit: { option: "2.maxRetries", measure: "steps", default: 3, unlimited: ["Infinity"] },
      source: read("lib/base/RequestClient.d.ts:12"),
      note: "Off by default, and only after 429.",
    },
  ],
};
