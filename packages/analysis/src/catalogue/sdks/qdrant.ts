import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@qdrant/js-client-rest@1.18.0")("dist/types/qdrant-client.d.ts:466");

/** In a vector store, what a model wrote is found again as if it were a source. */
export const qdrant: Sdk = {
  id: "qdrant",
  packages: ["@qdrant/js-client-rest"],
  checked: { "@qdrant/js-client-rest": "1.18.0" },
  rows: [
    { kind: "memory", at: "QdrantClient#.upsert", value: "1.points", source },
    { kind: "effect", at: "QdrantClient#.upsert", verb: "write", idempotent: true, source },
    {
      kind: "effect",
      at: ["QdrantClient#.delete", "QdrantClient#.deleteCollection"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
  ],
};
