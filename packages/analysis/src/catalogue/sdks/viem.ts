import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("viem@2.57.20")("_types/clients/createWalletClient.d.ts:51");

export const viem: Sdk = {
  id: "viem",
  packages: ["viem"],
  checked: { viem: "2.57.20" },
  rows: [
    { kind: "returns", at: "createWalletClient", type: "WalletClient#", source },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: ["WalletClient#.sendTransaction", "WalletClient#.writeContract"],
      key: ["0.nonce"],
      source,
    },
    {
      kind: "effect",
      verb: "pay",
      destructive: true,
      at: "WalletClient#.sendRawTransaction",
      idempotent: true,
      source,
      note: "A signed transaction is accepted once.",
    },
  ],
};
