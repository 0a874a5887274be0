import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@langchain/core@1.2.12");

/** Stores of documents that a later search finds, whoever wrote them. */
export const langchainVectorStores: Sdk = {
  id: "langchain-vector-stores",
  packages: [
    "@langchain/core",
    "@langchain/classic",
    "@langchain/community",
    "@langchain/mongodb",
    "@langchain/pgvector",
    "@langchain/pinecone",
    "@langchain/qdrant",
    "@langchain/redis",
    "@langchain/weaviate",
    "langchain",
  ],
  checked: {},
  rows: [
    {
      kind: "memory",
      at: [
        "*Store#.addDocuments",
        "Chroma#.addDocuments",
        "HNSWLib#.addDocuments",
        "*.from*().addDocuments",
        "*.initialize().addDocuments",
      ],
      value: "0",
      untyped: true,
      source,
      note: "Every integration is a package of its own, and none of them is installed for the check.",
    },
  ],
};
