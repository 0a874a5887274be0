import type { FileResult } from "@agent-loop/engine";

export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  readonly files: number;
}

/** Counts results; a file that could not be looked at counts as an error. */
export function tally(results: readonly FileResult[]): Tally {
  let errors = 0;
  let warnings = 0;
  for (const { findings, failure } of results) {
    if (failure !== undefined) errors++;
    for (const { severity } of findings) {
      if (severity === "error") errors++;
      else warnings++;
    }
  }
  return { errors, warnings, files: results.length };
}
