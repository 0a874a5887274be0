import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

export const processes: Sdk = {
  id: "processes",
  packages: ["execa", "zx", "shelljs", "cross-spawn"],
  checked: { execa: "9.6.1", zx: "8.8.5" },
  rows: [
    { kind: "effect", at: ["execa", "execaSync", "execaCommand", "execaCommandSync", "execaNode"], verb: "run", destructive: true, subject: "0", source: unverified("execa@9.6.1") },
    { kind: "effect", at: ["$", "$.sync"], verb: "run", destructive: true, subject: "0", source: unverified("zx@8.8.5") },
    { kind: "effect", at: ["exec", "default.exec", "default"], verb: "run", destructive: true, subject: "0", untyped: true, source: unverified("shelljs@0.9.0"), note: "`shelljs` and `cross-spawn`, which are not installed for the check." },
    { kind: "human-gate", at: "question", source: unverified("zx@8.8.5") },
  ],
};
