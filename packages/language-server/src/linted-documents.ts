import {
  RememberedResults,
  type FileFinding,
  type FileResult,
  type LintedText,
  type LintTextInput,
} from "@agent-loop/engine";
import type { Connection } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { documentPath, type DocumentPath } from "./document-paths.js";
import type { DocumentSettings, SettingsStore } from "./settings-store.js";
import { shiftFindings } from "./shifted-findings.js";
import type { Sources } from "./sources.js";

/** What linting gave for one version of a document. */
export interface Linted {
  readonly version: number;
  readonly input: LintTextInput;
  readonly settings: DocumentSettings;
  readonly result: LintedText;
  /** The findings to show: while the code does not parse, those from before, shifted with the edit. */
  readonly findings: readonly FileFinding[];
}

/** Lints open documents, each version once for all features. */
export class LintedDocuments {
  readonly #connection: Connection;
  readonly #settings: SettingsStore;
  readonly #sources: Sources;
  readonly #watched: boolean;
  readonly #latest = new Map<
    string,
    { readonly version: number; readonly epoch: number; readonly linted: Promise<Linted | undefined> }
  >();
  readonly #results = new RememberedResults();
  readonly #lastGood = new Map<string, FileResult>();
  readonly #reported = new Set<string>();
  #epoch = 0;

  /** @param watched whether the editor tells of files that change on the disk. */
  constructor(connection: Connection, settings: SettingsStore, sources: Sources, watched: boolean) {
    this.#connection = connection;
    this.#watched = watched;
    this.#settings = settings;
    this.#sources = sources;
  }

  /** Something outside of the documents has changed: settings, or files that they import. */
  invalidate(): void {
    this.#epoch++;
    this.#sources.recheck();
  }

  /** The text of a document that is open wins over the disk, for every file that imports it. */
  took(document: TextDocument): void {
    this.#overlay(document, document.getText());
  }

  closed(document: TextDocument): void {
    this.#overlay(document, undefined);
    const place = documentPath(document.uri, document.languageId);
    if (place !== undefined) this.#results.forget(place.path);
    this.#latest.delete(document.uri);
    this.#lastGood.delete(document.uri);
  }

  #overlay({ uri, languageId }: TextDocument, text: string | undefined): void {
    const place = documentPath(uri, languageId);
    if (place?.onDisk !== true) return;
    this.#sources.of(place.path).overlay(place.path, text);
    // Whoever imports it may find something else now.
    this.#epoch++;
  }

  /** What is found in a file that nobody has open. */
  findingsOf(input: LintTextInput): readonly FileFinding[] {
    const result = this.#results.findingsOf(input);
    if (result.failure?.kind === "crash") this.#report(result);
    return result.findings;
  }

  /** `undefined` for languages that we do not read. */
  of(document: TextDocument): Promise<Linted | undefined> {
    const { uri, version } = document;
    const known = this.#latest.get(uri);
    if (known?.version === version && known.epoch === this.#epoch) return known.linted;
    const linted = this.#lint(document);
    this.#latest.set(uri, { version, epoch: this.#epoch, linted });
    return linted;
  }

  async #lint(document: TextDocument): Promise<Linted | undefined> {
    const { uri, version } = document;
    const place = documentPath(uri, document.languageId);
    if (place === undefined) return undefined;
    const settings = await this.#settings.of(uri, place);
    // What has been typed since then waits to be read: of many edits in a row only the last one is linted.
    await new Promise((resume) => setImmediate(resume));
    if (document.version !== version) return await this.of(document);
    const text = document.getText();
    const input = this.#inputFor(place, text, settings);
    if (!this.#watched) this.#sources.recheck();
    const result = this.#results.lint(input);
    return { version, input, settings, result, findings: this.#toShow(uri, result) };
  }

  #inputFor({ path, onDisk }: DocumentPath, text: string, { config }: DocumentSettings): LintTextInput {
    return { path, text, config, ...(onDisk && { port: this.#sources.of(path) }) };
  }

  #toShow(uri: string, result: FileResult): readonly FileFinding[] {
    if (result.failure === undefined) {
      this.#lastGood.set(uri, result);
      return result.findings;
    }
    if (result.failure.kind === "crash") this.#report(result);
    const lastGood = this.#lastGood.get(uri);
    return lastGood === undefined ? [] : shiftFindings(lastGood, result.text);
  }

  /** A defect of ours is logged once, not at every key. */
  #report({ path, failure }: FileResult): void {
    const message = `${path}: ${failure?.message ?? ""}`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#connection.console.error(`agent-loop failed on ${message}`);
  }
}
