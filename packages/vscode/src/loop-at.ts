import type { LoopViewResult, ViewedLoop } from "agent-loop-language-server";

interface Place {
  readonly line: number;
  readonly character: number;
}

/** The index of the innermost loop round a place; -1 when none is. */
export function loopAt({ loops }: LoopViewResult, place: Place): number {
  let found = -1;
  loops.forEach((loop, index) => {
    const best = loops[found];
    if (holds(loop, place) && (best === undefined || isWithin(loop, best))) found = index;
  });
  return found;
}

function holds({ head, range }: ViewedLoop, place: Place): boolean {
  return [head, range].some(({ start, end }) => !isBefore(place, start) && !isBefore(end, place));
}

function isWithin(inner: ViewedLoop, outer: ViewedLoop): boolean {
  return !isBefore(inner.range.start, outer.range.start) && !isBefore(outer.range.end, inner.range.end);
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
