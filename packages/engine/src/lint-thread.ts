// What runs in a worker thread: lints batches of files until it is told no more.
import { parentPort, workerData } from "node:worker_threads";
import type { NotesPart } from "./cache/notes-collector.js";
import { FileLinter, type LintedFile, type LintJob, type PlannedFile } from "./file-linter.js";

export interface Batch {
  /** Place of the first file in the whole job. */
  readonly start: number;
  readonly files: readonly PlannedFile[];
}

export interface ThreadAnswer {
  readonly start: number;
  readonly results: readonly LintedFile[];
  readonly notes: readonly NotesPart[];
}

const linter = new FileLinter(workerData as Omit<LintJob, "files">);

parentPort?.on("message", ({ start, files }: Batch) => {
  const results = files.map((file) => linter.lint(file));
  const answer: ThreadAnswer = { start, results, notes: linter.takeNotes() };
  parentPort?.postMessage(answer);
});
