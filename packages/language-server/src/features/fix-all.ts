import { mendText, preferredSuggestion } from "@agent-loop/engine";
import { CodeActionKind, type CodeAction } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import { differenceOf, documentEdit } from "../document-edit.js";
import type { Linted } from "../linted-documents.js";

export const FIX_ALL: string = `${CodeActionKind.SourceFixAll}.agentLoop`;

/** Mends, in the whole document, what the rules report that the person has opted in for. */
export function fixAll(document: TextDocument, { input, settings }: Linted, client: Client): CodeAction[] {
  if (settings.fixAll.length === 0) return [];
  const { text, applied } = mendText(input, (finding) =>
    settings.fixAll.includes(finding.rule) ? preferredSuggestion(finding) : undefined,
  );
  if (applied.length === 0) return [];
  return [
    {
      title: "Mend what agent-loop is allowed to mend",
      kind: FIX_ALL,
      edit: documentEdit(document, [differenceOf(input.text, text)], client),
    },
  ];
}
