import type { EffectRow, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("ky@2.1.0");
const at = (method: string): readonly string[] => [`ky.${method}`, `KyInstance#.${method}`];
const write: Omit<EffectRow, "at" | "verb"> = {
  kind: "effect",
  url: "0",
  body: "1.json",
  headers: "1.headers",
  source: read("distribution/utils/normalize.js:8"),
};

export const ky: Sdk = {
  id: "ky",
  packages: ["ky"],
  checked: { ky: "2.1.0" },
  same: { default: "ky" },
  rows: [
    { kind: "returns", at: [...at("create"), ...at("extend")], type: "KyInstance#", source: write.source },
    { ...write, at: [...at("post"), ...at("patch")], verb: "write" },
    { ...write, at: at("put"), verb: "write", idempotent: true },
    { ...write, at: at("delete"), verb: "delete", idempotent: true, destructive: true },
    { ...write, at: ["ky", "KyInstance#"], verb: "write", method: "1.method" },
    {
      kind: "retry",
      at: ["ky", "KyInstance#", ...at("create"), ...at("extend"), ...at("post")],
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
