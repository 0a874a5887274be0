// Builds the server with no native module in it, for editors that ship one file for all platforms: the parser as
// WebAssembly, the resolver in JavaScript. `server.cjs` runs on Node over stdio, `worker.js` in a browser's worker.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeBundledLicences } from "../../../scripts/bundled-licences.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "../dist/portable");
const parser = dirname(createRequire(import.meta.url).resolve("oxc-parser/package.json"));

/** Puts files of this folder in the place of modules. */
function standIns(places) {
  return {
    name: "stand-ins",
    setup({ onResolve }) {
      for (const [module, file] of Object.entries(places)) {
        const escaped = module.replace(/[/.:-]/g, "\\$&");
        onResolve({ filter: new RegExp(`^${escaped}$`) }, () => ({ path: resolve(here, file) }));
      }
    },
  };
}

const shared = {
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: here,
  metafile: true,
};
const native = { "oxc-parser": "oxc-parser-wasm.ts", "oxc-resolver": "oxc-resolver-js.ts", "graceful-fs": "plain-fs.cjs" };

const browser = { fs: "browser-fs.ts", "fs/promises": "browser-fs-promises.ts" };
for (const module of ["crypto", "module", "os", "v8", "worker_threads", "url"]) browser[module] = "browser-node.ts";
for (const module of Object.keys(browser)) browser[`node:${module}`] = browser[module];
const pathe = fileURLToPath(import.meta.resolve("pathe"));
browser.path = pathe;
browser["node:path"] = pathe;

mkdirSync(out, { recursive: true });
const wasm = join(parser, "parser.wasm32-wasip1.wasm");
copyFileSync(wasm, join(out, "oxc-parser.wasm"));
const server = await build({
  ...shared,
  entryPoints: ["server.ts"],
  outfile: join(out, "server.cjs"),
  platform: "node",
  target: "node20",
  format: "cjs",
  plugins: [standIns(native)],
  // Bundled as CommonJS, threads cannot be started from a file of their own; the server starts none.
  define: { "import.meta.url": "undefined" },
});
const worker = await build({
  ...shared,
  entryPoints: ["worker.ts"],
  outfile: join(out, "worker.js"),
  platform: "browser",
  target: "es2022",
  format: "iife",
  inject: [join(here, "browser-process.ts")],
  plugins: [standIns({ ...native, "graceful-fs": "browser-fs.ts", ...browser })],
  define: { "import.meta.url": '"file:///worker.js"', global: "globalThis" },
});
writeBundledLicences({ metafiles: [server.metafile, worker.metafile], folder: here, out: "../dist/portable", copied: [wasm] });
if (process.argv.includes("--analyse")) {
  const inputs = Object.entries(Object.values(server.metafile.outputs)[0].inputs).sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput);
  const byPackage = new Map();
  for (const [path, { bytesInOutput }] of inputs) {
    const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? /packages?\/?([^/]*)|\.\.\/\.\.\/([^/]+)/.exec(path)?.[2] ?? "portable";
    byPackage.set(owner, (byPackage.get(owner) ?? 0) + bytesInOutput);
  }
  console.table(Object.fromEntries([...byPackage].sort((a, b) => b[1] - a[1])));
}
