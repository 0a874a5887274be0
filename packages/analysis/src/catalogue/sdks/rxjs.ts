import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("rxjs@7.8.2")("dist/types/internal/operators/retry.d.ts:1");

export const rxjs: Sdk = {
  id: "rxjs",
  packages: ["rxjs"],
  checked: { rxjs: "7.8.2" },
  rows: [
    {
      kind: "retry",
      at: "retry",
      pipes: true,
      limit: { option: "0.count", or: ["0"], measure: "steps", default: null, unlimited: ["Infinity"] },
      source: readIn("rxjs@7.8.2")("dist/cjs/internal/operators/retry.js:20"),
      note: "Without a count it subscribes again after every error; zero and less mean not at all.",
    },
    { kind: "retry", at: "retryWhen", pipes: true, condition: "0", source },
    { kind: "timer", at: "repeat", calls: "new", repeats: true, source },
    { kind: "timer", at: ["interval"], calls: "new", repeats: true, source },
    { kind: "items-from-outside", at: "fromEvent", source },
  ],
};
