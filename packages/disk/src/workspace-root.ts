import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder whose files belong together with those of `folder`: the nearest one above it (or
 * itself) that is a repository or a workspace of packages; else the nearest package; else `folder`.
 */
export function workspaceRoot(folder: string): string {
  let nearestPackage: string | undefined;
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git")) || existsSync(join(current, "pnpm-workspace.yaml"))) return current;
    const manifest = join(current, "package.json");
    if (existsSync(manifest)) {
      if (holdsWorkspaces(manifest)) return current;
      nearestPackage ??= current;
    }
    if (dirname(current) === current) return nearestPackage ?? folder;
  }
}

function holdsWorkspaces(manifest: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    return typeof content === "object" && content !== null && "workspaces" in content;
  } catch {
    return false;
  }
}
