import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const note = "The functions are the user's own, and so are their names.";
const source = unverified("@boundaryml/baml@0.226.2");

/** The client that BAML generates into the project: every function of `b` asks a model and gives back what its schema says. */
export const baml: Sdk = {
  id: "baml",
  packages: ["baml_client"],
  generated: true,
  checked: {},
  reply: { structured: [""] },
  rows: [
    { kind: "model-call", at: "b.*", input: ["0"], signal: "-1.signal", untyped: true, source, note },
    {
      kind: "model-call",
      at: "b.stream.*",
      input: ["0"],
      signal: "-1.signal",
      streams: true,
      chunk: { structured: [""] },
      untyped: true,
      source,
      note,
    },
    { kind: "returns", at: "b.withOptions", type: "b", same: true, untyped: true, source, note },
  ],
};
