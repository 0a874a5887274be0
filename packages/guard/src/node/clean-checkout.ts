import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./run-command.js";

export interface CheckoutOptions {
  /** Path of the repository that the agent commits to. */
  readonly repository: string;
  /** The commit to look at. */
  readonly revision: string;
  /** A commit that the agent cannot have made: protected paths are taken from it. */
  readonly base: string;
  /** Paths that decide and that the agent must not have written: tests, the configuration of the test runner. */
  readonly protect: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/**
 * Checks a commit out into a fresh clone, puts the protected paths back to `base`, and hands the directory to `work`.
 *
 * A clone and not a worktree: a worktree shares hooks and configuration with the repository that the agent works in,
 * and through them the agent could run code of its own in here.
 *
 * @throws {Error} when git cannot make the checkout; the directory is removed in every case.
 */
export async function inCleanCheckout<Result>(
  options: CheckoutOptions,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const { repository, revision, base, protect, env, timeoutMs } = options;
  const directory = await mkdtemp(join(tmpdir(), "agent-loop-checkout-"));
  const git = async (...args: string[]): Promise<string> => {
    // No configuration but git's own: an alias, a filter or a hook path from a file must have no say.
    const quiet = { ...env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };
    const { exitCode, output } = await runCommand(["git", ...args], { cwd: directory, env: quiet, timeoutMs });
    if (exitCode !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${output}`);
    return output;
  };
  try {
    await git("clone", "--quiet", "--no-checkout", "--no-hardlinks", "--template=", "--", repository, ".");
    // Commits are named by hash, so that no branch or tag of the agent's making can stand for another one.
    const [commit, trusted] = [await resolve(git, revision), await resolve(git, base)];
    await git("-c", "advice.detachedHead=false", "checkout", "--quiet", commit);
    for (const path of protect) {
      await git("rm", "-r", "-f", "--quiet", "--ignore-unmatch", "--", path);
      const atBase = await git("ls-tree", trusted, "--", path);
      if (atBase !== "") await git("checkout", "--quiet", trusted, "--", path);
    }
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function resolve(git: (...args: string[]) => Promise<string>, revision: string): Promise<string> {
  const candidates = [revision, `origin/${revision}`];
  for (const name of candidates) {
    const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`).catch(
      () => undefined,
    );
    if (commit !== undefined) return commit;
  }
  throw new Error(`there is no commit ${revision}`);
}
