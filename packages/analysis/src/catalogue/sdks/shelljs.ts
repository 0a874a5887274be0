import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/shelljs@0.10.0")("index.d.ts:773");

export const shelljs: Sdk = {
  id: "shelljs",
  packages: ["shelljs"],
  checked: { shelljs: "0.10.0", "@types/shelljs": "0.10.0" },
  same: { default: "" },
  rows: [
    { kind: "effect", at: "exec", verb: "run", destructive: true, subject: "0", source },
    { kind: "effect", at: "rm", verb: "delete", idempotent: true, destructive: true, subject: "0", source },
  ],
};
