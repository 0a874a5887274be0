import type { EffectRow, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("got@16.1.0");
const at = (method: string): readonly string[] => [`got.${method}`, `Got#.${method}`];
const write: Omit<EffectRow, "at" | "verb"> = {
  kind: "effect",
  url: "0",
  body: "1.json",
  headers: "1.headers",
  source: read("dist/source/core/options.js:350"),
};

export const got: Sdk = {
  id: "got",
  packages: ["got"],
  checked: { got: "16.1.0" },
  same: { default: "got" },
  rows: [
    { kind: "returns", at: at("extend"), type: "Got#", source: write.source },
    { ...write, at: [...at("post"), ...at("patch")], verb: "write" },
    { ...write, at: at("put"), verb: "write", idempotent: true },
    { ...write, at: at("delete"), verb: "delete", idempotent: true, destructive: true },
    { ...write, at: ["got", "Got#"], verb: "write", method: "1.method" },
    {
      kind: "retry",
      at: ["got", "Got#", ...at("extend"), ...at("post")],
      limit: {
        option: "1.retry.limit",
        or: ["0.retry.limit", "0.retry", "1.retry"],
        measure: "steps",
        default: 2,
        unlimited: ["Infinity"],
      },
      skipsEffects: true,
      source: write.source,
      note: "POST and PATCH are not among the methods that are tried again, unless `retry.methods` names them.",
    },
  ],
};
