import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/koa@3.0.3")("index.d.ts:512");

export const koa: Sdk = {
  id: "koa",
  packages: ["koa"],
  checked: { koa: "3.3.0", "@types/koa": "3.0.3" },
  rows: [{ kind: "items-from-outside", at: "default#.use", handler: "0", source }],
};
