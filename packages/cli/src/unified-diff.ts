/** Lines shown before and after a change. */
const CONTEXT = 3;
/** Above this many pairs of lines a change is shown as one block. */
const MOST_PAIRS = 4_000_000;

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

/** The longest common subsequence, by the book. */
function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const removed = before.map((text): Line => ({ kind: "-", text }));
  const added = after.map((text): Line => ({ kind: "+", text }));
  if (before.length * after.length > MOST_PAIRS) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: " ", text: old });
      i++;
      j++;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "-", text: old });
      i++;
    } else if (fresh !== undefined) {
      lines.push({ kind: "+", text: fresh });
      j++;
    }
  }
  return lines;
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
