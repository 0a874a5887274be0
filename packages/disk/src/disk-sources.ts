import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { SourceAnswer, SourceFile, SourcePort } from "@agent-loop/analysis";
import { Heirs } from "./heirs.js";
import { Manifests } from "./manifests.js";
import { ModuleResolver } from "./module-resolver.js";
import { parseText } from "./parse-text.js";
import { posix } from "./posix-path.js";
import { WorkspacePackages } from "./workspace-packages.js";

/** Files above this size, in bytes, are generated; reading them would only cost time. */
export const MAX_BYTES: number = 5 * 1024 * 1024;

const MISSING = { state: "missing" } as const;

/** Trees weigh far more than their text: those of about this many characters are kept, the latest used. */
const KEPT_TREES = 4 * 1024 * 1024;

export interface DiskSourcesOptions {
  /**
   * How many characters of text the trees may have that are kept. A host that parses what it looks at
   * itself asks for the tree of another file once, to summarise it, and needs none afterwards.
   */
  readonly keptTrees?: number;
}

/** What is known of one file; it holds until the file's time or size changes. */
interface Entry {
  stamp: string;
  readonly text: string | undefined;
  file: SourceFile | undefined;
  /** It does not parse. */
  broken: boolean;
  /** The pass in which the stamp was last compared with the disk. */
  checked: number;
}

/**
 * The source port on a disk.
 *
 * Reads files inside of the workspace roots only, and of what is installed only the manifests. What
 * was read is kept until the file changes: call `recheck` before each analysis, so that a process
 * that lives for hours sees what other programs have written. An overlay (an open editor buffer)
 * wins over the disk.
 */
export class DiskSources implements SourcePort {
  readonly #roots: readonly string[];
  readonly #entries = new Map<string, Entry>();
  readonly #overlays = new Map<string, Entry>();
  readonly #real = new Map<string, string | undefined>();
  readonly #manifests = new Manifests();
  readonly #resolver: ModuleResolver;
  readonly #heirs: Heirs;
  /** Entries that hold a tree, the one longest not asked for first. */
  readonly #parsed = new Set<Entry>();
  #parsedLength = 0;
  readonly #keptTrees: number;
  #pass = 0;
  #changes = 0;
  #manifestsSince: number = performance.now();

  /** @param roots absolute folders whose files may be read. */
  constructor(roots: readonly string[], { keptTrees = KEPT_TREES }: DiskSourcesOptions = {}) {
    this.#keptTrees = keptTrees;
    this.#roots = roots.map((root) => `${(realPath(root) ?? posix(resolve(root))).replace(/\/$/, "")}/`);
    const packages = new WorkspacePackages(this.#roots, this.#manifests);
    this.#heirs = new Heirs(this.#roots, (path) => this.#entry(path)?.text);
    this.#resolver = new ModuleResolver(packages, (path) => this.#isInside(path));
  }

  /** Lets the next question about each file look at the disk again. */
  recheck(): void {
    this.#pass++;
    this.#real.clear();
    this.#resolver.refresh();
    const now = performance.now();
    if (now - this.#manifestsSince < 1000) return;
    this.#manifestsSince = now;
    this.#manifests.clear();
  }

  /** Files with a class, function or constant that stands for a type of that name, as the workspace was when first asked. */
  filesMentioning(name: string): readonly string[] {
    return this.#heirs.of(name);
  }

  /** Grows with every change that was told or noticed. */
  changes(): number {
    return this.#changes;
  }

  /** Drops everything known of a file, and how imports were resolved: it may have come or gone. */
  forget(path: string): void {
    const normal = posix(path);
    this.#heirs.forget();
    this.#changes++;
    this.#drop(this.#entries.get(normal));
    this.#entries.delete(normal);
    this.#real.clear();
    this.#manifests.clear();
    this.#resolver.clear();
  }

  /** Lets `text` stand for the file until it is called with `undefined`. */
  overlay(path: string, text: string | undefined): void {
    const normal = posix(path);
    const known = this.#overlays.get(normal);
    if (known !== undefined && known.text === text) return;
    this.#drop(known);
    this.#changes++;
    if (text === undefined) this.#overlays.delete(normal);
    else this.#overlays.set(normal, entry(text));
    this.#heirs.changed(normal);
  }

  resolve(specifier: string, from: string): SourceAnswer<string> {
    const path = this.#resolver.resolve(specifier, posix(from));
    return path === undefined ? MISSING : { state: "found", value: path };
  }

  text(path: string): SourceAnswer<string> {
    const text = this.#entry(path)?.text;
    return text === undefined ? MISSING : { state: "found", value: text };
  }

  parse(path: string): SourceAnswer<SourceFile> {
    const known = this.#entry(path);
    if (known?.text === undefined || known.broken) return MISSING;
    let { file } = known;
    if (file === undefined) {
      const parsed = parseText(path, known.text);
      known.broken = !parsed.ok;
      if (!parsed.ok) return MISSING;
      file = { path: posix(path), text: known.text, program: parsed.program };
    }
    this.#keep(known, file);
    return { state: "found", value: file };
  }

  #keep(entry: Entry, file: SourceFile): void {
    if (!this.#parsed.delete(entry)) this.#parsedLength += file.text.length;
    entry.file = file;
    this.#parsed.add(entry);
    for (const oldest of this.#parsed) {
      if (this.#parsedLength <= this.#keptTrees) break;
      this.#drop(oldest);
    }
  }

  #drop(entry: Entry | undefined): void {
    if (entry === undefined || !this.#parsed.delete(entry)) return;
    this.#parsedLength -= entry.text?.length ?? 0;
    entry.file = undefined;
  }

  /** The installed version; without an installation, the lowest one that the nearest manifest asks for. */
  packageVersion(name: string, from: string): SourceAnswer<string> {
    const version = this.#manifests.version(name, posix(dirname(from)));
    return version === undefined ? MISSING : { state: "found", value: version };
  }

  #entry(path: string): Entry | undefined {
    const normal = posix(path);
    const open = this.#overlays.get(normal);
    if (open !== undefined) return open;

    const known = this.#entries.get(normal);
    if (known?.checked === this.#pass) return known;
    const stamp = this.#isInside(normal) ? stampOf(normal) : undefined;
    if (stamp === undefined) {
      this.#drop(known);
      this.#entries.delete(normal);
      return undefined;
    }
    let current = known;
    if (current?.stamp !== stamp) {
      const text = readText(normal);
      // The same text under a new time keeps its tree: summaries hang on it.
      if (current === undefined || current.text !== text) {
        if (current !== undefined) this.#changes++;
        this.#drop(known);
        current = entry(text);
        this.#entries.set(normal, current);
      }
      current.stamp = stamp;
    }
    current.checked = this.#pass;
    return current;
  }

  /** Inside of a root by its real place, so that a link cannot lead out, and not in installed code. */
  #isInside(path: string): boolean {
    if (!this.#real.has(path)) this.#real.set(path, realPath(path));
    const real = this.#real.get(path);
    return real !== undefined && !real.includes("/node_modules/") && this.#roots.some((root) => real.startsWith(root));
  }
}

function entry(text: string | undefined): Entry {
  return { stamp: "", text, file: undefined, broken: false, checked: -1 };
}

/** Changes whenever the file does; `undefined` when it is no readable file of a sensible size. */
function stampOf(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_BYTES ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a file without its byte order mark; `undefined` for binary data and what cannot be read. */
export function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("\0")) return undefined;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return posix(realpathSync.native(path));
  } catch {
    return undefined;
  }
}
