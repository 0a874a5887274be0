import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("viem@2.57.20");

export const viem: Sdk = {
  id: "viem",
  packages: ["viem"],
  checked: { viem: "2.57.20" },
  rows: [
    { kind: "returns", at: "createWalletClient", type: "WalletClient#", source },
    { kind: "effect", verb: "pay", destructive: true, at: ["WalletClient#.sendTransaction", "WalletClient#.writeContract"], key: ["0.nonce"], source },
    { kind: "effect", verb: "pay", destructive: true, at: "WalletClient#.sendRawTransaction", idempotent: true, source, note: "A signed transaction is accepted once." },
  ],
};
