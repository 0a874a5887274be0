import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/cross-spawn@6.0.6");

export const crossSpawn: Sdk = {
  id: "cross-spawn",
  packages: ["cross-spawn"],
  checked: { "cross-spawn": "7.0.6", "@types/cross-spawn": "6.0.6" },
  rows: [
    { kind: "effect", at: ["default", "default.sync"], verb: "run", destructive: true, subject: "0", source },
  ],
};
