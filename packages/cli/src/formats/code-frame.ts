import type { Position } from "@agent-loop/engine";

const WIDEST = 120;
/** Lines shown before and after the marked one. */
const AROUND = 2;

/** The lines around a place with carets below it: an array of lines, the marked one among them. */
export function codeFrame(text: string, from: Position, to: Position): FrameLine[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const first = Math.max(from.line - AROUND, 1);
  const last = Math.min(from.line + AROUND, lines.length);
  const gutter = String(last).length;
  const frame: FrameLine[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? "";
    const marked = number === from.line;
    // A long line is shown from shortly before the place.
    const skipped = marked && from.column > WIDEST - 20 ? from.column - 40 : 0;
    const code = printable(line.slice(skipped, skipped + WIDEST));
    frame.push({
      kind: marked ? "marked" : "around",
      text: `${marked ? ">" : " "} ${String(number).padStart(gutter)} | ${code}`.trimEnd(),
    });
    if (!marked) continue;
    const start = from.column - 1 - skipped;
    const end = to.line === from.line ? to.column - 1 - skipped : line.length - skipped;
    const width = Math.max(1, Math.min(end, WIDEST) - start);
    frame.push({ kind: "carets", text: `  ${" ".repeat(gutter)} | ${" ".repeat(start)}${"^".repeat(width)}` });
  }
  return frame;
}

export interface FrameLine {
  readonly kind: "marked" | "around" | "carets";
  readonly text: string;
}

/** One column for each character, and nothing that a terminal would obey. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
  return text.replace(/\t/g, " ").replace(/[\u0000-\u001F\u007F-\u009F]/g, "\uFFFD");
}
