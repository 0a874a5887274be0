import { CodeActionKind, type CodeAction, type Command } from "vscode-languageserver";
import { shownSpan } from "@agent-loop/engine";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { diagnosticOf } from "../diagnostics-of.js";
import { documentEdit } from "../document-edit.js";
import type { Client } from "../client.js";
import type { StartFeature } from "../feature.js";
import type { Linted } from "../linted-documents.js";
import { spanOf, touch } from "../ranges.js";
import { disableLine } from "./disable-line.js";
import { engineerThisLoop } from "./engineer-loop.js";
import { FIX_ALL, fixAll } from "./fix-all.js";

/** What the light bulb offers; every action carries its edit, made for the version at hand. */
export const codeActions: StartFeature = ({ client, connection, documents, linted }) => {
  connection.onCodeAction(async ({ textDocument, range, context: { only } }): Promise<(CodeAction | Command)[]> => {
    const document = documents.get(textDocument.uri);
    const found = document && (await linted.of(document));
    // An editor that knows no actions with edits can do nothing with ours.
    if (document === undefined || found === undefined || !client.takesLiterals) return [];
    if (documents.get(textDocument.uri)?.version !== found.version) return [];

    const wanted = (kind: string): boolean =>
      only === undefined || only.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));
    const span = spanOf(document, range);
    const here = {
      ...found,
      findings: found.findings.filter((finding) => touch(shownSpan(finding.span, found.input.text), span)),
    };
    return [
      ...(wanted(CodeActionKind.QuickFix)
        ? [...quickFixes(document, here, client), ...disableLine(document, here, client)]
        : []),
      ...(wanted(CodeActionKind.RefactorRewrite) ? engineerThisLoop(document, found, span, client) : []),
      // Only on demand: it changes more than the person is looking at.
      ...(only !== undefined && wanted(FIX_ALL) ? fixAll(document, found, client) : []),
    ];
  });

  return {
    capabilities: {
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL] },
    },
  };
};

/** Every suggestion of the findings, the best of each marked. */
function quickFixes(document: TextDocument, { findings, input }: Linted, client: Client): CodeAction[] {
  return findings.flatMap((finding) =>
    finding.suggestions.map(({ title, edits, preferred }) => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnosticOf(finding, document, input.path, client)],
      ...(client.marksPreferred && preferred && { isPreferred: true }),
      edit: documentEdit(document, edits, client),
    })),
  );
}
