// Tests the server and the extension in real editors: Neovim, Emacs and Vim over stdio, VS Code from inside and in a browser.
// Installs what is missing; what is no Debian package stays in .cache/editors.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { needDebianPackages } from "../test/vscode/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

needDebianPackages(["nvim", "emacs", "vim.nox"], ["neovim", "emacs-nox", "elpa-eglot", "vim-nox", "vim-ale"]);

let passed = 0;
let failed = 0;
for (const args of [["node_modules/vitest/vitest.mjs", "run", "test/editors"], ["test/vscode/run.mjs", ...process.argv.slice(2)]]) {
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  process.stdout.write(stdout);
  const [, good = "0", bad = "0"] = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/m.exec(stdout) ?? [];
  passed += Number(good);
  failed += Number(bad) || (status === 0 ? 0 : 1);
}
console.log(`\nin all editors:\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
