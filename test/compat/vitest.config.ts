import process from "node:process";
import { defineConfig } from "vitest/config";
import workspace from "../../vitest.config.js";

// pnpm starts the scripts of a package with the path to all the packages of the workspace, and Bun looks there: every
// row would find what only the workspace has installed.
delete process.env["NODE_PATH"];

// Slow, and it needs the network: every row installs what is packed into a project of its own.
export default defineConfig({
  // The kit of the other tests is written against the sources.
  resolve: workspace.resolve ?? {},
  test: {
    include: ["test/compat/*.compat.ts"],
    globalSetup: ["test/compat/pack.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
