import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@solana/web3.js@1.99.0")("lib/index.d.ts:4070");

export const solanaWeb3: Sdk = {
  id: "solana-web3",
  packages: ["@solana/web3.js"],
  checked: { "@solana/web3.js": "2.0.0" },
  rows: [{ kind: "effect", verb: "pay", destructive: true, at: "sendAndConfirmTransaction", until: "1", source }],
};
