import type { LimitOption, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("cockatiel@3.2.1");
const maxAttempts: LimitOption = {
  option: "new.1.maxAttempts",
  measure: "steps",
  default: null,
  unlimited: ["Infinity"],
};

export const cockatiel: Sdk = {
  id: "cockatiel",
  packages: ["cockatiel"],
  checked: { cockatiel: "3.2.1" },
  rows: [
    { kind: "returns", at: "retry", type: "RetryPolicy#", source: read("dist/Policy.js:247") },
    {
      kind: "retry",
      at: "RetryPolicy#.execute",
      calls: "0",
      limit: maxAttempts,
      source: read("dist/Policy.js:247"),
      note: "Without `maxAttempts` it goes on for ever.",
    },
    { kind: "returns", at: "wrap", type: "WrappedPolicy#", of: ["0", "1", "2"], source: read("dist/Policy.js:247") },
    {
      kind: "retry",
      at: "WrappedPolicy#.execute",
      calls: "0",
      source: read("dist/Policy.js:247"),
      note: "A wrapped policy repeats when one of its parts does.",
    },
  ],
};
