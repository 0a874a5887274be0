import type { Edit } from "@agent-loop/engine";
import type { WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "./client.js";
import { rangeOf } from "./ranges.js";

/** Edits of one document, bound to its version where the editor understands that. */
export function documentEdit(document: TextDocument, edits: readonly Edit[], client: Client): WorkspaceEdit {
  const { uri, version } = document;
  const textEdits = edits.map(({ span, text }) => ({ range: rangeOf(document, span), newText: text }));
  return client.takesVersionedEdits
    ? { documentChanges: [{ textDocument: { uri, version }, edits: textEdits }] }
    : { changes: { [uri]: textEdits } };
}

/** The one edit that turns a text into another: what differs between their common beginning and end. */
export function differenceOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { span: { start, end: before.length - end }, text: after.slice(start, after.length - end) };
}
