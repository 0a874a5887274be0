import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("kysely@0.28.19")("dist/esm/query-creator.d.ts:213");

export const kysely: Sdk = {
  id: "kysely",
  packages: ["kysely"],
  checked: { kysely: "0.28.19" },
  same: { Transaction: "Kysely" },
  rows: [
    {
      kind: "effect",
      at: "Kysely#.insertInto",
      verb: "create",
      idempotentWith: ["onConflict", "ignore", "onDuplicateKeyUpdate", "orIgnore"],
      source,
    },
    {
      kind: "effect",
      at: ["Kysely#.updateTable", "Kysely#.replaceInto", "Kysely#.mergeInto"],
      verb: "write",
      idempotent: true,
      source,
    },
    { kind: "effect", at: "Kysely#.deleteFrom", verb: "delete", idempotent: true, destructive: true, source },
  ],
};
