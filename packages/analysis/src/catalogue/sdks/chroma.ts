import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("chromadb@3.5.0")("dist/chromadb.d.ts:1509");

export const chroma: Sdk = {
  id: "chroma",
  packages: ["chromadb"],
  checked: { chromadb: "3.5.0" },
  rows: [
    {
      kind: "returns",
      at: ["ChromaClient#.getCollection", "ChromaClient#.getOrCreateCollection", "ChromaClient#.createCollection"],
      type: "Collection#",
      source,
    },
    { kind: "memory", at: ["Collection#.add", "Collection#.upsert"], value: "0.documents", source },
  ],
};
