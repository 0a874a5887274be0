import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@types/koa@3.0.3");

export const koa: Sdk = {
  id: "koa",
  packages: ["koa"],
  checked: { koa: "3.3.0", "@types/koa": "3.0.3" },
  rows: [
    { kind: "items-from-outside", at: "default#.use", handler: "0", source },
  ],
};
