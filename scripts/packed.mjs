// Packs the packages that are published, as their users would get them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Every package of the workspace that is not private: its folder, its manifest. */
export function publicPackages() {
  return readdirSync(join(root, "packages"))
    .map((name) => ({ folder: join(root, "packages", name), manifest: JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** Writes the tarballs into a folder; gives the path of each by package name. */
export function pack(into) {
  const windows = process.platform === "win32";
  execFileSync("npx", ["--yes", packageManager, "-r", "--filter", "./packages/*", "pack", "--pack-destination", into], { cwd: root, stdio: "pipe", shell: windows });
  return new Map(publicPackages().map(({ manifest: { name, version } }) => [name, join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)]));
}
