import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("postgres@3.4.9")("types/index.d.ts:8");

export const postgresJs: Sdk = {
  id: "postgres-js",
  packages: ["postgres"],
  checked: { postgres: "3.4.9" },
  rows: [
    { kind: "returns", at: "default", type: "Sql#", source },
    { kind: "effect", at: ["Sql#", "Sql#.unsafe"], verb: "write", sql: "0", source },
  ],
};
