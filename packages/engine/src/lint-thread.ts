// What runs in a worker thread: lints batches of files until it is told no more.
import { parentPort, workerData } from "node:worker_threads";
import { FileLinter, type FileReport, type LintJob, type PlannedFile } from "./file-linter.js";

export interface Batch {
  /** Place of the first file in the whole job. */
  readonly start: number;
  readonly files: readonly PlannedFile[];
}

export interface ThreadAnswer {
  readonly start: number;
  readonly results: readonly FileReport[];
}

const linter = new FileLinter(workerData as Omit<LintJob, "files">);

parentPort?.on("message", ({ start, files }: Batch) => {
  const answer: ThreadAnswer = { start, results: files.map((file) => linter.lint(file)) };
  parentPort?.postMessage(answer);
});
