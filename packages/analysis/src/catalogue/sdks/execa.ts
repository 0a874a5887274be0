import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("execa@9.6.1");

export const execa: Sdk = {
  id: "execa",
  packages: ["execa"],
  checked: { execa: "9.6.1" },
  rows: [
    { kind: "effect", at: ["execa", "execaSync", "execaCommand", "execaCommandSync", "execaNode", "$"], verb: "run", destructive: true, subject: "0", source },
  ],
};
