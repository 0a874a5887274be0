import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("zx@8.8.5")("build/core.d.ts:74");

export const zx: Sdk = {
  id: "zx",
  packages: ["zx"],
  checked: { zx: "8.8.5" },
  rows: [
    { kind: "effect", at: ["$", "$.sync"], verb: "run", destructive: true, subject: "0", source },
    { kind: "human-gate", at: "question", source },
  ],
};
