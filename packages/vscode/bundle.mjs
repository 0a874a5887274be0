// Bundles the extension for the desktop and for the browser, the page of the loop view, and the server that both start.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { configSchema } from "agent-loop-language-server";
import { writeBundledLicences } from "../../scripts/bundled-licences.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "dist");
const server = join(here, "../language-server/dist/portable");
for (const old of ["extension.cjs", "extension-web.js", "webview", "server"]) rmSync(join(out, old), { recursive: true, force: true });

const shared = { absWorkingDir: here, bundle: true, minify: true, legalComments: "none", logLevel: "warning", metafile: true };
const bundles = await Promise.all([
  build({ ...shared, entryPoints: ["src/extension.ts"], outfile: "dist/extension.cjs", platform: "node", target: "node20", format: "cjs", external: ["vscode"] }),
  build({ ...shared, entryPoints: ["src/extension-web.ts"], outfile: "dist/extension-web.js", platform: "browser", target: "es2022", format: "cjs", external: ["vscode"] }),
  build({ ...shared, entryPoints: ["src/webview/loop-view.ts"], outfile: "dist/webview/loop-view.js", platform: "browser", target: "es2022", format: "iife" }),
  build({ ...shared, entryPoints: ["src/webview/loop-view.css"], outfile: "dist/webview/loop-view.css" }),
]);
writeBundledLicences({ metafiles: bundles.map(({ metafile }) => metafile), folder: here, out: "dist" });

mkdirSync(join(out, "server"), { recursive: true });
for (const file of readdirSync(server)) if (!file.endsWith(".meta.json")) copyFileSync(join(server, file), join(out, "server", file));
writeFileSync(join(out, "agent-loop.config.schema.json"), JSON.stringify(configSchema));
