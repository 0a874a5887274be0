import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const NAME = "agent-loop-cache";

/**
 * The file of the cache.
 *
 * @param given a file, or a folder to put it in; by default it goes where tools keep what they can
 * make again, out of the way of version control.
 */
export function cachePath(given: string | undefined, cwd: string): string {
  if (given === undefined)
    return existsSync(join(cwd, "node_modules")) ? join(cwd, "node_modules", ".cache", NAME) : join(cwd, `.${NAME}`);
  const path = resolve(cwd, given);
  const isFolder = /[\\/]$/.test(given) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
  return isFolder ? join(path, NAME) : path;
}
