// Prints what installing the plugin and the command brings along: packages, and megabytes on this machine.
// Packs the workspace and installs the tarballs into empty projects; needs a build and the network.
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pack } from "./packed.mjs";

const folder = mkdtempSync(join(tmpdir(), "install-size-"));
try {
  const tarballs = pack(folder);
  for (const name of ["eslint-plugin-agent-loop", "agent-loop", "@agent-loop/eslint-formatter", "agent-loop-language-server", "@agent-loop/guard"]) {
    const project = join(folder, name.replace("/", "-"));
    mkdirSync(project);
    // Ours come from the tarballs wherever they are asked for; peers are the user's own.
    const overrides = Object.fromEntries([...tarballs].filter(([each]) => each !== name).map(([each, path]) => [each, `file:${path}`]));
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: `file:${tarballs.get(name)}` }, overrides }));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--legacy-peer-deps"], { cwd: project, stdio: "pipe", shell: process.platform === "win32" });
    const modules = join(project, "node_modules");
    const packages = packagesIn(modules);
    const foreign = packages.filter((each) => !tarballs.has(each));
    console.log(`${name}: ${packages.length} packages (${foreign.length} of others: ${foreign.join(", ") || "none"}), ${(bytesIn(modules) / 1e6).toFixed(1)} MB`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function packagesIn(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]))
    .filter((name) => existsSync(join(modules, name, "package.json")));
}

function bytesIn(path) {
  const stat = lstatSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0) : stat.size;
}
