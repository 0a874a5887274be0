import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the repository round a folder; the folder itself outside of one. */
export function repositoryRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git"))) return current;
    if (dirname(current) === current) return folder;
  }
}
