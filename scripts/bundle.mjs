// Runs the `bundle` script of every package that has one, after tsc has emitted.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
for (const name of readdirSync(packages).sort()) {
  const folder = join(packages, name);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) continue;
  const { scripts = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  if (!scripts.bundle?.startsWith("node ")) continue;
  const result = spawnSync(process.execPath, scripts.bundle.split(" ").slice(1), { cwd: folder, stdio: "inherit" });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
