import { readdirSync } from "node:fs";
import { isSourcePath } from "./parse-text.js";

const HERITAGE = /\b(?:implements|extends)\s+([\w$.<>,\s]+?)\s*\{/g;
/** What a function gives back or a constant is declared to be: `): Promise<Llm> {`, `const llm: Llm = …`. */
const GIVEN = /(?:\)|\bconst\s+[\w$]+)\s*:\s*(?:Promise<\s*)?([A-Z][\w$.]*)/g;
const SKIPPED = new Set(["node_modules", "dist", "build", "out", "coverage", ".git", ".next", "vendor"]);
/** Beyond this many files a call on an interface is left unknown rather than the whole disk read. */
const MAX_FILES = 20_000;

/**
 * Which files hold something that stands for a type of a name: a class that implements or extends it,
 * a function that gives one back, a constant.
 *
 * Built from the text with one pass over the workspace when it is first asked for; whoever asks
 * looks at the classes themselves, so a name that only looks right costs time and nothing else.
 */
export class Heirs {
  readonly #roots: readonly string[];
  readonly #textOf: (path: string) => string | undefined;
  #files: Map<string, Set<string>> | undefined;
  /** The names that each file counts for. */
  readonly #names = new Map<string, Set<string>>();

  constructor(roots: readonly string[], textOf: (path: string) => string | undefined) {
    this.#roots = roots;
    this.#textOf = textOf;
  }

  of(name: string): readonly string[] {
    this.#files ??= this.#read();
    return [...(this.#files.get(name) ?? [])];
  }

  forget(): void {
    this.#files = undefined;
    this.#names.clear();
  }

  /** The text of a file is another one: in an editor, at every key. */
  changed(path: string): void {
    if (this.#files === undefined || !isLookedAt(path)) return;
    const before = this.#names.get(path) ?? new Set<string>();
    const names = namesProvided(this.#textOf(path) ?? "");
    for (const name of before) if (!names.has(name)) this.#files.get(name)?.delete(path);
    // What was there keeps its place in the order.
    this.#add(path, names, this.#files);
  }

  #add(path: string, names: Set<string>, files: Map<string, Set<string>>): void {
    this.#names.set(path, names);
    for (const name of names) files.set(name, (files.get(name) ?? new Set()).add(path));
  }

  #read(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    const folders = this.#roots.map((root) => root.replace(/\/$/, ""));
    let files = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of entriesOf(folder)) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
        if (!entry.isFile() || !isLookedAt(path)) continue;
        if (++files > MAX_FILES) return found;
        this.#add(path, namesProvided(this.#textOf(path) ?? ""), found);
      }
    }
    return found;
  }
}

function isLookedAt(path: string): boolean {
  return isSourcePath(path) && !path.endsWith(".d.ts");
}

function entriesOf(folder: string): { name: string; isDirectory(): boolean; isFile(): boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function namesProvided(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(HERITAGE)) {
    for (const part of (match[1] ?? "").split(/[,<>\s]+/)) {
      const name = part.slice(part.lastIndexOf(".") + 1);
      if (name !== "") names.add(name);
    }
  }
  for (const match of text.matchAll(GIVEN)) {
    const written = match[1] ?? "";
    names.add(written.slice(written.lastIndexOf(".") + 1));
  }
  return names;
}
