import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { InputError } from "@agent-loop/engine";

/** Which lines of which files differ from a commit. */
export class ChangedLines {
  readonly #byPath: ReadonlyMap<string, readonly Change[]>;

  /** @param byPath absolute paths. */
  constructor(byPath: ReadonlyMap<string, readonly Change[]>) {
    this.#byPath = byPath;
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** Whether something between two lines, both included, was changed, added or taken away. */
  touch(path: string, from: number, to: number): boolean {
    return (this.#byPath.get(path) ?? []).some(({ line, count }) =>
      count === 0 ? from <= line && line < to : line <= to && from < line + count,
    );
  }
}

/** A stretch of the file as it is now; where lines were only taken away it is empty and lies behind `line`. */
export interface Change {
  readonly line: number;
  readonly count: number;
}

/**
 * What has changed since the current branch left a commit, whether committed or not.
 *
 * @throws InputError when there is no repository or no such commit.
 */
export function changedSince(ref: string, folder: string): ChangedLines {
  const root = rootOf(folder);
  const commit = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)?.trim();
  if (commit === undefined)
    throw new InputError(
      `--since: git knows no commit "${ref}". In continuous integration it may have to be fetched first.`,
    );
  // Without a common commit (the history may be cut short) the two states are compared as they are.
  const base = git(root, "merge-base", commit, "HEAD")?.trim() ?? commit;
  const diff = git(
    root,
    "diff",
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    base,
    "--",
  );
  const fresh = git(root, "ls-files", "-z", "--others", "--exclude-standard");
  if (diff === undefined || fresh === undefined) throw new InputError(`--since: git could not compare with "${ref}".`);
  const byPath = new Map(
    [...readDiff(diff)].map(([path, changes]) => [join(root, path).replaceAll("\\", "/"), changes]),
  );
  for (const path of fresh.split("\0"))
    if (path !== "") byPath.set(join(root, path).replaceAll("\\", "/"), [{ line: 1, count: Infinity }]);
  return new ChangedLines(byPath);
}

/** The changes of a diff without context, by path. */
export function readDiff(diff: string): Map<string, Change[]> {
  const byPath = new Map<string, Change[]>();
  let changes: Change[] = [];
  // Lines of a hunk are counted, not read: code may look like the head of a diff.
  let left = 0;
  for (const text of diff.split("\n")) {
    if (left > 0) {
      if (!text.startsWith("\\")) left--;
      continue;
    }
    const head = /^\+\+\+ (?:"b\/(.*)"|b\/(.*?)\t?)$/.exec(text);
    const name = head?.[1] ?? head?.[2];
    if (name !== undefined) {
      changes = [];
      byPath.set(name.replace(/\\(["\\])/g, "$1"), changes);
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk !== null) {
      const [, removed = "1", line = "1", added = "1"] = hunk;
      left = Number(removed) + Number(added);
      changes.push({ line: Number(line), count: Number(added) });
    }
  }
  return byPath;
}

/** The root of the repository round a folder, or in git's own words why it says none. */
function rootOf(folder: string): string {
  const { status, stdout, stderr, error } = runGit(folder, "rev-parse", "--show-toplevel");
  if (status === 0) return stdout.trim();
  if (error !== undefined) throw new InputError("--since: git is needed for this, and it could not be run.");
  if (/not a git repository/.test(stderr)) throw new InputError(`--since: ${folder} does not lie in a git repository.`);
  // Among others: the repository belongs to another user, as it does in many containers.
  const [reason = ""] = stderr.replace(/^fatal: /, "").split("\n");
  throw new InputError(`--since: git says of ${folder}: ${reason}`);
}

/** What git prints; `undefined` when it fails. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = runGit(folder, ...args);
  return status === 0 ? stdout : undefined;
}

function runGit(
  folder: string,
  ...args: readonly string[]
): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: Error | undefined;
} {
  // A repository's own settings must not get to run anything.
  const options = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"];
  return spawnSync("git", [...options, ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: { ...process.env, LC_ALL: "C" },
  });
}
