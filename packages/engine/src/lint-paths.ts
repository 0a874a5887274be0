import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { workspaceRoot } from "@agent-loop/disk";
import type { Config, Preset } from "@agent-loop/rules";
import { ConfigFiles, readConfigFile } from "./config-files.js";
import { discoverFiles } from "./discover-files.js";
import { FileLinter, type FileReport, type LintJob } from "./file-linter.js";
import { lintInThreads } from "./lint-in-threads.js";
import { filesOfShard, type Shard } from "./shards.js";

export interface LintPathsInput {
  /** Files, folders or globs, relative to `cwd`. */
  readonly targets: readonly string[];
  readonly cwd: string;
  /** A settings file that stands for all others. */
  readonly configFile?: string;
  /** Wins over the preset of the settings. */
  readonly preset?: Preset;
  /** Also report comments that silence a rule and do not say why. */
  readonly requireReasons?: boolean;
  /** Lints only this part of the files, so that several machines can share the work. */
  readonly shard?: Shard;
  /** `false` analyses also files that cannot hold anything to report; it finds the same and takes longer. */
  readonly gate?: boolean;
  /** Worker threads to use; by default as many as pay off. */
  readonly threads?: number;
  /** Stops the run; the promise is rejected with its reason. */
  readonly signal?: AbortSignal;
  /** Told how many of the files are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Below this many files a thread takes longer to start than it saves. */
const WORTH_A_THREAD = 150;

/**
 * Lints files and folders; one result for each file, in order.
 *
 * The result of a file in which nothing was found has no text.
 *
 * @throws InputError for a target that leads nowhere or for mistaken settings.
 */
export async function lintPaths(input: LintPathsInput): Promise<FileReport[]> {
  const { signal, onProgress } = input;
  const { files, ...rest } = plan(input);
  const job = { files, ...rest };
  const threads = input.threads ?? Math.min(availableParallelism(), 4, Math.floor(files.length / WORTH_A_THREAD));
  if (threads > 1) return await lintInThreads(job, { threads, ...(signal && { signal }), ...(onProgress && { onProgress }) });

  const linter = new FileLinter(job);
  const results: FileReport[] = [];
  for (const file of files) {
    // Lets whoever waits, and the signal, come between two files.
    if (results.length % 16 === 0) await new Promise((resume) => setImmediate(resume));
    signal?.throwIfAborted();
    results.push(linter.lint(file));
    onProgress?.(results.length, files.length);
  }
  return results;
}

/** All settings are read before the first file, so that a mistake in them is told at once. */
function plan({ targets, cwd, configFile, preset, requireReasons = false, gate = true, shard }: LintPathsInput): LintJob {
  const configFiles = new ConfigFiles();
  const fixed = configFile === undefined ? undefined : readConfigFile(resolve(cwd, configFile));
  const configs: Config[] = [];
  const indexOf = new Map<Config, number>();
  const all = discoverFiles(targets, cwd, configFiles);
  const files = (shard === undefined ? all : filesOfShard(all, cwd, shard)).map((path) => {
    const config = fixed ?? configFiles.for(dirname(path));
    let index = indexOf.get(config);
    if (index === undefined) {
      index = configs.push(preset === undefined ? config : { ...config, preset }) - 1;
      indexOf.set(config, index);
    }
    return { path, config: index };
  });
  const roots = [...new Set(targets.map((target) => rootOf(resolve(cwd, target), cwd)))];
  return { files, configs, roots, requireReasons, gate };
}

function rootOf(target: string, cwd: string): string {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return workspaceRoot(cwd);
  return workspaceRoot(stat.isDirectory() ? target : dirname(target));
}
