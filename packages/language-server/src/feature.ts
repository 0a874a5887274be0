import type { Connection, ServerCapabilities, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "./client.js";
import type { LintedDocuments } from "./linted-documents.js";
import type { SettingsStore } from "./settings-store.js";
import type { Sources } from "./sources.js";

/** What every feature works with. */
export interface ServerContext {
  readonly connection: Connection;
  readonly client: Client;
  readonly documents: TextDocuments<TextDocument>;
  readonly linted: LintedDocuments;
  readonly settings: SettingsStore;
  readonly sources: Sources;
}

/** One thing the server can do: it registers its handlers and says what to announce. */
export interface Feature {
  readonly capabilities: ServerCapabilities;
  /** Something that changes findings beside the document's own text: settings, other files. */
  readonly refresh?: () => void;
  readonly opened?: (document: TextDocument) => void;
  readonly changed?: (document: TextDocument) => void;
  readonly closed?: (document: TextDocument) => void;
}

export type StartFeature = (context: ServerContext) => Feature;
