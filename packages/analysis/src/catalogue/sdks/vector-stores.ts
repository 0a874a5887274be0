import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

/** Vector stores, where what a model wrote is found again as if it were a source. */
export const vectorStores: Sdk = {
  id: "vector-stores",
  packages: ["@qdrant/js-client-rest", "@pinecone-database/pinecone", "chromadb"],
  checked: { "@qdrant/js-client-rest": "1.18.0", "@pinecone-database/pinecone": "8.2.0", chromadb: "3.5.0" },
  rows: [
    { kind: "memory", at: "QdrantClient#.upsert", value: "1.points", source: unverified("@qdrant/js-client-rest@1.18.0") },
    { kind: "effect", at: "QdrantClient#.upsert", verb: "write", idempotent: true, source: unverified("@qdrant/js-client-rest@1.18.0") },
    { kind: "effect", at: ["QdrantClient#.delete", "QdrantClient#.deleteCollection"], verb: "delete", idempotent: true, destructive: true, source: unverified("@qdrant/js-client-rest@1.18.0") },
    { kind: "returns", at: ["Pinecone#.index", "Pinecone#.Index"], type: "Index#", source: unverified("@pinecone-database/pinecone@8.2.0") },
    { kind: "returns", at: "Index#.namespace", type: "Index#", source: unverified("@pinecone-database/pinecone@8.2.0") },
    { kind: "memory", at: ["Index#.upsert"], value: "0", source: unverified("@pinecone-database/pinecone@8.2.0") },
    { kind: "effect", at: ["Index#.upsert"], verb: "write", idempotent: true, source: unverified("@pinecone-database/pinecone@8.2.0") },
    { kind: "returns", at: ["ChromaClient#.getCollection", "ChromaClient#.getOrCreateCollection", "ChromaClient#.createCollection"], type: "Collection#", source: unverified("chromadb@3.5.0") },
    { kind: "memory", at: ["Collection#.add", "Collection#.upsert"], value: "0.documents", source: unverified("chromadb@3.5.0") },
  ],
};
