import { spawnSync } from "node:child_process";

/** Whether files of the git repository round a folder hold changes that are not committed; `undefined` where there is none. */
export function hasChanges(folder: string): boolean | undefined {
  // A repository's own settings must not get to run anything.
  const { status, stdout } = spawnSync("git", ["--no-optional-locks", "-c", "core.fsmonitor=false", "status", "--porcelain"], { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() !== "" : undefined;
}
