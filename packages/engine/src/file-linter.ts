import { DiskSources, posix } from "@agent-loop/disk";
import type { Config } from "@agent-loop/rules";
import { lintText, type FileResult } from "./lint-text.js";

/** What is to be linted, as plain data that can be handed to a thread. */
export interface LintJob {
  readonly files: readonly PlannedFile[];
  /** The settings that occur. */
  readonly configs: readonly Config[];
  /** Folders whose files may be read. */
  readonly roots: readonly string[];
}

export interface PlannedFile {
  readonly path: string;
  /** Index of its settings. */
  readonly config: number;
}

/** Lints files of a job one after the other; what it reads of one serves the next. */
export class FileLinter {
  readonly #port: DiskSources;
  readonly #configs: readonly Config[];

  constructor({ roots, configs }: Pick<LintJob, "roots" | "configs">) {
    this.#port = new DiskSources(roots);
    this.#configs = configs;
  }

  lint({ path, config: index }: PlannedFile): FileResult {
    const config = this.#configs[index];
    if (config === undefined) throw new Error(`There are no settings ${index}.`);
    const answer = this.#port.text(path);
    if (answer.state !== "found") return unreadable(posix(path));
    const { model: _, ...result } = lintText({ path: posix(path), text: answer.value, config, port: this.#port });
    return result.findings.length === 0 && result.failure === undefined ? { ...result, text: "" } : result;
  }
}

function unreadable(path: string): FileResult {
  const message = "It cannot be read: it is not text, is larger than 5 MB, or lies outside of the workspace.";
  return { path, text: "", findings: [], failure: { kind: "unreadable", message, at: { line: 1, column: 1 } } };
}
