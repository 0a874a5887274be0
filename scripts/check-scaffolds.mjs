// Applies every suggestion in some folders (the cases and examples by default) and prints what became of the files.
// node scripts/check-scaffolds.mjs [folder or file…] [--types <folder with SDKs installed>] [--guard] [--verbose]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// Inside of the workspace, so that the parsers are found.
const folder = mkdtempSync(join(root, "packages/disk/.check-"));
const outfile = join(folder, "check-scaffolds.mjs");
try {
  await build({
    entryPoints: [join(root, "test/kit/check-scaffolds.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    external: ["oxc-parser", "oxc-resolver", "typescript", "@typescript-eslint/parser"],
    alias: Object.fromEntries(["analysis", "rules", "disk", "engine"].map((name) => [`@agent-loop/${name}`, join(root, `packages/${name}/src/index.ts`)])),
    banner: { js: `import { createRequire as requireFor } from "node:module"; const require = requireFor(${JSON.stringify(join(root, "packages/engine/package.json"))});` },
  });
  const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
