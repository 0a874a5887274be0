import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("ethers@6.17.0")("lib.esm/providers/abstract-signer.d.ts:38");

/** What was sent to a chain cannot be called back; a nonce can be used once. */
export const ethers: Sdk = {
  id: "ethers",
  packages: ["ethers"],
  checked: { ethers: "6.17.0" },
  rows: [
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: ["Wallet#.sendTransaction", "Signer#.sendTransaction", "JsonRpcSigner#.sendTransaction"],
      key: ["0.nonce"],
      source,
    },
  ],
};
