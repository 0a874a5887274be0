import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("@solana/web3.js@1.99.0");

export const solanaWeb3: Sdk = {
  id: "solana-web3",
  packages: ["@solana/web3.js"],
  checked: { "@solana/web3.js": "2.0.0" },
  rows: [
    { kind: "effect", verb: "pay", destructive: true, at: "sendAndConfirmTransaction", until: "1", source },
  ],
};
