import { Positions, type FileFinding, type FileResult } from "@agent-loop/engine";

/**
 * The findings of an earlier text at their places in a later one, for while the code does not
 * parse. What was typed lies between the common beginning and the common end of the two texts;
 * findings there are dropped. Suggestions are left out: they were made for other text.
 */
export function shiftFindings({ text: before, findings }: FileResult, after: string): FileFinding[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;

  const changeEnd = before.length - end;
  const moved = after.length - before.length;
  const positions = new Positions(after);
  return findings.flatMap((finding) => {
    const { span } = finding;
    const isBefore = span.end <= start;
    if (!isBefore && span.start < changeEnd) return [];
    const shift = isBefore ? 0 : moved;
    const shifted = { start: span.start + shift, end: span.end + shift };
    return [
      {
        ...finding,
        span: shifted,
        from: positions.at(shifted.start),
        to: positions.at(shifted.end),
        related: [],
        suggestions: [],
      },
    ];
  });
}
