// Drives real VS Code: its API from the inside, and its face in a browser. `npm run test:editors` calls it.
//   node test/vscode/run.mjs [--only NAME] [--keep-pictures]
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runSuite } from "./api-run.mjs";
import { installVSCode, needDebianPackages, VSCODES } from "./install.mjs";
import { runInBrowser } from "./ui-run.mjs";
import { WORKSPACE } from "./workspace-files.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = join(ROOT, ".cache/editors/out");
const VSIX = join(OUT, "agent-loop.vsix");
const EXTENSION = join(ROOT, "packages/vscode");

needDebianPackages(["chromium"], ["chromium", "fonts-dejavu-core"]);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const packed = spawnSync(process.execPath, ["package.mjs", "--built", "--out", VSIX], { cwd: EXTENSION, encoding: "utf8" });
if (packed.status !== 0) throw new Error(`${packed.stdout}${packed.stderr}`);
console.log(packed.stdout.trimEnd().split("\n").at(-1));

const host = (name, vscode) => ({ vscode: installVSCode(vscode), vsix: VSIX, out: join(OUT, name), files: WORKSPACE, open: "all.code-workspace" });
const RESTRICTED = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
const IN_BROWSER = { "remote.extensionKind": { "agent-loop.agent-loop-vscode": ["web"] } };
const SUITES = {
  "api": () => runSuite({ suite: "trusted.js", ...host("api", VSCODES.newest) }),
  "untrusted": () => runSuite({ suite: "untrusted.js", settings: RESTRICTED, ...host("untrusted", VSCODES.newest) }),
  "web": () => runSuite({ suite: "web.js", settings: IN_BROWSER, ...host("web", VSCODES.newest) }),
  "ui": () => runInBrowser({ ...host("ui", VSCODES.newest), open: "" }),
  "api-floor": () => runSuite({ suite: "trusted.js", ...host("api-floor", VSCODES.floor) }),
};

const only = process.argv.indexOf("--only");
const wanted = only > 0 ? [process.argv[only + 1]] : Object.keys(SUITES);
let passed = 0;
let failed = 0;
for (const name of wanted) {
  const started = Date.now();
  let lines;
  let isRight = true;
  try {
    lines = await SUITES[name]();
  } catch (error) {
    lines = error.message.split("\n");
    isRight = false;
  }
  const good = lines.filter((line) => line.startsWith("ok - ")).length;
  const bad = Math.max(lines.filter((line) => line.startsWith("not ok - ")).length, isRight ? 0 : 1);
  passed += good;
  failed += bad;
  console.log(`${isRight ? "ok  " : "FAIL"} VS Code ${name}: ${good} passed, ${bad} failed (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  console.log(lines.filter((line) => !isRight || /activation|^VS Code/.test(line)).map((line) => `     ${line}`).join("\n"));
}

if (process.argv.includes("--keep-pictures")) {
  for (const name of ["squiggle", "quick-fix", "loop-view"]) {
    const picture = join(OUT, "ui", `${name}.png`);
    if (existsSync(picture)) copyFileSync(picture, join(EXTENSION, "media", `${name}.png`));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
