import { Worker } from "node:worker_threads";
import type { NotesCollector } from "./cache/notes-collector.js";
import type { LintedFile, LintJob } from "./file-linter.js";
import type { Batch, ThreadAnswer } from "./lint-thread.js";

/** Files handed to a thread at a time: few, so that no thread is left with all the long ones. */
const BATCH = 12;
/** The parser recurses natively; the default of 4 MB is less than the main thread has. */
const STACK_MB = 64;
/** Trees live for as long as one file is looked at: in a small nursery they are copied again and again. */
const YOUNG_MB = 64;

export interface ThreadOptions {
  readonly threads: number;
  readonly signal?: AbortSignal;
  /** Takes what results were made from. */
  readonly notes?: NotesCollector;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Lints the files of a job in worker threads; results are in the order of the files. */
export async function lintInThreads(
  { files, ...rest }: LintJob,
  { threads, signal, onProgress, notes }: ThreadOptions,
): Promise<(LintedFile & { readonly linter: number })[]> {
  signal?.throwIfAborted();
  const results: (LintedFile & { readonly linter: number })[] = [];
  let next = 0;
  let done = 0;
  const workers: Worker[] = [];

  function work(worker: Worker, linter: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const give = (): void => {
        if (next >= files.length) {
          resolve();
          return;
        }
        const batch: Batch = { start: next, files: files.slice(next, next + BATCH) };
        next += BATCH;
        worker.postMessage(batch);
      };
      worker.on("message", ({ start, results: some, notes: parts }: ThreadAnswer) => {
        if (signal?.aborted === true) return;
        some.forEach((result, i) => (results[start + i] = { ...result, linter }));
        notes?.add(linter, parts);
        done += some.length;
        onProgress?.(done, files.length);
        give();
      });
      worker.once("error", reject);
      worker.once("exit", () => {
        reject(new Error("A thread has ended before its files were done."));
      });
      signal?.addEventListener("abort", () => {
        reject(signal.reason as Error);
      });
      give();
    });
  }

  try {
    for (let i = 0; i < threads; i++) {
      workers.push(
        new Worker(new URL("./lint-thread.js", import.meta.url), {
          workerData: rest,
          resourceLimits: { stackSizeMb: STACK_MB, maxYoungGenerationSizeMb: YOUNG_MB },
        }),
      );
    }
    await Promise.all(workers.map(work));
    return results;
  } finally {
    for (const worker of workers) void worker.terminate();
  }
}
