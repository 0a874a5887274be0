import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

/** Long-term memories. */
export const mem0: Sdk = {
  id: "mem0",
  packages: ["mem0ai"],
  checked: { mem0ai: "3.3.1" },
  same: { default: "MemoryClient", Memory: "MemoryClient" },
  rows: [
    {
      kind: "memory",
      at: ["MemoryClient#.add", "MemoryClient#.update"],
      value: "0",
      source: readIn("mem0ai@3.3.1")("dist/index.d.ts:316"),
    },
  ],
};
