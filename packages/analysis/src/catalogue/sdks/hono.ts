import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("hono@4.13.19");

export const hono: Sdk = {
  id: "hono",
  packages: ["hono"],
  checked: { hono: "4.13.19" },
  rows: [
    { kind: "items-from-outside", at: ["Hono#.get", "Hono#.post", "Hono#.put", "Hono#.patch", "Hono#.delete", "Hono#.all", "Hono#.use"], handler: "-1", source },
  ],
};
