import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const source = readIn("@types/better-sqlite3@9.6.0")("index.d.ts:59");

export const sqlite: Sdk = {
  id: "sqlite",
  packages: ["better-sqlite3", "node:sqlite", "@libsql/client"],
  checked: { "better-sqlite3": "12.11.1", "@types/better-sqlite3": "9.6.0", "@types/node": "24.19.4" },
  same: { Database: "default" },
  rows: [
    {
      kind: "effect",
      at: ["default#.prepare", "default#.exec", "DatabaseSync#.prepare", "DatabaseSync#.exec"],
      verb: "write",
      sql: "0",
      source,
      note: "A prepared statement writes when it is run.",
    },
    {
      kind: "returns",
      at: "createClient",
      type: "LibsqlClient#",
      untyped: true,
      source: unverified("@libsql/client@0.15.0"),
      note: "Not among the packages that are installed for the check.",
    },
    {
      kind: "effect",
      at: "LibsqlClient#.execute",
      verb: "write",
      sql: "0",
      untyped: true,
      source: unverified("@libsql/client@0.15.0"),
      note: "Not among the packages that are installed for the check.",
    },
  ],
};
