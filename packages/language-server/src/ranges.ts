import type { Position as FilePosition, Span } from "@agent-loop/engine";
import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** The protocol counts from 0. */
export function rangeBetween(from: FilePosition, to: FilePosition): Range {
  return {
    start: { line: from.line - 1, character: from.column - 1 },
    end: { line: to.line - 1, character: to.column - 1 },
  };
}

export function spanOf(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

/** Whether two stretches share a place; an empty one counts where it stands. */
export function touch(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
