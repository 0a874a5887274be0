import { dependenciesOf, type FileModel, type SymbolId } from "@agent-loop/analysis";
import { DiskSources, posix } from "@agent-loop/disk";
import type { Config } from "@agent-loop/rules";
import { DependencyNotes } from "./cache/dependency-notes.js";
import type { NotesPart } from "./cache/notes-collector.js";
import { fingerprintsOf } from "./fingerprints.js";
import { lintText, type FileFinding, type FileResult, type LintedText } from "./lint-text.js";
import { evidenceOf, outlineLoops, type LoopOutline } from "./loop-outlines.js";

/** What is to be linted, as plain data that can be handed to a thread. */
export interface LintJob {
  readonly files: readonly PlannedFile[];
  /** The settings that occur. */
  readonly configs: readonly Config[];
  readonly requireReasons: boolean;
  /** `false` analyses also what cannot hold anything to report. */
  readonly gate?: boolean;
  /** Note what results were made from, so that another run can tell whether they still hold. */
  readonly notesDependencies?: boolean;
}

export interface PlannedFile {
  readonly path: string;
  /** Index of its settings. */
  readonly config: number;
  /** The folder of its project: other files there may be read for it. */
  readonly root: string;
}

/** A finding with what it is known by when lines move. */
export interface ReportedFinding extends FileFinding {
  readonly fingerprint: string;
}

/** A result with what reports need beyond the findings. */
export interface FileReport extends FileResult {
  readonly findings: readonly ReportedFinding[];
  readonly loops: readonly LoopOutline[];
}

/** A report, and what it was made from. */
export interface LintedFile {
  readonly report: FileReport;
  /** `undefined` when that was not noted. */
  readonly madeFrom: MadeFrom | undefined;
}

export interface MadeFrom {
  readonly text: string;
  /** Where the rest of it is noted; `undefined` when the text alone decides. */
  readonly noted: { readonly book: number; readonly answer: number } | undefined;
}

/**
 * Lints files of a job one after the other; what it reads of one serves the next.
 *
 * What was read of a project is dropped when the first file of another one comes: a folder may hold
 * dozens of them.
 */
export class FileLinter {
  readonly #job: Omit<LintJob, "files">;
  #project: { readonly root: string; readonly port: DiskSources; readonly books: Map<number, Book> } | undefined;
  #books = 0;
  readonly #taken: NotesPart[] = [];

  constructor(job: Omit<LintJob, "files">) {
    this.#job = job;
  }

  lint({ path: given, config: index, root }: PlannedFile): LintedFile {
    const { configs, requireReasons, gate = true, notesDependencies = false } = this.#job;
    const config = configs[index];
    if (config === undefined) throw new Error(`There are no settings ${index}.`);
    const { port } = this.#open(root);
    const path = posix(given);
    const answer = port.text(path);
    if (answer.state !== "found") return { report: unreadable(path), madeFrom: undefined };
    const linted = lintText({ path, text: answer.value, config, port, requireReasons, gate });
    const report = reportOf(linted, port);
    return { report, madeFrom: notesDependencies ? this.#madeFrom(linted, index, report) : undefined };
  }

  /** What has been noted since this was last asked. */
  takeNotes(): NotesPart[] {
    this.#takeNotes();
    return this.#taken.splice(0);
  }

  #open(root: string): { readonly port: DiskSources; readonly books: Map<number, Book> } {
    if (this.#project?.root === root) return this.#project;
    this.#takeNotes();
    this.#project = { root, port: new DiskSources([root]), books: new Map() };
    return this.#project;
  }

  #takeNotes(): void {
    for (const { id, notes } of this.#project?.books.values() ?? []) this.#taken.push({ book: id, ...notes.take() });
  }

  #madeFrom({ model, text, failure }: LintedText, config: number, report: FileReport): MadeFrom | undefined {
    if (failure !== undefined) return failure.kind === "parse" ? { text, noted: undefined } : undefined;
    const dependencies = model && dependenciesOf(model);
    if (model === undefined || dependencies === undefined || this.#project === undefined)
      return { text, noted: undefined };
    const { books, port } = this.#project;
    let book = books.get(config);
    if (book === undefined) books.set(config, (book = { id: this.#books++, notes: new DependencyNotes(port) }));
    return { text, noted: { book: book.id, answer: book.notes.add(dependencies, symbolsShown(model, report)) } };
  }
}

interface Book {
  readonly id: number;
  readonly notes: DependencyNotes;
}

function reportOf({ model, ...result }: LintedText, port: DiskSources): FileReport {
  const { path, text, findings, failure } = result;
  // The text is for code frames; results of thousands of files need not hold on to theirs.
  const kept = findings.length === 0 && failure === undefined ? "" : text;
  if (model === undefined || findings.length + model.loops.length + model.runs.length === 0)
    return { ...result, findings: [], text: kept, loops: [] };
  const parsed = port.parse(path);
  if (parsed.state !== "found") return unreadable(path, "It has changed while it was read.");
  const { program } = parsed.value;
  const fingerprints = fingerprintsOf(findings, text, program);
  return {
    ...result,
    text: kept,
    findings: findings.map((finding, i) => ({ ...finding, fingerprint: fingerprints[i] ?? "" })),
    loops: outlineLoops({ model, text, program, port }),
  };
}

/** The declarations of other files whose places a report shows, or would if they were there. */
function symbolsShown({ loops, runs }: FileModel, { findings }: FileReport): SymbolId[] {
  return [...findings.flatMap(({ evidence }) => evidence), ...[...loops, ...runs].flatMap(evidenceOf)].flatMap(
    ({ elsewhere }) => elsewhere ?? [],
  );
}

const NO_TEXT = "It cannot be read: it is not text, is larger than 5 MB, or lies outside of the workspace.";

function unreadable(path: string, message: string = NO_TEXT): FileReport {
  return {
    path,
    text: "",
    findings: [],
    failure: { kind: "unreadable", message, at: { line: 1, column: 1 } },
    loops: [],
  };
}
