import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

const source = (path: string): string => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

/** Closes the output with one plain line: "12 passed, 0 failed, 1 skipped". */
const plainTotals: Reporter = {
  onTestRunEnd(modules) {
    const n = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) n[test.result().state]++;
    // A file that fails to load holds no test; it must not close the run as if nothing had failed.
    for (const module of modules) if (module.errors().length > 0) n.failed++;
    process.stdout.write(`\n${n.passed} passed, ${n.failed} failed, ${n.skipped} skipped\n`);
  },
};

export default defineConfig({
  resolve: {
    // Tests run on sources, so that a test needs no build and coverage sees the code.
    alias: [
      { find: /^@agent-loop\/guard\/testing$/, replacement: source("guard/src/testing/index.ts") },
      { find: /^@agent-loop\/([a-z-]+)$/, replacement: source("$1/src/index.ts") },
      { find: /^agent-loop\/formats$/, replacement: source("cli/src/formats/index.ts") },
      { find: "agent-loop-language-server", replacement: source("language-server/src/index.ts") },
      { find: "eslint-plugin-agent-loop", replacement: source("eslint-plugin/src/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    testTimeout: 60_000,
    reporters: ["default", plainTotals],
  },
});
