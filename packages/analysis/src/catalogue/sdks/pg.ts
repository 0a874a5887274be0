import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("pg@8.23.1")("lib/client.js:668");

/** What a statement does stands in its text. */
export const pg: Sdk = {
  id: "pg",
  packages: ["pg", "@vercel/postgres", "@neondatabase/serverless"],
  checked: { pg: "8.23.1", "@types/pg": "8.23.1", "@neondatabase/serverless": "1.2.0" },
  same: { default: "", PoolClient: "Client", ClientBase: "Client" },
  rows: [
    { kind: "effect", at: ["Client#.query", "Pool#.query"], verb: "write", sql: "0", source },
    { kind: "returns", at: "Pool#.connect", type: "Client#", source },
    {
      kind: "returns",
      at: "neon",
      type: "NeonQuery#",
      source: readIn("@neondatabase/serverless@1.2.0")("index.d.mts:595"),
    },
    {
      kind: "effect",
      at: ["NeonQuery#", "NeonQuery#.query"],
      verb: "write",
      sql: "0",
      source: readIn("@neondatabase/serverless@1.2.0")("index.d.mts:876"),
    },
    {
      kind: "effect",
      at: "sql",
      verb: "write",
      sql: "0",
      untyped: true,
      source: unverified("@vercel/postgres@0.10.0"),
      note: "Not among the packages that are installed for the check.",
    },
  ],
};
