/** Lines shown before and after a change. */
const CONTEXT = 3;
/** Above this many changed lines a change is shown as one block. */
const MOST_CHANGES = 2_000;

interface Line {
  readonly kind: " " | "-" | "+";
  readonly text: string;
}

/** A unified diff that `git apply` and `patch` take; empty when nothing differs. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const lines = compare(splitLines(before), splitLines(after));
  const hunks = hunksOf(lines).map(({ from, to }) => printHunk(lines, from, to));
  return `--- a/${path}\n+++ b/${path}\n${hunks.join("")}`;
}

/** Lines with their line breaks, so that a missing last one shows. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(0, start).map((text): Line => ({ kind: " ", text })),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text): Line => ({ kind: " ", text })),
  ];
}

/** The shortest way from one text to the other, by Myers: quick where little differs, however long the texts are. */
function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  // For every number of changes, how far down `before` one gets on each diagonal (line of `before` less line of `after`).
  const reached: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let changes = 0; changes <= MOST_CHANGES; changes++) {
    reached.push(furthest);
    furthest = new Map(furthest);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let i = fromAbove(furthest, diagonal, changes)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (i < before.length && i - diagonal < after.length && before[i] === after[i - diagonal]) i++;
      furthest.set(diagonal, i);
      if (i >= before.length && i - diagonal >= after.length) return wayBack(before, after, reached);
    }
  }
  return [...before.map((text): Line => ({ kind: "-", text })), ...after.map((text): Line => ({ kind: "+", text }))];
}

/** Whether the best way onto a diagonal is by a line that is added; else it is by one that is taken away. */
function fromAbove(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  const added = furthest.get(diagonal + 1) ?? -1;
  const removed = furthest.get(diagonal - 1) ?? -1;
  return diagonal === -changes || (diagonal !== changes && removed < added);
}

function wayBack(
  before: readonly string[],
  after: readonly string[],
  reached: readonly ReadonlyMap<number, number>[],
): Line[] {
  const lines: Line[] = [];
  let i = before.length;
  let j = after.length;
  for (let changes = reached.length - 1; changes >= 0; changes--) {
    const furthest = reached[changes] ?? new Map<number, number>();
    const diagonal = i - j;
    const isAdded = fromAbove(furthest, diagonal, changes);
    const from = furthest.get(isAdded ? diagonal + 1 : diagonal - 1) ?? 0;
    const start = isAdded ? from : from + 1;
    while (i > start && j > 0) {
      lines.push({ kind: " ", text: before[--i] ?? "" });
      j--;
    }
    if (changes === 0) break;
    if (isAdded) lines.push({ kind: "+", text: after[--j] ?? "" });
    else lines.push({ kind: "-", text: before[--i] ?? "" });
  }
  return lines.reverse();
}

/** Stretches of lines round the changes; those that touch are one. */
function hunksOf(lines: readonly Line[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, { kind }] of lines.entries()) {
    if (kind === " ") continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function printHunk(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], without: Line["kind"]): number =>
    part.filter(({ kind }) => kind !== without).length;
  const before = lines.slice(0, from);
  const hunk = lines.slice(from, to);
  const range = (without: "+" | "-"): string => {
    const length = count(hunk, without);
    return `${count(before, without) + (length === 0 ? 0 : 1)},${length}`;
  };
  const body = hunk.map(
    ({ kind, text }) => `${kind}${text.endsWith("\n") ? text : `${text}\n\\ No newline at end of file\n`}`,
  );
  return `@@ -${range("+")} +${range("-")} @@\n${body.join("")}`;
}
