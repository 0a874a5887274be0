import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const pg = readIn("pg@8.23.1")("lib/client.js:668");

/** Clients that take statements as text: what they do stands in the text. */
export const sql: Sdk = {
  id: "sql",
  packages: ["pg", "mysql2", "mysql2/promise", "postgres", "better-sqlite3", "@neondatabase/serverless", "@libsql/client", "@vercel/postgres", "node:sqlite"],
  checked: { pg: "8.23.1", "@types/pg": "8.23.1", mysql2: "3.24.6", postgres: "3.4.9", "better-sqlite3": "12.11.1", "@types/better-sqlite3": "9.6.0" },
  same: { "PoolClient#": "Client#", "ClientBase#": "Client#", "Connection#": "Client#", "PoolConnection#": "Client#" },
  rows: [
    { kind: "effect", at: ["Client#.query", "Pool#.query"], verb: "write", sql: "0", source: pg },
    { kind: "effect", at: ["Client#.execute", "Pool#.execute"], verb: "write", sql: "0", source: unverified("mysql2@3.24.6") },
    { kind: "returns", at: ["Pool#.connect", "Pool#.getConnection", "createConnection"], type: "Client#", source: pg },
    { kind: "returns", at: ["createPool"], type: "Pool#", source: unverified("mysql2@3.24.6") },
    { kind: "returns", at: "default", type: "Database#", source: unverified("better-sqlite3@12.11.1"), note: "`new Database(file)` of better-sqlite3, `postgres(url)` of postgres." },
    { kind: "effect", at: ["Database#", "Database#.unsafe", "Database#.exec", "Database#.prepare"], verb: "write", sql: "0", source: unverified("better-sqlite3@12.11.1") },
    { kind: "returns", at: "neon", type: "Database#", untyped: true, source: unverified("@neondatabase/serverless@1.0.0"), note: "Not among the packages that are installed for the check." },
    { kind: "effect", at: "sql", verb: "write", sql: "0", untyped: true, source: unverified("@vercel/postgres@0.10.0"), note: "Not among the packages that are installed for the check." },
  ],
};
