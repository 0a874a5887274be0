import type { Span } from "@agent-loop/analysis";

/** The white space that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of the line without its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

/** Whether nothing stands before the offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** Where something new can stand above a statement: the comments right above it stay with it. */
export function aboveComments(text: string, offset: number): number {
  let start = lineStart(text, offset);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const line = text.slice(above, start).trim();
    if (/^\/\//.test(line) || (line.startsWith("/*") && line.endsWith("*/"))) {
      start = above;
      continue;
    }
    if (!line.endsWith("*/")) break;
    const open = text.lastIndexOf("/*", start);
    if (open < 0 || !startsLine(text, open)) break;
    start = lineStart(text, open);
  }
  return start + indentAt(text, start).length;
}

/** Behind a piece of code and the comment that follows it on its line, if only a comment follows. */
export function behindLine(text: string, offset: number): number {
  const rest = text.slice(offset, lineEnd(text, offset));
  return /^\s*(?:\/\/.*|\/\*[^*]*\*\/\s*)?$/.test(rest) ? offset + rest.trimEnd().length : offset;
}

/** A statement with the whole of its line, when it has the line for itself and ends a sentence before it. */
export function ownLine(text: string, { start, end }: Span): Span | undefined {
  if (!startsLine(text, start) || text.slice(end, lineEnd(text, end)).trim() !== "") return undefined;
  const before = text.slice(0, start).replace(/(?:\/\/[^\n]*|\/\*[^*]*\*\/|\s)+$/, "");
  if (!/[{};]$/.test(before)) return undefined;
  const next = text.indexOf("\n", end);
  return { start: lineStart(text, start), end: next < 0 ? text.length : next + 1 };
}

/** What stands between an element of a list and one that is put behind it: a new line, where the others have theirs. */
export function separatorBehind(text: string, at: number): string {
  const endsLine = /^,?[ \t]*(?:\/\/.*)?\r?$/m.exec(text.slice(at))?.index === 0;
  return endsLine ? `,${text.includes("\r\n") ? "\r\n" : "\n"}${indentAt(text, at)}` : ", ";
}
