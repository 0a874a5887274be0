import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InputError, type FileReport, type Preset, type ReportedFinding } from "@agent-loop/engine";
import { fileError } from "./file-errors.js";
import { shownPath } from "./formats/shown-path.js";
import { writeFile } from "./write-file.js";

/** Findings of one file that are accepted: rule and fingerprint, in order. */
type Entries = ReadonlySet<string>;

/** Findings that a project has accepted for now. */
export class Baseline {
  readonly #path: string;
  /** By path relative to the folder of the baseline. */
  readonly #files: ReadonlyMap<string, Entries>;
  /** The preset that the command was given when it was recorded. */
  readonly #preset: Preset | undefined;

  private constructor(path: string, files: ReadonlyMap<string, Entries>, preset: Preset | undefined) {
    this.#path = path;
    this.#files = files;
    this.#preset = preset;
  }

  /**
   * @returns `undefined` when there is no such file.
   * @throws InputError when it cannot be read or is no baseline.
   */
  static read(path: string): Baseline | undefined {
    let text: string;
    try {
      text = readFileSync(path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw fileError(path, "read", error);
    }
    const { preset, files } = parse(text, path);
    return new Baseline(path, files, preset);
  }

  /** What is found now is accepted; what is known of files that were not looked at stays. */
  static record(
    path: string,
    results: readonly FileReport[],
    known: Baseline | undefined,
    preset: Preset | undefined,
  ): Baseline {
    const files = new Map(known === undefined ? [] : known.#files);
    for (const result of results) {
      if (result.failure === undefined) files.set(nameIn(path, result.path), new Set(result.findings.map(entryOf)));
    }
    return new Baseline(path, files, preset);
  }

  get size(): number {
    return [...this.#files.values()].reduce((sum, entries) => sum + entries.size, 0);
  }

  /** The results without what is accepted. */
  filter(results: readonly FileReport[]): FileReport[] {
    return results.map((result) => {
      const entries = this.#files.get(nameIn(this.#path, result.path));
      if (entries === undefined) return result;
      return { ...result, findings: result.findings.filter((finding) => !entries.has(entryOf(finding))) };
    });
  }

  /**
   * The baseline without what has been mended.
   *
   * @param preset the one that the command was given; under another one, rules look less closely.
   * @param ran whether a rule was asked about a file: what nobody asked about has not been mended.
   */
  shrink(
    results: readonly FileReport[],
    preset: Preset | undefined,
    ran: (path: string, rule: string) => boolean,
  ): Baseline {
    if (preset !== this.#preset) return this;
    const byName = new Map(results.map((result) => [nameIn(this.#path, result.path), result]));
    const files = new Map<string, Entries>();
    for (const [name, entries] of this.#files) {
      const result = byName.get(name);
      if (result === undefined) {
        if (existsSync(join(dirname(this.#path), name))) files.set(name, entries);
        continue;
      }
      const found = new Set(result.findings.map(entryOf));
      files.set(
        name,
        result.failure === undefined
          ? new Set([...entries].filter((entry) => found.has(entry) || !ran(result.path, ruleOf(entry))))
          : entries,
      );
    }
    return new Baseline(this.#path, files, preset);
  }

  /** @throws InputError when it cannot be written; the old one is left as it was. */
  write(): void {
    const files = [...this.#files]
      .filter(([, entries]) => entries.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entries]) => [name, [...entries].sort()] as const);
    writeFile(
      this.#path,
      `${JSON.stringify({ version: VERSION, preset: this.#preset, findings: Object.fromEntries(files) }, undefined, 2)}\n`,
    );
  }
}

/** Of the file's format. */
const VERSION = 1;

function parse(text: string, path: string): { preset: Preset | undefined; files: Map<string, Entries> } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${path}: not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const mistaken = new InputError(`${path}: this is no baseline of agent-loop. Make a new one with --update-baseline.`);
  if (!isRecord(content) || !isRecord(content["findings"])) throw mistaken;
  if (content["version"] !== VERSION)
    throw new InputError(
      `${path}: this baseline is of another version of agent-loop. Make a new one with --update-baseline.`,
    );
  const files = Object.entries(content["findings"]).map(([name, entries]) => {
    if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "string")) throw mistaken;
    return [name, new Set(entries)] as const;
  });
  const preset = content["preset"];
  return { preset: preset === "recommended" || preset === "strict" ? preset : undefined, files: new Map(files) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameIn(baseline: string, path: string): string {
  return shownPath(resolve(path), dirname(baseline));
}

function entryOf({ rule, fingerprint }: ReportedFinding): string {
  return `${rule} ${fingerprint}`;
}

function ruleOf(entry: string): string {
  return entry.slice(0, entry.indexOf(" "));
}
