import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("mongodb@7.9.0")("mongodb.d.ts:2260");

export const mongodb: Sdk = {
  id: "mongodb",
  packages: ["mongodb"],
  checked: { mongodb: "7.9.0" },
  rows: [
    { kind: "returns", at: "MongoClient#.db", type: "Db#", source },
    { kind: "returns", at: "MongoClient.connect", type: "MongoClient#", source },
    { kind: "returns", at: "Db#.collection", type: "Collection#", source },
    {
      kind: "effect",
      at: ["Collection#.insertOne", "Collection#.insertMany", "Collection#.bulkWrite"],
      verb: "create",
      source,
    },
    {
      kind: "effect",
      at: ["Collection#.updateOne", "Collection#.updateMany", "Collection#.replaceOne", "Collection#.findOneAndUpdate"],
      verb: "write",
      idempotentIf: [{ option: "2.upsert", values: [true] }],
      source,
    },
    {
      kind: "effect",
      at: ["Collection#.deleteOne", "Collection#.deleteMany", "Collection#.drop", "Collection#.findOneAndDelete"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
  ],
};
