import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder whose files belong together with those of `folder`: the nearest one above it (or
 * itself) that is a repository or a workspace of packages; `folder` when there is none.
 */
export function workspaceRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git")) || existsSync(join(current, "pnpm-workspace.yaml"))) return current;
    if (holdsWorkspaces(join(current, "package.json"))) return current;
    if (dirname(current) === current) return folder;
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
