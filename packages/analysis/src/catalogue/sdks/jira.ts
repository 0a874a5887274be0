import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

export const jira: Sdk = {
  id: "jira",
  packages: ["jira.js"],
  checked: { "jira.js": "6.2.0" },
  same: { Version2Client: "Version3Client" },
  rows: [
    {
      kind: "effect",
      at: ["createIssue", "addComment"],
      since: "6",
      verb: "create",
      source: readIn("jira.js@6.2.0")("dist/cloud/api/issues.d.ts:72"),
    },
    {
      kind: "effect",
      at: ["Version3Client#.issues.createIssue", "Version3Client#.issueComments.addComment"],
      until: "5",
      verb: "create",
      source: readIn("jira.js@5.4.0")("dist/esm/types/version3/issues.d.ts:80"),
    },
  ],
};
