import { posix } from "node:path";
import type { SourceAnswer, SourceFile, SourcePort } from "@agent-loop/analysis";
import { parseText } from "@agent-loop/disk";

const MISSING = { state: "missing" } as const;

/** A project that lives in memory: paths from the root, without extension in imports or with `.js`. */
export class MemorySources implements SourcePort {
  readonly #files: Map<string, string>;
  /** Files that answer `not-loaded` until they are asked for by `load`. */
  readonly #unloaded: Set<string>;
  readonly versions: Record<string, string> = {};

  constructor(files: Readonly<Record<string, string>>, unloaded: readonly string[] = []) {
    this.#files = new Map(Object.entries(files).map(([path, text]) => [posix.join("/", path), text]));
    this.#unloaded = new Set(unloaded.map((path) => posix.join("/", path)));
  }

  write(path: string, text: string): void {
    this.#files.set(posix.join("/", path), text);
  }

  load(path: string): void {
    this.#unloaded.delete(path);
  }

  resolve(specifier: string, from: string): SourceAnswer<string> {
    if (!specifier.startsWith(".")) return MISSING;
    const base = posix.join(posix.dirname(from), specifier);
    const stem = base.replace(/\.[cm]?jsx?$/, "");
    for (const candidate of [base, ...[stem, base].flatMap((name) => [`${name}.ts`, `${name}.tsx`, `${name}.js`, `${name}/index.ts`])]) {
      if (this.#files.has(candidate)) return { state: "found", value: candidate };
    }
    return MISSING;
  }

  text(path: string): SourceAnswer<string> {
    if (this.#unloaded.has(path)) return { state: "not-loaded" };
    const text = this.#files.get(path);
    return text === undefined ? MISSING : { state: "found", value: text };
  }

  parse(path: string): SourceAnswer<SourceFile> {
    const text = this.text(path);
    if (text.state !== "found") return text;
    const parsed = parseText(path, text.value);
    return parsed.ok ? { state: "found", value: { path, text: text.value, program: parsed.program } } : MISSING;
  }

  packageVersion(name: string): SourceAnswer<string> {
    const version = this.versions[name];
    return version === undefined ? MISSING : { state: "found", value: version };
  }

  filesMentioning(name: string): readonly string[] {
    return [...this.#files].filter(([, text]) => new RegExp(`\\b(?:implements|extends)\\b[^{]*\\b${name}\\b|:\\s*(?:Promise<)?${name}\\b`).test(text)).map(([path]) => path);
  }
}
