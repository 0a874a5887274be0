import { dirname, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import {
  activeRules,
  ConfigFiles,
  InputError,
  lintPaths,
  readConfigFile,
  REQUIRE_REASONS,
  type CacheOptions,
  type FileReport,
  type Preset,
  type Shard,
} from "@agent-loop/engine";
import { Baseline } from "./baseline.js";
import { cachePath } from "./cache-path.js";
import { changedSince } from "./changed-lines.js";
import type { Console, ExitCode } from "./console.js";
import { counted } from "./counted.js";
import { progressBar } from "./progress-bar.js";
import { publish, type Publication } from "./publish.js";
import { printStats } from "./stats.js";
import { touchedFindings } from "./touched-findings.js";
import { VERSION } from "./version.js";

export interface CheckCommand extends Publication {
  readonly name: "check";
  readonly paths: readonly string[];
  readonly preset: Preset | undefined;
  readonly config: string | undefined;
  /** A file with findings that are accepted. */
  readonly baseline: string | undefined;
  /** Accept what is found now. */
  readonly updateBaseline: boolean;
  /** Report only what has to do with changes since this commit. */
  readonly since: string | undefined;
  readonly requireReasons: boolean;
  readonly stats: boolean;
  readonly shard: Shard | undefined;
  /** Take over results of earlier runs that still hold. */
  readonly cache: boolean;
  /** A file or folder for the cache. */
  readonly cacheLocation: string | undefined;
}

/** Lints paths and prints what was found. */
export async function check(command: CheckCommand, io: Console): Promise<ExitCode> {
  const { paths, preset, config, since, requireReasons, stats, shard } = command;
  let known = 0;
  const started = performance.now();
  // Mistakes in what was asked are told before the work is done.
  const changed = since === undefined ? undefined : changedSince(since, io.cwd);
  const baseline = readBaseline(command, io);
  const found = await lintPaths({
    targets: paths,
    cwd: io.cwd,
    requireReasons,
    ...(config !== undefined && { configFile: config }),
    ...(preset !== undefined && { preset }),
    ...(shard !== undefined && { shard }),
    ...(command.cache && { cache: { ...cacheFor(command, io), onUse: (use) => (known = use.known) } }),
    ...(io.draw && { onProgress: progressBar(io.draw) }),
  });
  const accepted = keepBaseline(command, baseline, found, io);
  const fresh = accepted?.filter(found) ?? found;
  const code = publish(changed === undefined ? fresh : touchedFindings(fresh, changed), command, io);
  // Findings are for a program's eyes when they are printed as data; this is for a person's.
  if (stats) io.err(printStats(found, performance.now() - started, command.cache ? known : undefined));
  return code;
}

function cacheFor({ cacheLocation }: CheckCommand, { cwd, err }: Console): CacheOptions {
  return {
    path: cachePath(cacheLocation, cwd),
    version: VERSION,
    onTrouble: (message) => {
      err(`agent-loop: ${message}\n`);
    },
  };
}

function readBaseline({ baseline, updateBaseline }: CheckCommand, io: Console): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const known = Baseline.read(resolve(io.cwd, baseline));
  if (known === undefined && io.inCi === true && !updateBaseline) {
    throw new InputError(
      `${baseline}: there is no such baseline, and here everything would be accepted without anyone looking. Make it with --update-baseline and commit it.`,
    );
  }
  return known;
}

/** The baseline as it is after this run: made, made anew, or without what has been mended. In continuous integration only the first is written, on demand. */
function keepBaseline(
  { baseline, updateBaseline, ...command }: CheckCommand,
  known: Baseline | undefined,
  found: readonly FileReport[],
  io: Console,
): Baseline | undefined {
  if (baseline === undefined) return undefined;
  if (known === undefined || updateBaseline) {
    const recorded = Baseline.record(resolve(io.cwd, baseline), found, known, command.preset);
    recorded.write();
    io.err(`${baseline} holds ${counted(recorded.size, "finding")}; from now on only others are reported.\n`);
    return recorded;
  }
  const left = known.shrink(found, command.preset, rulesThatRan(command, io.cwd));
  const gone = known.size - left.size;
  if (gone > 0 && io.inCi === true) {
    // Nobody would commit what is written here; the next run sees the same again.
    io.err(
      `${counted(gone, "finding")} of ${baseline} ${gone === 1 ? "is" : "are"} gone. Run this on your own machine and commit ${baseline}, or they may come back unnoticed.\n`,
    );
  } else if (gone > 0) {
    left.write();
    io.err(
      `${counted(gone, "finding")} of ${baseline} ${gone === 1 ? "is" : "are"} gone, and ${gone === 1 ? "was" : "were"} taken out of it; ${left.size} left.\n`,
    );
  }
  return left;
}

function rulesThatRan(
  { config, preset, requireReasons }: Pick<CheckCommand, "config" | "preset" | "requireReasons">,
  cwd: string,
): (path: string, rule: string) => boolean {
  const configs = new ConfigFiles();
  const fixed = config === undefined ? undefined : readConfigFile(resolve(cwd, config));
  return (path, rule) => {
    if (rule === REQUIRE_REASONS) return requireReasons;
    const own = fixed ?? configs.for(dirname(path));
    return activeRules(preset === undefined ? own : { ...own, preset }).some((active) => active.rule.id === rule);
  };
}
