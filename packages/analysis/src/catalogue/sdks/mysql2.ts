import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("mysql2@3.24.6")("typings/mysql/index.d.ts:59");

export const mysql2: Sdk = {
  id: "mysql2",
  packages: ["mysql2", "mysql2/promise"],
  checked: { mysql2: "3.24.6" },
  same: { default: "", PoolConnection: "Connection" },
  rows: [
    { kind: "returns", at: "createConnection", type: "Connection#", source },
    { kind: "returns", at: "createPool", type: "Pool#", source },
    { kind: "returns", at: "Pool#.getConnection", type: "Connection#", source },
    {
      kind: "effect",
      at: ["Connection#.query", "Connection#.execute", "Pool#.query", "Pool#.execute"],
      verb: "write",
      sql: "0",
      source,
    },
  ],
};
