import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("fastify@5.12.8")("fastify.d.ts:270");

export const fastify: Sdk = {
  id: "fastify",
  packages: ["fastify"],
  checked: { fastify: "5.12.8" },
  rows: [
    { kind: "returns", at: ["default", "fastify"], type: "FastifyInstance#", source },
    {
      kind: "items-from-outside",
      at: [
        "FastifyInstance#.get",
        "FastifyInstance#.post",
        "FastifyInstance#.put",
        "FastifyInstance#.patch",
        "FastifyInstance#.delete",
        "FastifyInstance#.all",
        "FastifyInstance#.addHook",
      ],
      handler: "-1",
      source,
    },
  ],
};
