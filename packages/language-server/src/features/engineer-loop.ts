import { mendText, preferredSuggestion, type Span } from "@agent-loop/engine";
import { CodeActionKind, type CodeAction } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import { differenceOf, documentEdit } from "../document-edit.js";
import type { Linted } from "../linted-documents.js";
import { touch } from "../ranges.js";

/** Inserts every missing gate of the loop at hand at once. */
export function engineerLoop(document: TextDocument, { input, result }: Linted, at: Span, client: Client): CodeAction[] {
  const loop = result.model?.loops.find(({ head }) => touch(head, at));
  if (loop === undefined) return [];

  // Mends only ever add: what precedes and follows the loop keeps its distance from the ends of the text.
  const { start, end } = loop.shape.statement;
  const after = input.text.length - end;
  const { text, applied } = mendText(input, (finding, current) =>
    finding.span.start >= start && finding.span.end <= current.length - after ? preferredSuggestion(finding) : undefined,
  );
  if (applied.length < 2) return [];
  return [
    {
      title: `Engineer this loop: ${applied.map(({ suggestion }) => lowerFirst(suggestion.title)).join("; ")}`,
      kind: CodeActionKind.RefactorRewrite,
      edit: documentEdit(document, [differenceOf(input.text, text)], client),
    },
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
