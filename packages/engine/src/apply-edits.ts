import type { Edit } from "@agent-loop/rules";

/** The text after the edits of one suggestion; `undefined` when they overlap. Insertions at one place keep their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string | undefined {
  let result = "";
  let at = 0;
  for (const { span, text: replacement } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    if (span.start < at) return undefined;
    result += text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return result + text.slice(at);
}
