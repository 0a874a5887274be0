import { dirname } from "node:path";
import { ConfigFiles, InputError, readConfig, type Config } from "@agent-loop/engine";
import type { Connection } from "vscode-languageserver";
import { showMistake } from "./asking.js";
import type { Client } from "./client.js";
import type { DocumentPath } from "./document-paths.js";
import { readEditorSettings, type EditorSettings } from "./editor-settings.js";
import { isPluginInUse } from "./eslint-plugin-in-use.js";

/** The settings that hold for one document. */
export interface DocumentSettings extends Omit<EditorSettings, "shared" | "diagnostics"> {
  readonly config: Config;
  readonly showsDiagnostics: boolean;
}

/**
 * Brings together what the editor and the settings files say; a file wins over the editor, for it
 * speaks for the whole team. A mistake is shown once, and the defaults hold until it is mended.
 */
export class SettingsStore {
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #files = new Map<string, ConfigFiles>();
  readonly #inUse = new Map<string, boolean>();
  readonly #byScope = new Map<string, Promise<EditorSettings>>();
  readonly #shown = new Set<string>();
  /** What the editor sent, when it answers no questions. */
  #pushed: unknown;

  constructor(connection: Connection, client: Client) {
    this.#connection = connection;
    this.#client = client;
    this.#pushed = sectionOf(client.initialSettings);
  }

  /** The editor says that its settings have changed. */
  editorChanged(pushed: unknown): void {
    if (isRecord(pushed)) this.#pushed = sectionOf(pushed);
    this.#byScope.clear();
    this.filesChanged();
  }

  /** A settings file, or an ESLint configuration, has changed. */
  filesChanged(): void {
    this.#files.clear();
    this.#inUse.clear();
    this.#shown.clear();
  }

  async of(uri: string, { path, onDisk }: DocumentPath): Promise<DocumentSettings> {
    const { shared, diagnostics, ...editor } = await this.#editorSettings(uri);
    const folder = dirname(path);
    const config = onDisk ? this.#configOf(folder, shared) : readConfig(shared).config;
    const showsDiagnostics = diagnostics === "auto" ? !(onDisk && this.#isPluginInUse(folder)) : diagnostics === "on";
    return { ...editor, config, showsDiagnostics };
  }

  #editorSettings(uri: string): Promise<EditorSettings> {
    let known = this.#byScope.get(uri);
    if (known === undefined) this.#byScope.set(uri, (known = this.#ask(uri)));
    return known;
  }

  async #ask(uri: string): Promise<EditorSettings> {
    let given = this.#pushed;
    if (this.#client.answersConfiguration) {
      try {
        given = (await this.#connection.workspace.getConfiguration({ scopeUri: uri, section: "agentLoop" })) as unknown;
      } catch {
        // An editor that announced an answer and gives none leaves what it sent at the start.
      }
    }
    const { settings, problems } = readEditorSettings(given);
    for (const problem of problems) this.#show(`agent-loop settings: ${problem}`);
    return settings;
  }

  #configOf(folder: string, shared: Readonly<Record<string, unknown>>): Config {
    const key = JSON.stringify(shared);
    let files = this.#files.get(key);
    if (files === undefined) this.#files.set(key, (files = new ConfigFiles(shared)));
    try {
      return files.for(folder);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#show(error.message);
      return readConfig(shared).config;
    }
  }

  #isPluginInUse(folder: string): boolean {
    let known = this.#inUse.get(folder);
    if (known === undefined) this.#inUse.set(folder, (known = isPluginInUse(folder)));
    return known;
  }

  #show(message: string): void {
    if (this.#shown.has(message)) return;
    this.#shown.add(message);
    showMistake(this.#connection, message);
  }
}

/** Editors send their settings with or without the name of the section around them. */
function sectionOf(settings: unknown): unknown {
  return isRecord(settings) && "agentLoop" in settings ? settings["agentLoop"] : settings;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
