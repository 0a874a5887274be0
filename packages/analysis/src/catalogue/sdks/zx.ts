import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("zx@8.8.5");

export const zx: Sdk = {
  id: "zx",
  packages: ["zx"],
  checked: { zx: "8.8.5" },
  rows: [
    { kind: "effect", at: ["$", "$.sync"], verb: "run", destructive: true, subject: "0", source },
    { kind: "human-gate", at: "question", source },
  ],
};
