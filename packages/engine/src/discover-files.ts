import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isSourcePath } from "@agent-loop/disk";
import picomatch from "picomatch";
import type { ConfigFiles } from "./config-files.js";
import { IgnoredPaths } from "./ignored-paths.js";
import { InputError } from "./input-error.js";

/**
 * The source files that are meant by paths and globs, each once, in order.
 *
 * Folders are walked without what .gitignore files and the settings leave out; a file that is named
 * itself is taken in any case.
 *
 * @param targets files, folders or globs, relative to `cwd`.
 * @throws InputError for a target that leads nowhere.
 */
export function discoverFiles(targets: readonly string[], cwd: string, configs: ConfigFiles): string[] {
  const found = new Set<string>();
  for (const target of targets) {
    const path = resolve(cwd, target);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      demandReadable(path, target);
      for (const file of filesIn(path, configs)) found.add(file);
    } else if (stat?.isFile()) {
      if (!isSourcePath(path)) throw new InputError(`${target}: not a TypeScript or JavaScript file.`);
      demandReadable(path, target);
      found.add(path);
    } else {
      for (const file of filesMatching(target, cwd, configs)) found.add(file);
    }
  }
  return [...found];
}

function demandReadable(path: string, target: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new InputError(`${target}: cannot be read; its permissions forbid it.`);
  }
}

function filesMatching(target: string, cwd: string, configs: ConfigFiles): string[] {
  const { base, isGlob } = picomatch.scan(target);
  const folder = resolve(cwd, base);
  if (!isGlob || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`${target}: no such file or folder.`);
  }
  const matches = picomatch(resolve(cwd, target).replaceAll("\\", "/"));
  const files = [...filesIn(folder, configs)].filter((file) => matches(file.replaceAll("\\", "/")));
  if (files.length === 0) throw new InputError(`${target}: no file matches.`);
  return files;
}

function* filesIn(folder: string, configs: ConfigFiles): Generator<string> {
  // The patterns of a settings file above the folder hold in it, too.
  let ignored = IgnoredPaths.above(folder);
  for (let current = dirname(folder); ; current = dirname(current)) {
    const config = configs.in(current);
    if (config !== undefined) {
      ignored = ignored.within(current, config.ignore);
      break;
    }
    if (dirname(current) === current) break;
  }
  yield* walk(folder, ignored, configs);
}

function* walk(folder: string, above: IgnoredPaths, configs: ConfigFiles): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  const ignored = above.within(folder, configs.in(folder)?.ignore ?? []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Links are not followed: they can go in circles, and what they lead to has a place of its own.
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".") && !ignored.has(path, true)) yield* walk(path, ignored, configs);
    } else if (entry.isFile() && isSourcePath(entry.name) && !isGenerated(entry.name) && !ignored.has(path, false)) {
      yield path;
    }
  }
}

/** Declarations hold no code, and minified code has no author to tell. */
function isGenerated(name: string): boolean {
  return /\.d\.[cm]?ts$|[.-]min\.[cm]?js$/.test(name);
}
