import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/cross-spawn@6.0.6")("index.d.ts:23");

export const crossSpawn: Sdk = {
  id: "cross-spawn",
  packages: ["cross-spawn"],
  checked: { "cross-spawn": "7.0.6", "@types/cross-spawn": "6.0.6" },
  rows: [{ kind: "effect", at: ["default", "default.sync"], verb: "run", destructive: true, subject: "0", source }],
};
