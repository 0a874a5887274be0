import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("@notionhq/client@5.26.0")("build/src/Client.d.ts:121");

export const notion: Sdk = {
  id: "notion",
  packages: ["@notionhq/client"],
  checked: { "@notionhq/client": "5.26.0" },
  rows: [
    {
      kind: "effect",
      at: [
        "Client#.pages.create",
        "Client#.databases.create",
        "Client#.comments.create",
        "Client#.blocks.children.append",
      ],
      verb: "create",
      source,
    },
    {
      kind: "effect",
      at: ["Client#.pages.update", "Client#.blocks.update", "Client#.databases.update"],
      verb: "write",
      idempotent: true,
      source,
    },
    { kind: "effect", at: "Client#.blocks.delete", verb: "delete", idempotent: true, destructive: true, source },
    {
      kind: "retry",
      at: "Client",
      limit: { option: "0.retry.maxRetries", measure: "steps", default: 2, unlimited: ["Infinity"] },
      skipsEffects: true,
      source: unverified("@notionhq/client@5.26.0"),
    },
  ],
};
