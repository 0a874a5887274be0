import { existsSync } from "node:fs";
import { posix, type DiskSources } from "@agent-loop/disk";
import type { AnalysisSettings } from "@agent-loop/analysis";
import { readCacheFile, writeCacheFile } from "./cache-file.js";
import { digestOf, textDigest, type Notes, type NotedAnswer, type Question } from "./dependency-notes.js";
import type { FileReport } from "../file-linter.js";
import { NotedAnswers } from "./noted-answers.js";

export interface CacheOptions {
  /** The cache file. */
  readonly path: string;
  /** The version of the program; what another one has found is not believed. */
  readonly version: string;
  /** Told once when the file cannot be used, in one line. */
  readonly onTrouble?: (message: string) => void;
  /** Told how many files had to be linted, and for how many the result was known. */
  readonly onUse?: (use: { readonly linted: number; readonly known: number }) => void;
}

/** What is known of one file. */
interface Entry {
  /** Digests of its text, and of its settings and everything else that was asked for. */
  readonly text: string;
  readonly asked: string;
  /** Index of the notes in which it says what the result was made from, and its place in there; none when the text alone decides. */
  readonly notes: number | undefined;
  readonly answer: number;
  readonly report: FileReport;
}

/** What was found in the files of one root. */
interface World {
  readonly notes: readonly Notes[];
  readonly entries: ReadonlyMap<string, Entry>;
}

/** A result that is new, with what it was made from. */
export interface NewResult {
  readonly root: string;
  readonly asked: string;
  /** The text of its file when it was linted. */
  readonly text: string;
  readonly report: FileReport;
  /** Who has noted it; `undefined` when the text alone decides. */
  readonly notes: Notes | undefined;
  readonly answer: number;
}

/**
 * Results of earlier runs, each for as long as its text, its settings and everything that it has
 * read of other files, of packages and of configurations are as they were.
 */
export class ResultCache {
  readonly #options: CacheOptions;
  readonly #worlds: Map<string, World>;
  readonly #mayWrite: boolean;
  /** What holds, by root and path. */
  readonly #kept = new Map<string, Map<string, Entry>>();

  private constructor(options: CacheOptions, worlds: Map<string, World>, mayWrite: boolean) {
    this.#options = options;
    this.#worlds = worlds;
    this.#mayWrite = mayWrite;
  }

  static open(options: CacheOptions): ResultCache {
    const { path, version, onTrouble } = options;
    const content = readCacheFile(path, version);
    if (content.state === "damaged") onTrouble?.(`${path}: this cache is damaged; it is not used, and made anew.`);
    if (content.state === "foreign")
      onTrouble?.(`${path}: this is no cache of agent-loop; it is not used, and left as it is.`);
    const worlds =
      content.state === "found" && content.value instanceof Map
        ? (content.value as Map<string, World>)
        : new Map<string, World>();
    return new ResultCache(options, worlds, content.state !== "foreign");
  }

  /** For the files of one root: a way to ask for the result of each, `undefined` where it has to be found anew. */
  lookUp(
    root: string,
    sources: DiskSources,
  ): (path: string, settings: AnalysisSettings, asked: string) => FileReport | undefined {
    const world = this.#worlds.get(root);
    const answers = new Map<number, NotedAnswers>();
    const kept = new Map<string, Entry>();
    this.#kept.set(root, kept);
    return (given, settings, asked) => {
      const path = posix(given);
      const entry = world?.entries.get(path);
      if (
        world === undefined ||
        entry === undefined ||
        entry.asked !== asked ||
        entry.text !== textDigest(sources, path)
      )
        return undefined;
      if (entry.notes !== undefined) {
        let noted = answers.get(entry.notes);
        const notes = world.notes[entry.notes];
        if (notes === undefined) return undefined;
        if (noted === undefined) answers.set(entry.notes, (noted = new NotedAnswers(notes, sources, settings)));
        if (!noted.holds(entry.answer)) return undefined;
      }
      kept.set(path, entry);
      const answer = sources.text(path);
      const { report } = entry;
      return report.findings.length + (report.failure === undefined ? 0 : 1) === 0 || answer.state !== "found"
        ? report
        : { ...report, text: answer.value };
    };
  }

  /** Keeps what holds and what is new; files that were not asked for keep what was known of them for as long as they are there. */
  write(results: readonly NewResult[]): void {
    if (!this.#mayWrite || results.length === 0) return;
    const worlds = new Map(this.#worlds);
    for (const root of new Set([...this.#kept.keys(), ...results.map((result) => result.root)]))
      worlds.set(
        root,
        this.#worldOf(
          root,
          results.filter((result) => result.root === root),
        ),
      );
    for (const root of worlds.keys()) if (!existsSync(root)) worlds.delete(root);
    try {
      writeCacheFile(this.#options.path, this.#options.version, worlds);
    } catch (error) {
      this.#options.onTrouble?.(
        `${this.#options.path}: the cache cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #worldOf(root: string, results: readonly NewResult[]): World {
    const old = this.#worlds.get(root);
    const entries = new Map<string, Entry>();
    const copies = new Copies();
    const fresh = new Set(results.map(({ report }) => report.path));
    const kept = this.#kept.get(root);
    for (const [path, entry] of old?.entries ?? []) {
      if (fresh.has(path) || (kept?.get(path) !== entry && !existsSync(path))) continue;
      const notes = entry.notes === undefined ? undefined : old?.notes[entry.notes];
      entries.set(path, { ...entry, ...copies.of(notes, entry.answer) });
    }
    for (const { report, text, asked, notes, answer } of results) {
      entries.set(report.path, {
        text: digestOf(text),
        asked,
        report: { ...report, text: "" },
        ...copies.of(notes, answer),
      });
    }
    return { notes: copies.notes, entries };
  }
}

/** Copies of answers, without whatever nobody needs any more. */
class Copies {
  readonly notes: { questions: Question[]; answers: NotedAnswer[] }[] = [];
  readonly #made = new Map<
    Notes,
    { readonly place: number; readonly questions: Map<number, number>; readonly answers: Map<number, number> }
  >();

  of(notes: Notes | undefined, answer: number): Pick<Entry, "notes" | "answer"> {
    if (notes === undefined) return { notes: undefined, answer: -1 };
    let made = this.#made.get(notes);
    if (made === undefined) {
      made = { place: this.notes.push({ questions: [], answers: [] }) - 1, questions: new Map(), answers: new Map() };
      this.#made.set(notes, made);
    }
    const copy = this.notes[made.place];
    if (copy === undefined) throw new Error("A copy is missing.");
    const needed = [answer];
    const seen = new Set(needed);
    for (const place of needed) {
      for (const before of notes.answers[place]?.answers ?? []) {
        if (seen.has(before) || made.answers.has(before)) continue;
        seen.add(before);
        needed.push(before);
      }
    }
    // Whatever an answer is made from stands before it.
    for (const place of needed.sort((a, b) => a - b)) {
      const noted = notes.answers[place];
      if (noted === undefined || made.answers.has(place)) continue;
      const { questions, answers } = made;
      const copied = {
        questions: noted.questions.flatMap((question) => {
          const asked = notes.questions[question];
          if (asked === undefined) return [];
          if (!questions.has(question)) questions.set(question, copy.questions.push(asked) - 1);
          return questions.get(question) ?? [];
        }),
        answers: noted.answers.flatMap((before) => answers.get(before) ?? []),
      };
      answers.set(place, copy.answers.push(copied) - 1);
    }
    return { notes: made.place, answer: made.answers.get(answer) ?? -1 };
  }
}
