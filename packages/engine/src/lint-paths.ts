import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve, sep } from "node:path";
import { DiskSources, ProjectRoots, workspaceRoot } from "@agent-loop/disk";
import { DEFAULT_CONFIG, type Config, type Preset } from "@agent-loop/rules";
import { digestOf } from "./cache/dependency-notes.js";
import { NotesCollector } from "./cache/notes-collector.js";
import { ResultCache, type CacheOptions, type NewResult } from "./cache/result-cache.js";
import { ConfigFiles, readConfigFile } from "./config-files.js";
import { discoverFiles } from "./discover-files.js";
import { FileLinter, type FileReport, type LintedFile, type LintJob, type PlannedFile } from "./file-linter.js";
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
  /** Takes over results of earlier runs that still hold, and keeps those of this one. */
  readonly cache?: CacheOptions;
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
  const { cache: options, onProgress } = input;
  const { files, ...job } = plan(input);
  if (options === undefined) return (await lintFiles(files, job, input)).map(({ report }) => report);

  const cache = ResultCache.open(options);
  const asked = job.configs.map((config) => digestOf(JSON.stringify([config, job.requireReasons, job.gate])));
  const known = await lookUp(cache, files, job, asked, input.signal);
  const left = files.filter((_, i) => known[i] === undefined);
  const notes = new NotesCollector();
  const linted = await lintFiles(
    left,
    job,
    {
      ...input,
      ...(onProgress && {
        onProgress: (done) => {
          onProgress(files.length - left.length + done, files.length);
        },
      }),
    },
    notes,
  );
  cache.write(
    linted.flatMap(({ report, linter, madeFrom }, i): NewResult[] => {
      const file = left[i];
      if (file === undefined || madeFrom === undefined) return [];
      const { text, noted } = madeFrom;
      return [
        {
          root: file.root,
          asked: asked[file.config] ?? "",
          text,
          report,
          notes: noted && notes.of(linter, noted.book),
          answer: noted?.answer ?? -1,
        },
      ];
    }),
  );
  options.onUse?.({ linted: left.length, known: files.length - left.length });
  const fresh = linted.values();
  return known.map((report) => report ?? fresh.next().value?.report).filter((report) => report !== undefined);
}

/** What is known of each file from earlier runs. */
async function lookUp(
  cache: ResultCache,
  files: readonly PlannedFile[],
  { configs }: Omit<LintJob, "files">,
  asked: readonly string[],
  signal: AbortSignal | undefined,
): Promise<(FileReport | undefined)[]> {
  const found: (FileReport | undefined)[] = [];
  let root: string | undefined;
  let ask: ReturnType<ResultCache["lookUp"]> | undefined;
  for (const { path, config, root: own } of files) {
    if (found.length % 256 === 0) await new Promise((resume) => setImmediate(resume));
    signal?.throwIfAborted();
    if (ask === undefined || own !== root) ask = cache.lookUp(own, new DiskSources([own]));
    root = own;
    found.push(ask(path, configs[config]?.settings ?? DEFAULT_CONFIG.settings, asked[config] ?? ""));
  }
  return found;
}

type FreshResult = LintedFile & { readonly linter: number };

async function lintFiles(
  files: readonly PlannedFile[],
  job: Omit<LintJob, "files">,
  { threads: wanted, signal, onProgress }: LintPathsInput,
  notes?: NotesCollector,
): Promise<FreshResult[]> {
  const threads = wanted ?? Math.min(availableParallelism(), 4, Math.floor(files.length / WORTH_A_THREAD));
  if (threads > 1)
    return await lintInThreads(
      { files, ...job },
      { threads, ...(signal && { signal }), ...(onProgress && { onProgress }), ...(notes && { notes }) },
    );

  const linter = new FileLinter(job);
  const results: FreshResult[] = [];
  for (const file of files) {
    // Lets whoever waits, and the signal, come between two files.
    if (results.length % 16 === 0) await new Promise((resume) => setImmediate(resume));
    signal?.throwIfAborted();
    results.push({ ...linter.lint(file), linter: 0 });
    onProgress?.(results.length, files.length);
  }
  notes?.add(0, linter.takeNotes());
  return results;
}

/** All settings are read before the first file, so that a mistake in them is told at once. */
function plan({
  targets,
  cwd,
  configFile,
  preset,
  requireReasons = false,
  gate = true,
  shard,
  cache,
}: LintPathsInput): LintJob {
  const configFiles = new ConfigFiles();
  const fixed = configFile === undefined ? undefined : readConfigFile(resolve(cwd, configFile));
  const configs: Config[] = [];
  const indexOf = new Map<Config, number>();
  const all = discoverFiles(targets, cwd, configFiles);
  const rootOf = projectsOf(targets, cwd);
  const files = (shard === undefined ? all : filesOfShard(all, cwd, shard)).map((path) => {
    const config = fixed ?? configFiles.for(dirname(path));
    let index = indexOf.get(config);
    if (index === undefined) {
      index = configs.push(preset === undefined ? config : { ...config, preset }) - 1;
      indexOf.set(config, index);
    }
    return { path, config: index, root: rootOf(path) };
  });
  return { files, configs, requireReasons, gate, notesDependencies: cache !== undefined };
}

/** Finds the project of each file that is meant by the targets. */
function projectsOf(targets: readonly string[], cwd: string): (path: string) => string {
  const tops = [...new Set(targets.map((target) => topOf(resolve(cwd, target), cwd)))].sort(
    (a, b) => b.length - a.length,
  );
  const projects = tops.map((top) => ({ top, roots: new ProjectRoots(top) }));
  return (path) => {
    const folder = dirname(path);
    const project = projects.find(
      ({ top }) => folder === top || folder.startsWith(top.endsWith(sep) ? top : `${top}${sep}`),
    );
    return project?.roots.of(folder) ?? workspaceRoot(folder);
  };
}

function topOf(target: string, cwd: string): string {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return workspaceRoot(cwd);
  return workspaceRoot(stat.isDirectory() ? target : dirname(target));
}
