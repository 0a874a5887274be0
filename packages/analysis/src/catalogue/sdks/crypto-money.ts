import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const pays = { kind: "effect", verb: "pay", destructive: true } as const;
const ethers = unverified("ethers@6.17.0");
const viem = unverified("viem@2.57.20");

/** Chains and exchanges: what was sent cannot be called back. */
export const cryptoMoney: Sdk = {
  id: "crypto-money",
  packages: ["ethers", "viem", "web3", "@solana/web3.js"],
  checked: { ethers: "6.17.0", viem: "2.57.20", "@solana/web3.js": "2.0.0" },
  rows: [
    { ...pays, at: ["Wallet#.sendTransaction", "Signer#.sendTransaction", "JsonRpcSigner#.sendTransaction"], key: ["0.nonce"], source: ethers },
    { kind: "returns", at: "createWalletClient", type: "WalletClient#", source: viem },
    { ...pays, at: ["WalletClient#.sendTransaction", "WalletClient#.writeContract", "WalletClient#.sendRawTransaction"], key: ["0.nonce"], source: viem },
    { ...pays, at: "sendAndConfirmTransaction", until: "1", source: unverified("@solana/web3.js@1.98.0") },
  ],
};
