import { spawnSync } from "node:child_process";

/** Whether a git repository round one of some folders holds changes that are not committed. */
export function hasChanges(folders: readonly string[]): boolean {
  const asked = new Set<string>();
  return [...new Set(folders)].some((folder) => {
    const root = git(folder, "rev-parse", "--show-toplevel");
    if (root === undefined || asked.has(root)) return false;
    asked.add(root);
    return git(folder, "status", "--porcelain") !== "";
  });
}

function git(folder: string, ...args: readonly string[]): string | undefined {
  // A repository's own settings must not get to run anything.
  const { status, stdout } = spawnSync("git", ["--no-optional-locks", "-c", "core.fsmonitor=false", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : undefined;
}
