import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@prisma/client@7.10.0")("runtime/client.d.ts:1103");
const note = "The models are generated into the client, so the published types show none of them.";

export const prisma: Sdk = {
  id: "prisma",
  packages: ["@prisma/client"],
  checked: { "@prisma/client": "7.10.0" },
  rows: [
    { kind: "effect", at: "PrismaClient#.*.create", verb: "create", untyped: true, source, note },
    {
      kind: "effect",
      at: ["PrismaClient#.*.createMany", "PrismaClient#.*.createManyAndReturn"],
      verb: "create",
      idempotentIf: [{ option: "0.skipDuplicates", values: [true] }],
      untyped: true,
      source,
      note,
    },
    {
      kind: "effect",
      at: ["PrismaClient#.*.upsert", "PrismaClient#.*.update", "PrismaClient#.*.updateMany"],
      verb: "write",
      idempotent: true,
      untyped: true,
      source,
      note,
    },
    {
      kind: "effect",
      at: ["PrismaClient#.*.delete", "PrismaClient#.*.deleteMany"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      untyped: true,
      source,
      note,
    },
    {
      kind: "effect",
      at: ["PrismaClient#.$executeRaw", "PrismaClient#.$executeRawUnsafe"],
      verb: "write",
      sql: "0",
      untyped: true,
      source,
      note,
    },
    {
      kind: "parameter",
      at: "PrismaClient#.$transaction",
      function: "0",
      parameter: "0",
      type: "PrismaClient#",
      untyped: true,
      source,
      note,
    },
    { kind: "returns", at: "PrismaClient#.$extends", type: "PrismaClient#", same: true, untyped: true, source, note },
  ],
};
