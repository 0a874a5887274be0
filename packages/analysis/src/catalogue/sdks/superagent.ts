import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/superagent@8.1.11");

export const superagent: Sdk = {
  id: "superagent",
  packages: ["superagent"],
  checked: { superagent: "10.4.2", "@types/superagent": "8.1.11" },
  rows: [
    {
      kind: "effect",
      at: ["default.post", "default.patch"],
      verb: "write",
      url: "0",
      body: "1",
      source,
      note: "Headers and body follow as `.set()` and `.send()`.",
    },
    { kind: "effect", at: "default.put", verb: "write", idempotent: true, url: "0", body: "1", source },
    {
      kind: "effect",
      at: ["default.delete", "default.del"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      url: "0",
      source,
    },
  ],
};
