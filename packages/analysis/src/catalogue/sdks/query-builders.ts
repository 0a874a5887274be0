import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const knex = readIn("knex@3.3.0")("types/index.d.ts:1156");
const kysely = unverified("kysely@0.28.19");
const typeorm = unverified("typeorm@1.1.1");
const mongoose = unverified("mongoose@9.12.1");

export const queryBuilders: Sdk = {
  id: "query-builders",
  packages: ["knex", "kysely", "typeorm", "mongoose", "sequelize"],
  checked: { knex: "3.3.0", kysely: "0.28.19", typeorm: "1.1.1", mongoose: "9.12.1" },
  same: { knex: "default", "Transaction#": "Kysely#" },
  rows: [
    { kind: "returns", at: "default", type: "Knex#", source: knex },
    { kind: "returns", at: ["Knex#", "Knex#.table", "Knex#.from", "Knex#.into"], type: "QueryBuilder#", source: knex },
    { kind: "returns", at: ["QueryBuilder#.where", "QueryBuilder#.into", "QueryBuilder#.table", "QueryBuilder#.from", "QueryBuilder#.transacting"], type: "QueryBuilder#", same: true, source: knex },
    { kind: "effect", at: ["QueryBuilder#.insert", "Knex#.insert"], verb: "create", idempotentWith: ["onConflict", "ignore", "merge"], source: knex },
    { kind: "effect", at: ["QueryBuilder#.update", "Knex#.update"], verb: "write", idempotent: true, source: knex },
    { kind: "effect", at: ["QueryBuilder#.del", "QueryBuilder#.delete", "QueryBuilder#.truncate"], verb: "delete", idempotent: true, destructive: true, source: knex },
    { kind: "effect", at: "Knex#.raw", verb: "write", sql: "0", source: knex },

    { kind: "effect", at: "Kysely#.insertInto", verb: "create", idempotentWith: ["onConflict", "ignore", "onDuplicateKeyUpdate", "orIgnore"], source: kysely },
    { kind: "effect", at: ["Kysely#.updateTable", "Kysely#.replaceInto", "Kysely#.mergeInto"], verb: "write", idempotent: true, source: kysely },
    { kind: "effect", at: "Kysely#.deleteFrom", verb: "delete", idempotent: true, destructive: true, source: kysely },

    { kind: "returns", at: ["DataSource#.getRepository", "EntityManager#.getRepository"], type: "Repository#", source: typeorm },
    { kind: "effect", at: ["Repository#.insert", "EntityManager#.insert"], verb: "create", source: typeorm },
    { kind: "effect", at: ["Repository#.save", "EntityManager#.save", "Repository#.upsert", "Repository#.update"], verb: "write", idempotent: true, source: typeorm },
    { kind: "effect", at: ["Repository#.delete", "Repository#.remove", "EntityManager#.delete"], verb: "delete", idempotent: true, destructive: true, source: typeorm },

    { kind: "returns", at: "model", type: "Model", source: mongoose },
    { kind: "effect", at: ["Model.create", "Model.insertMany", "Model.insertOne"], verb: "create", source: mongoose },
    { kind: "effect", at: ["Model.updateOne", "Model.updateMany", "Model.findOneAndUpdate", "Model.findByIdAndUpdate", "Model.replaceOne"], verb: "write", idempotentIf: [{ option: "2.upsert", values: [true] }], source: mongoose },
    { kind: "effect", at: ["Model.deleteOne", "Model.deleteMany", "Model.findByIdAndDelete", "Model.findOneAndDelete"], verb: "delete", idempotent: true, destructive: true, source: mongoose },
    { kind: "effect", at: "Document#.save", verb: "write", idempotent: true, source: mongoose },
  ],
};
