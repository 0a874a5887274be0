import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@linear/sdk@98.0.0")("dist/index-D2pH4Pk9.d.mts:10377");

export const linear: Sdk = {
  id: "linear",
  packages: ["@linear/sdk"],
  checked: { "@linear/sdk": "98.0.0" },
  rows: [
    {
      kind: "effect",
      at: [
        "LinearClient#.createIssue",
        "LinearClient#.createComment",
        "LinearClient#.createProject",
        "LinearClient#.createAttachment",
        "LinearClient#.createDocument",
      ],
      verb: "create",
      key: ["0.id"],
      source,
      note: "The id may come from the client; a second one of the same id is refused.",
    },
    { kind: "effect", at: ["LinearClient#.create*"], verb: "create", key: ["0.id"], source },
    {
      kind: "effect",
      at: ["LinearClient#.update*", "LinearClient#.archive*", "LinearClient#.issueAddLabel"],
      verb: "write",
      idempotent: true,
      source,
    },
    { kind: "effect", at: "LinearClient#.delete*", verb: "delete", idempotent: true, destructive: true, source },
  ],
};
