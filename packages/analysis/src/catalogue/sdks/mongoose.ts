import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("mongoose@9.12.1")("types/index.d.ts:84");

export const mongoose: Sdk = {
  id: "mongoose",
  packages: ["mongoose"],
  checked: { mongoose: "9.12.1" },
  same: { default: "" },
  rows: [
    { kind: "returns", at: "model", type: "Model", source },
    { kind: "effect", at: ["Model.create", "Model.insertMany", "Model.insertOne"], verb: "create", source },
    {
      kind: "effect",
      at: [
        "Model.updateOne",
        "Model.updateMany",
        "Model.findOneAndUpdate",
        "Model.findByIdAndUpdate",
        "Model.replaceOne",
      ],
      verb: "write",
      idempotentIf: [{ option: "2.upsert", values: [true] }],
      source,
    },
    {
      kind: "effect",
      at: ["Model.deleteOne", "Model.deleteMany", "Model.findByIdAndDelete", "Model.findOneAndDelete"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    { kind: "effect", at: "Document#.save", verb: "write", idempotent: true, source },
  ],
};
