import { posix } from "@agent-loop/engine";
import {
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";
import { readClient } from "./client.js";
import type { Feature, ServerContext, StartFeature } from "./feature.js";
import { checkWorkspaceCommand } from "./features/check-workspace.js";
import { codeActions } from "./features/code-actions.js";
import { codeLens } from "./features/code-lens.js";
import { explain } from "./features/explain.js";
import { hover } from "./features/hover.js";
import { loopView } from "./features/loop-view.js";
import { loops } from "./features/loops.js";
import { pullDiagnostics } from "./features/pull-diagnostics.js";
import { pushDiagnostics } from "./features/push-diagnostics.js";
import { watchFiles } from "./features/watched-files.js";
import { LintedDocuments } from "./linted-documents.js";
import { SettingsStore } from "./settings-store.js";
import { Sources } from "./sources.js";
import { VERSION } from "./version.js";

const FEATURES: readonly StartFeature[] = [
  pushDiagnostics,
  pullDiagnostics,
  checkWorkspaceCommand,
  codeActions,
  hover,
  loops,
  loopView,
  explain,
  codeLens,
];

/** Serves one editor; `connection` must not listen yet. */
export function startServer(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  // Before `initialize` nothing arrives: the features can start with it.
  connection.onInitialize((params) => initialize(connection, documents, params));
  documents.listen(connection);
}

function initialize(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  params: InitializeParams,
): InitializeResult {
  const client = readClient(params);
  const sources = new Sources();
  const settings = new SettingsStore(connection, client);
  const linted = new LintedDocuments(connection, settings, sources, client.watchesFiles);
  const context: ServerContext = { connection, client, documents, sources, settings, linted };
  const features = FEATURES.map((start) => start(context));
  const refresh = (): void => {
    for (const feature of features) feature.refresh?.();
  };

  followFolders(context, params, refresh);
  followDocuments(context, features);
  watchFiles(context, refresh);

  return {
    serverInfo: { name: "agent-loop-language-server", version: VERSION },
    capabilities: Object.assign(
      {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      ...features.map(({ capabilities }) => capabilities),
    ) as InitializeResult["capabilities"],
  };
}

function followFolders(
  { connection, sources, linted }: ServerContext,
  params: InitializeParams,
  refresh: () => void,
): void {
  const { workspaceFolders, capabilities } = params;
  // Older editors give one root in place of a list of folders.
  const { rootUri } = params as { rootUri?: string | null };
  const given = workspaceFolders ?? (typeof rootUri === "string" ? [{ uri: rootUri }] : []);
  let folders = given.map(({ uri }) => uri);
  const pathsOf = (uris: readonly string[]): string[] =>
    uris
      .map((uri) => URI.parse(uri))
      .filter(({ scheme }) => scheme === "file")
      .map(({ fsPath }) => posix(fsPath).replace(/\/$/, ""));

  sources.setFolders(pathsOf(folders));
  if (capabilities.workspace?.workspaceFolders !== true) return;
  connection.onNotification(
    "workspace/didChangeWorkspaceFolders",
    ({ event }: { event: { added: { uri: string }[]; removed: { uri: string }[] } }) => {
      const removed = new Set(event.removed.map(({ uri }) => uri));
      folders = [...folders.filter((uri) => !removed.has(uri)), ...event.added.map(({ uri }) => uri)];
      sources.setFolders(pathsOf(folders));
      linted.invalidate();
      refresh();
    },
  );
}

function followDocuments({ documents, linted }: ServerContext, features: readonly Feature[]): void {
  const justOpened = new Set<string>();
  documents.onDidOpen(({ document }) => {
    justOpened.add(document.uri);
    linted.took(document);
    for (const feature of features) feature.opened?.(document);
  });
  documents.onDidChangeContent(({ document }) => {
    // A document just opened has been announced above; its first version is no change.
    if (justOpened.delete(document.uri)) return;
    linted.took(document);
    for (const feature of features) feature.changed?.(document);
  });
  documents.onDidClose(({ document }) => {
    linted.closed(document);
    for (const feature of features) feature.closed?.(document);
  });
}
