import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("drizzle-orm@0.45.4")("pg-core/query-builders/insert.d.ts:138");

export const drizzle: Sdk = {
  id: "drizzle",
  packages: [
    "drizzle-orm/node-postgres",
    "drizzle-orm/postgres-js",
    "drizzle-orm/neon-http",
    "drizzle-orm/neon-serverless",
    "drizzle-orm/vercel-postgres",
    "drizzle-orm/pglite",
    "drizzle-orm/mysql2",
    "drizzle-orm/planetscale-serverless",
    "drizzle-orm/better-sqlite3",
    "drizzle-orm/libsql",
    "drizzle-orm/d1",
    "drizzle-orm/bun-sqlite",
    "drizzle-orm",
  ],
  checked: { "drizzle-orm": "0.45.4" },
  same: {
    NodePgDatabase: "Database",
    PostgresJsDatabase: "Database",
    BetterSQLite3Database: "Database",
    LibSQLDatabase: "Database",
    MySql2Database: "Database",
    DrizzleD1Database: "Database",
  },
  rows: [
    { kind: "returns", at: "drizzle", type: "Database#", source },
    {
      kind: "effect",
      at: "Database#.insert",
      verb: "create",
      idempotentWith: ["onConflictDoNothing", "onConflictDoUpdate", "onDuplicateKeyUpdate"],
      source,
      note: "The row stands in `.values()` behind it.",
    },
    { kind: "effect", at: "Database#.update", verb: "write", idempotent: true, source },
    { kind: "effect", at: "Database#.delete", verb: "delete", idempotent: true, destructive: true, source },
    { kind: "effect", at: ["Database#.execute"], verb: "write", sql: "0", source },
    { kind: "parameter", at: "Database#.transaction", function: "0", parameter: "0", type: "Database#", source },
  ],
};
