import { relative } from "node:path";
import { posix } from "@agent-loop/disk";
import { digest } from "./fingerprints.js";

/** One of `of` parts, counted from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** The files of one part. A file is always in the same part, whatever other files there are and on whichever machine. */
export function filesOfShard(files: readonly string[], cwd: string, { part, of }: Shard): string[] {
  return files.filter((file) => Number.parseInt(digest(posix(relative(cwd, file))).slice(0, 8), 16) % of === part - 1);
}
