import type { TextDocument } from "vscode-languageserver-textdocument";
import { tellOnly } from "../asking.js";
import { diagnosticOf } from "../diagnostics-of.js";
import type { StartFeature } from "../feature.js";

/** Milliseconds without a key before an edited document is linted. */
const PAUSE = 120;

/**
 * Sends diagnostics to editors that do not ask for them.
 *
 * Each set names the version it was made for and replaces the one before; none is sent for a
 * version that has been overtaken, and none is empty unless there is nothing to report.
 */
export const pushDiagnostics: StartFeature = ({ client, connection, documents, linted }) => {
  if (client.pullsDiagnostics) return { capabilities: {} };
  const waiting = new Map<string, NodeJS.Timeout>();
  /** What the editor shows of each document, so that the same is not drawn twice. */
  const sent = new Map<string, string>();

  function schedule(uri: string, pause: number): void {
    clearTimeout(waiting.get(uri));
    waiting.set(
      uri,
      setTimeout(() => {
        publish(uri).catch(report);
      }, pause),
    );
  }

  function report(error: unknown): void {
    try {
      connection.console.error(`agent-loop: ${String(error)}`);
    } catch {
      // The connection is closed: there is nobody left to tell.
    }
  }

  async function publish(uri: string): Promise<void> {
    waiting.delete(uri);
    const document = documents.get(uri);
    if (document === undefined) return;
    const found = await linted.of(document);
    if (found === undefined || documents.get(uri)?.version !== found.version) return;
    const findings = found.settings.showsDiagnostics ? found.findings : [];
    const set = {
      uri,
      version: found.version,
      diagnostics: findings.map((finding) => diagnosticOf(finding, document, found.input.path, client)),
    };
    const written = JSON.stringify(set);
    if (sent.get(uri) === written) return;
    sent.set(uri, written);
    await connection.sendDiagnostics(set);
  }

  function others({ uri }: TextDocument): void {
    // What this document says may change what is found in those that import it.
    for (const other of documents.keys()) if (other !== uri) schedule(other, 2 * PAUSE);
  }

  return {
    capabilities: {},
    refresh: () => {
      for (const uri of documents.keys()) schedule(uri, 0);
    },
    opened: (document) => {
      schedule(document.uri, 0);
    },
    changed: (document) => {
      schedule(document.uri, PAUSE);
      others(document);
    },
    closed: (document) => {
      clearTimeout(waiting.get(document.uri));
      waiting.delete(document.uri);
      sent.delete(document.uri);
      tellOnly(connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }));
    },
  };
};
