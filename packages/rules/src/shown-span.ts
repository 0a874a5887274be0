import type { Span } from "@agent-loop/analysis";

/**
 * The part of a span that hosts mark: its first line.
 *
 * A finding about a loop stands on its head; marks under the whole body would only hide the code.
 */
export function shownSpan({ start, end }: Span, text: string): Span {
  const line = /[\n\r\u2028\u2029]/g;
  line.lastIndex = start;
  const lineEnd = line.exec(text)?.index ?? text.length;
  if (lineEnd >= end) return { start, end };
  const shown = text.slice(start, lineEnd).trimEnd().length;
  return { start, end: start + shown };
}
