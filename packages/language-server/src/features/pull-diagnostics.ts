import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { readFile } from "node:fs/promises";
import { ConfigFiles, discoverFiles, InputError, lintText } from "@agent-loop/engine";
import {
  DiagnosticRefreshRequest,
  DocumentDiagnosticReportKind,
  type CancellationToken,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { showMistake, tellOnly } from "../asking.js";
import { diagnosticOf } from "../diagnostics-of.js";
import { uriOf } from "../document-paths.js";
import type { ServerContext, StartFeature } from "../feature.js";

/** Answers editors that ask for the diagnostics of a document or of the whole workspace. */
export const pullDiagnostics: StartFeature = (context) => {
  const { client, connection, documents, linted } = context;
  if (!client.pullsDiagnostics) return { capabilities: {} };

  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }) => {
    const document = documents.get(uri);
    const found = document && (await linted.of(document));
    const findings = found?.settings.showsDiagnostics ? found.findings : [];
    const own = { path: found?.input.path ?? "", uri };
    return report(findings.map((finding) => diagnosticOf(finding, client, own)), previousResultId);
  });

  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, progress, partial) => {
    const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    progress.begin("agent-loop", 0, undefined, true);
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    try {
      for await (const { uri, version, diagnostics, done } of workspaceDiagnostics(context, token)) {
        progress.report(Math.floor(done * 100));
        const item = { uri, version, ...report(diagnostics, previous.get(uri)) } as WorkspaceDocumentDiagnosticReport;
        if (partial === undefined) items.push(item);
        else partial.report({ items: [item] });
      }
    } finally {
      progress.done();
    }
    return { items };
  });

  return {
    capabilities: { diagnosticProvider: { identifier: "agent-loop", interFileDependencies: true, workspaceDiagnostics: true, workDoneProgress: true } },
    refresh: () => {
      if (client.refreshesDiagnostics) tellOnly(connection.sendRequest(DiagnosticRefreshRequest.type));
    },
    changed: () => {
      linted.invalidate();
    },
  };
};

/** A full report, or the word that nothing has changed since the one before. */
function report(items: Diagnostic[], previousResultId: string | undefined): DocumentDiagnosticReport {
  const resultId = createHash("sha1").update(JSON.stringify(items)).digest("hex");
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

interface WorkspaceDiagnostics {
  readonly uri: string;
  readonly version: number | null;
  readonly diagnostics: Diagnostic[];
  /** How much of the work is done, 0 to 1. */
  readonly done: number;
}

/** Lints every file of the open folders; ends early when it is cancelled. */
export async function* workspaceDiagnostics(
  { client, connection, documents, linted, settings, sources }: ServerContext,
  token: CancellationToken,
): AsyncGenerator<WorkspaceDiagnostics> {
  let files: string[];
  try {
    files = sources.folders.flatMap((folder) => discoverFiles([folder], folder, new ConfigFiles()));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    showMistake(connection, error.message);
    return;
  }
  for (const [index, path] of files.entries()) {
    // Lets what the person does meanwhile come between two files.
    await new Promise((resume) => setImmediate(resume));
    if (token.isCancellationRequested) return;
    const uri = uriOf(path);
    const own = { path, uri };
    const done = (index + 1) / files.length;
    const document = documents.get(uri);
    if (document !== undefined) {
      const found = await linted.of(document);
      const findings = found?.settings.showsDiagnostics ? found.findings : [];
      yield { uri, version: document.version, diagnostics: findings.map((finding) => diagnosticOf(finding, client, own)), done };
      continue;
    }
    const { config, showsDiagnostics } = await settings.of(uriOf(dirname(path)), { path, onDisk: true });
    const text = showsDiagnostics ? await readFile(path, "utf8").catch(() => "") : "";
    const { findings } = lintText({ path, text, config, port: sources.of(path) });
    yield { uri, version: null, diagnostics: findings.map((finding) => diagnosticOf(finding, client, own)), done };
  }
}
