// What runs in a worker thread: lints batches of files until it is told no more.
import { parentPort, workerData } from "node:worker_threads";
import { FileLinter, type LintJob, type PlannedFile } from "./file-linter.js";
import type { FileResult } from "./lint-text.js";

export interface Batch {
  /** Place of the first file in the whole job. */
  readonly start: number;
  readonly files: readonly PlannedFile[];
}

export interface ThreadAnswer {
  readonly start: number;
  readonly results: readonly FileResult[];
}

const linter = new FileLinter(workerData as Pick<LintJob, "configs" | "roots">);

parentPort?.on("message", ({ start, files }: Batch) => {
  const answer: ThreadAnswer = { start, results: files.map((file) => linter.lint(file)) };
  parentPort?.postMessage(answer);
});
