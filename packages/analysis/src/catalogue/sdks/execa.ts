import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("execa@9.6.1")("types/methods/main-async.d.ts:350");

export const execa: Sdk = {
  id: "execa",
  packages: ["execa"],
  checked: { execa: "9.6.1" },
  rows: [
    {
      kind: "effect",
      at: ["execa", "execaSync", "execaCommand", "execaCommandSync", "execaNode", "$"],
      verb: "run",
      destructive: true,
      subject: "0",
      source,
    },
  ],
};
