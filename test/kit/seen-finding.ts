/** A finding as every host can show it; hosts must agree on all of it. */
export interface SeenFinding {
  readonly rule: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  /** `line:column-line:column`, all counted from 1. */
  readonly place: string;
  readonly line: number;
  /** Title and resulting text of each suggestion. */
  readonly mends: readonly { readonly title: string; readonly result: string }[];
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after edits that do not overlap; insertions at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new Error(`Edits overlap at offset ${start}.`);
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** In one order, whatever order the host gave. */
export function inOrder(findings: readonly SeenFinding[]): SeenFinding[] {
  const key = ({ place, rule, message }: SeenFinding): string => `${place.replace(/\d+/g, (n) => n.padStart(6, "0"))} ${rule} ${message}`;
  return findings.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
