import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("effect@4.1.0");

/** Repetition in `effect` is a schedule; only the shortest spellings can be read off a call. */
export const effectTs: Sdk = {
  id: "effect-ts",
  packages: ["effect"],
  checked: { effect: "4.1.0" },
  rows: [
    {
      kind: "retry",
      at: "Effect.retry",
      calls: "0",
      limit: { option: "1.times", or: ["0.times"], measure: "steps", default: null, unlimited: ["Infinity"] },
      source,
    },
    { kind: "retry", at: "Effect.retryOrElse", calls: "0", source },
  ],
};
