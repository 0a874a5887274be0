// Writes test/cases/not-yet.json anew: the cases that do not pass today.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "test/cases.test.ts", "-t", "the ledger is true about"],
  { cwd: root, stdio: "inherit", env: { ...process.env, UPDATE_LEDGER: "1" } },
);
process.exit(status ?? 1);
