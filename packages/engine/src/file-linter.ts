import { DiskSources, posix } from "@agent-loop/disk";
import type { Config } from "@agent-loop/rules";
import { fingerprintsOf } from "./fingerprints.js";
import { lintText, type FileFinding, type FileResult, type LintedText } from "./lint-text.js";
import { outlineLoops, type LoopOutline } from "./loop-outlines.js";

/** What is to be linted, as plain data that can be handed to a thread. */
export interface LintJob {
  readonly files: readonly PlannedFile[];
  /** The settings that occur. */
  readonly configs: readonly Config[];
  /** Folders whose files may be read. */
  readonly roots: readonly string[];
  readonly requireReasons: boolean;
  readonly gate: boolean;
}

export interface PlannedFile {
  readonly path: string;
  /** Index of its settings. */
  readonly config: number;
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

/** Lints files of a job one after the other; what it reads of one serves the next. */
export class FileLinter {
  readonly #port: DiskSources;
  readonly #configs: readonly Config[];
  readonly #requireReasons: boolean;
  readonly #gate: boolean;

  constructor({ roots, configs, requireReasons, gate }: Omit<LintJob, "files">) {
    this.#port = new DiskSources(roots);
    this.#configs = configs;
    this.#requireReasons = requireReasons;
    this.#gate = gate;
  }

  lint({ path, config: index }: PlannedFile): FileReport {
    const config = this.#configs[index];
    if (config === undefined) throw new Error(`There are no settings ${index}.`);
    const answer = this.#port.text(path);
    if (answer.state !== "found") return unreadable(posix(path));
    return this.#report(lintText({ path: posix(path), text: answer.value, config, port: this.#port, requireReasons: this.#requireReasons, gate: this.#gate }));
  }

  #report({ model, ...result }: LintedText): FileReport {
    const { path, text, findings, failure } = result;
    // The text is for code frames; results of thousands of files need not hold on to theirs.
    const kept = findings.length === 0 && failure === undefined ? "" : text;
    if (model === undefined || findings.length + model.loops.length + model.runs.length === 0) return { ...result, findings: [], text: kept, loops: [] };
    const parsed = this.#port.parse(path);
    if (parsed.state !== "found") return unreadable(path, "It has changed while it was read.");
    const { program } = parsed.value;
    const fingerprints = fingerprintsOf(findings, text, program);
    return {
      ...result,
      text: kept,
      findings: findings.map((finding, i) => ({ ...finding, fingerprint: fingerprints[i] ?? "" })),
      loops: outlineLoops({ model, text, program, port: this.#port }),
    };
  }
}

const NO_TEXT = "It cannot be read: it is not text, is larger than 5 MB, or lies outside of the workspace.";

function unreadable(path: string, message: string = NO_TEXT): FileReport {
  return { path, text: "", findings: [], failure: { kind: "unreadable", message, at: { line: 1, column: 1 } }, loops: [] };
}
