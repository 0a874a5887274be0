import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@pinecone-database/pinecone@8.2.0")("dist/pinecone.d.ts:1001");

export const pinecone: Sdk = {
  id: "pinecone",
  packages: ["@pinecone-database/pinecone"],
  checked: { "@pinecone-database/pinecone": "8.2.0" },
  rows: [
    { kind: "returns", at: ["Pinecone#.index", "Pinecone#.Index"], type: "Index#", source },
    { kind: "returns", at: "Index#.namespace", type: "Index#", source },
    { kind: "memory", at: "Index#.upsert", value: "0", source },
    { kind: "effect", at: "Index#.upsert", verb: "write", idempotent: true, source },
  ],
};
