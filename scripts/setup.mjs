// Installs and builds the workspace with nothing but Node and npm on the machine.
import { spawnSync } from "node:child_process";
import process from "node:process";

const NEEDED = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`agent-loop needs Node ${NEEDED.join(".")} or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}

const PNPM = "pnpm@10.34.9";

/** Runs pnpm through npx, which every npm brings along; stops with its exit code when it fails. */
function pnpm(...args) {
  const result = spawnSync("npx", ["--yes", PNPM, ...args], { stdio: "inherit", shell: process.platform === "win32" });
  if (result.error) {
    console.error(`Could not run npx: ${result.error.message}. npm has to be installed beside Node.`);
    process.exit(2);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

pnpm("install", "--frozen-lockfile");
pnpm("run", "build");
