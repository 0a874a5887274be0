import type { RunRow, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("@openai/codex-sdk@0.163.0");
const run: Omit<RunRow, "at"> = {
  kind: "run",
  limits: [],
  endless: true,
  atLimit: "never",
  input: ["0"],
  signal: "1.signal",
  toolErrors: "observed",
  keepsHistory: true,
  approval: ["new.0.approvalPolicy"],
  bypass: [{ option: "new.0.sandboxMode", values: ["danger-full-access"] }],
  source: read("dist/index.d.ts:217"),
  note: "There is no turn limit; a signal is the only thing that ends it.",
};

export const codexSdk: Sdk = {
  id: "codex-sdk",
  packages: ["@openai/codex-sdk"],
  checked: { "@openai/codex-sdk": "0.163.0" },
  reply: {
    text: ["finalResponse"],
    toolCalls: ["items"],
    usage: { parts: ["usage.input_tokens", "usage.output_tokens"] },
  },
  rows: [
    {
      kind: "returns",
      at: ["Codex#.startThread", "Codex#.resumeThread"],
      type: "Thread#",
      source: read("dist/index.d.ts:263"),
    },
    { ...run, at: "Thread#.run" },
    { ...run, at: "Thread#.runStreamed", streams: true, reply: { text: ["events[].item.text"] } },
  ],
};
