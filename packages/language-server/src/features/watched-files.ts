import { DidChangeConfigurationNotification, DidChangeWatchedFilesNotification } from "vscode-languageserver";
import { posix } from "@agent-loop/engine";
import { URI } from "vscode-uri";
import { tellOnly } from "../asking.js";
import type { ServerContext } from "../feature.js";

const WATCHED = [
  "**/agent-loop.config.json",
  "**/eslint.config.{js,mjs,cjs,ts,mts,cts}",
  "**/package.json",
  "**/tsconfig*.json",
  "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro}",
];

/** Follows what changes outside of the open documents: files on the disk, and the editor's settings. */
export function watchFiles(
  { client, connection, linted, settings, sources }: ServerContext,
  refresh: () => void,
): void {
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) sources.forget(posix(URI.parse(uri).fsPath));
    settings.filesChanged();
    linted.invalidate();
    refresh();
  });
  connection.onDidChangeConfiguration(({ settings: pushed }) => {
    settings.editorChanged(pushed);
    linted.invalidate();
    refresh();
  });
  connection.onInitialized(() => {
    if (client.watchesFiles) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      tellOnly(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    if (client.registersConfiguration) {
      tellOnly(connection.client.register(DidChangeConfigurationNotification.type, { section: "agentLoop" }));
    }
  });
}
