import { createHash } from "node:crypto";
import {
  DiagnosticRefreshRequest,
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { tellOnly } from "../asking.js";
import { diagnosticOf } from "../diagnostics-of.js";
import type { StartFeature } from "../feature.js";
import { checkWorkspace } from "../workspace-check.js";

/** Answers editors that ask for the diagnostics of a document or of the whole workspace. */
export const pullDiagnostics: StartFeature = (context) => {
  const { client, connection, documents, linted } = context;
  if (!client.pullsDiagnostics) return { capabilities: {} };

  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    if (document === undefined || found === undefined || !found.settings.showsDiagnostics)
      return report([], previousResultId);
    return report(
      found.findings.map((finding) => diagnosticOf(finding, document, found.input.path, client)),
      previousResultId,
    );
  });

  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, progress, partial) => {
    const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    progress.begin("agent-loop", 0, undefined, true);
    try {
      for await (const { uri, version, diagnostics, done } of checkWorkspace(context, token)) {
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
    capabilities: {
      diagnosticProvider: {
        identifier: "agent-loop",
        interFileDependencies: true,
        workspaceDiagnostics: true,
        workDoneProgress: true,
      },
    },
    refresh: () => {
      if (client.refreshesDiagnostics) tellOnly(connection.sendRequest(DiagnosticRefreshRequest.type));
    },
  };
};

/** A full report, or the word that nothing has changed since the one before. */
function report(items: Diagnostic[], previousResultId: string | undefined): DocumentDiagnosticReport {
  const resultId = createHash("sha1").update(JSON.stringify(items)).digest("hex");
  if (resultId === previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}
