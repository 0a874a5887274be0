import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("chromadb@3.5.0");

export const chroma: Sdk = {
  id: "chroma",
  packages: ["chromadb"],
  checked: { chromadb: "3.5.0" },
  rows: [
    { kind: "returns", at: ["ChromaClient#.getCollection", "ChromaClient#.getOrCreateCollection", "ChromaClient#.createCollection"], type: "Collection#", source },
    { kind: "memory", at: ["Collection#.add", "Collection#.upsert"], value: "0.documents", source },
  ],
};
