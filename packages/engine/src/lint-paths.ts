import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DiskSources, posix, workspaceRoot } from "@agent-loop/disk";
import type { Config, Preset } from "@agent-loop/rules";
import { ConfigFiles, readConfigFile } from "./config-files.js";
import { discoverFiles } from "./discover-files.js";
import { lintText, type FileResult } from "./lint-text.js";

export interface LintPathsInput {
  /** Files, folders or globs, relative to `cwd`. */
  readonly targets: readonly string[];
  readonly cwd: string;
  /** A settings file that stands for all others. */
  readonly configFile?: string;
  /** Wins over the preset of the settings. */
  readonly preset?: Preset;
}

/**
 * Lints files and folders; one result for each file, in order.
 *
 * @throws InputError for a target that leads nowhere or for mistaken settings.
 */
export function* lintPaths({ targets, cwd, configFile, preset }: LintPathsInput): Generator<FileResult> {
  const configs = new ConfigFiles();
  const fixed = configFile === undefined ? undefined : readConfigFile(resolve(cwd, configFile));
  const configOf = (path: string): Config => {
    const config = fixed ?? configs.for(dirname(path));
    return preset === undefined ? config : { ...config, preset };
  };

  const files = discoverFiles(targets, cwd, configs);
  // All settings are read before the first result, so that a mistake in them is told at once.
  const planned = files.map((path) => ({ path, config: configOf(path) }));
  const port = new DiskSources(targets.map((target) => rootOf(resolve(cwd, target), cwd)));
  for (const { path, config } of planned) {
    const answer = port.text(path);
    yield answer.state === "found"
      ? lintText({ path: posix(path), text: answer.value, config, port })
      : unreadable(posix(path));
  }
}

function rootOf(target: string, cwd: string): string {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return workspaceRoot(cwd);
  return workspaceRoot(stat.isDirectory() ? target : dirname(target));
}

function unreadable(path: string): FileResult {
  const message = "This file cannot be read: it is not text, is larger than 5 MB, or lies outside of the workspace.";
  return { path, text: "", findings: [], failure: { kind: "unreadable", message, at: { line: 1, column: 1 } }, model: undefined };
}
