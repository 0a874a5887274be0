import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const workspace = fileURLToPath(new URL("../../../", import.meta.url));

test("the sources, the tests and every statement of types.test-d.ts type as they say", async () => {
  const compile = promisify(execFile)(process.execPath, ["node_modules/typescript-native/bin/tsc", "-p", "packages/guard/test"], { cwd: workspace });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});
