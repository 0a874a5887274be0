import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("knex@3.3.0")("types/index.d.ts:1156");

export const knex: Sdk = {
  id: "knex",
  packages: ["knex"],
  checked: { knex: "3.3.0" },
  rows: [
    { kind: "returns", at: ["default", "knex"], type: "Knex#", source },
    { kind: "returns", at: ["Knex#", "Knex#.table", "Knex#.from", "Knex#.into"], type: "KnexBuilder#", source },
    {
      kind: "returns",
      at: ["KnexBuilder#.where", "KnexBuilder#.into", "KnexBuilder#.from", "KnexBuilder#.transacting"],
      type: "KnexBuilder#",
      same: true,
      source,
    },
    {
      kind: "effect",
      at: ["KnexBuilder#.insert", "Knex#.insert"],
      verb: "create",
      idempotentWith: ["onConflict", "ignore", "merge"],
      source,
    },
    { kind: "effect", at: ["KnexBuilder#.update", "Knex#.update"], verb: "write", idempotent: true, source },
    {
      kind: "effect",
      at: ["KnexBuilder#.del", "KnexBuilder#.delete", "KnexBuilder#.truncate"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    { kind: "effect", at: "Knex#.raw", verb: "write", sql: "0", source },
  ],
};
