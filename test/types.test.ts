import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

it("the tests themselves have no type errors", () => {
  const { stdout } = spawnSync(process.execPath, ["node_modules/typescript-native/bin/tsc", "-p", "test/tsconfig.json"], { cwd: ROOT, encoding: "utf8" });
  expect(stdout).toBe("");
});
