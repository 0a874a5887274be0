// tsc emits ESM and its types. This adds what require() gets: one file that holds our own packages,
// and types that say so.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { build } from "esbuild";
import { writeBundledLicences } from "../../scripts/bundled-licences.mjs";

const { metafile } = await build({
  metafile: true,
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.cjs",
  bundle: true,
  external: ["oxc-parser", "oxc-resolver"],
  conditions: ["import"],
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
  footer: { js: "module.exports = module.exports.default;" },
});

writeBundledLicences({ metafiles: [metafile], folder: process.cwd(), out: "dist" });
writeFileSync(
  "dist/index.d.cts",
  'declare const plugin: typeof import("./index.js", { with: { "resolution-mode": "import" } }).default;\nexport = plugin;\n',
);
