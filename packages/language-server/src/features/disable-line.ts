import { CodeActionKind, type CodeAction } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import { diagnosticOf } from "../diagnostics-of.js";
import { documentEdit } from "../document-edit.js";
import type { Linted } from "../linted-documents.js";

/** Silences a finding with a comment above its line, which asks for the reason. */
export function disableLine(document: TextDocument, { findings, input }: Linted, client: Client): CodeAction[] {
  return findings.map((finding) => {
    const line = document.offsetAt({ line: document.positionAt(finding.span.start).line, character: 0 });
    const indent = /^[^\S\r\n]*/.exec(input.text.slice(line, line + 400))?.[0] ?? "";
    const end = input.text.includes("\r\n") ? "\r\n" : "\n";
    const comment = `${indent}// eslint-disable-next-line agent-loop/${finding.rule} -- TODO: say why this is fine${end}`;
    return {
      title: `Disable ${finding.rule} for this line`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnosticOf(finding, document, input.path, client)],
      edit: documentEdit(document, [{ span: { start: line, end: line }, text: comment }], client),
    };
  });
}
