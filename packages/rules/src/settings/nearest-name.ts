/** The known name that a mistyped one most likely stands for; `undefined` when none is close. */
export function nearestName<const Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const wanted = given.replace(/^agent-loop\//, "").toLowerCase();
  const [best] = known
    .map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
    .filter((each) => each.distance <= Math.max(1, Math.floor(each.name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** ` Did you mean "sarif"?`, to stand behind a sentence; nothing when no name is close. */
export function didYouMean(given: string, known: readonly string[]): string {
  const name = nearestName(given, known);
  return name === undefined ? "" : ` Did you mean "${name}"?`;
}

/** Letters to add, take away, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
