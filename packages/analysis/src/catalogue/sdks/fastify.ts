import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("fastify@5.12.8");

export const fastify: Sdk = {
  id: "fastify",
  packages: ["fastify"],
  checked: { fastify: "5.12.8" },
  rows: [
    { kind: "returns", at: ["default", "fastify"], type: "FastifyInstance#", source },
    { kind: "items-from-outside", at: ["FastifyInstance#.get", "FastifyInstance#.post", "FastifyInstance#.put", "FastifyInstance#.patch", "FastifyInstance#.delete", "FastifyInstance#.all", "FastifyInstance#.addHook"], handler: "-1", source },
  ],
};
