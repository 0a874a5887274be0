import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("hono@4.13.19")("dist/types/hono-base.d.ts:70");

export const hono: Sdk = {
  id: "hono",
  packages: ["hono"],
  checked: { hono: "4.13.19" },
  rows: [
    {
      kind: "items-from-outside",
      at: ["Hono#.get", "Hono#.post", "Hono#.put", "Hono#.patch", "Hono#.delete", "Hono#.all", "Hono#.use"],
      handler: "-1",
      source,
    },
  ],
};
