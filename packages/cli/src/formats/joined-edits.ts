import type { Edit } from "@agent-loop/engine";

/** The edits of a suggestion as one, from the first to the last of them; `undefined` when they overlap. */
export function oneEdit(edits: readonly Edit[], text: string): Edit | undefined {
  const [first, ...others] = inOrder(edits);
  return others.reduce<Edit | undefined>((joined, edit) => joined && join(joined, edit, text), first);
}

/** The edits in order; those that touch are one, for readers that would apply them one after the other. */
export function touchingJoined(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of inOrder(edits)) {
    const last = joined.at(-1);
    const one = last !== undefined && last.span.end === edit.span.start ? join(last, edit, "") : undefined;
    if (one === undefined) joined.push(edit);
    else joined.splice(-1, 1, one);
  }
  return joined;
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.span.start - b.span.start);
}

/** @param text what the offsets count in; what stands between the two is kept. */
function join(a: Edit, b: Edit, text: string): Edit | undefined {
  if (b.span.start < a.span.end) return undefined;
  return {
    span: { start: a.span.start, end: b.span.end },
    text: a.text + text.slice(a.span.end, b.span.start) + b.text,
  };
}
