import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("typeorm@1.1.1")("data-source/DataSource.d.ts:183");

export const typeorm: Sdk = {
  id: "typeorm",
  packages: ["typeorm"],
  checked: { typeorm: "1.1.1" },
  rows: [
    { kind: "returns", at: ["DataSource#.getRepository", "EntityManager#.getRepository"], type: "Repository#", source },
    { kind: "effect", at: ["Repository#.insert", "EntityManager#.insert"], verb: "create", source },
    {
      kind: "effect",
      at: ["Repository#.save", "EntityManager#.save", "Repository#.upsert", "Repository#.update"],
      verb: "write",
      idempotent: true,
      source,
    },
    {
      kind: "effect",
      at: ["Repository#.delete", "Repository#.remove", "EntityManager#.delete"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
  ],
};
