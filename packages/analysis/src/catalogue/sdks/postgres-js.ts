import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("postgres@3.4.9");

export const postgresJs: Sdk = {
  id: "postgres-js",
  packages: ["postgres"],
  checked: { postgres: "3.4.9" },
  rows: [
    { kind: "returns", at: "default", type: "Sql#", source },
    { kind: "effect", at: ["Sql#", "Sql#.unsafe"], verb: "write", sql: "0", source },
  ],
};
