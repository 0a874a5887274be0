// Adds dist/testing/index.cjs and its types: Jest loads test files as CommonJS by default, and cannot require an ES
// module there. The other entries need no second format: Node 20.19 requires them as they are, and a second copy of
// the core would keep a second list of the effects under way.
import { copyFile } from "node:fs/promises";
import { build } from "esbuild";

const root = import.meta.dirname;
await build({
  entryPoints: [`${root}/src/testing/index.ts`],
  outfile: `${root}/dist/testing/index.cjs`,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  logLevel: "warning",
});
await copyFile(`${root}/src/testing/commonjs.d.cts`, `${root}/dist/testing/index.d.cts`);
