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
  }

  #read(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    const folders = this.#roots.map((root) => root.replace(/\/$/, ""));
    let files = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of entriesOf(folder)) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
        if (!entry.isFile() || !isSourcePath(path) || path.endsWith(".d.ts")) continue;
        if (++files > MAX_FILES) return found;
        for (const name of namesProvided(this.#textOf(path) ?? "")) found.set(name, (found.get(name) ?? new Set()).add(path));
      }
    }
    return found;
  }
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
