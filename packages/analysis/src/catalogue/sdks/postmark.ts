import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("postmark@5.1.0")("dist/client/ServerClient.d.ts:21");

export const postmark: Sdk = {
  id: "postmark",
  packages: ["postmark"],
  checked: { postmark: "5.1.0" },
  rows: [
    {
      kind: "effect",
      at: [
        "ServerClient#.sendEmail",
        "ServerClient#.sendEmailBatch",
        "ServerClient#.sendEmailWithTemplate",
        "ServerClient#.sendEmailBatchWithTemplates",
      ],
      verb: "send",
      destructive: true,
      source,
    },
  ],
};
