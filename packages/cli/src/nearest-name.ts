/** The name that was probably meant; `undefined` when none is close. */
export function nearestName<const Name extends string>(given: string, names: readonly Name[]): Name | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name) }))
    .filter((each) => each.distance <= Math.max(1, Math.floor(each.name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** ` Did you mean "sarif"?`, or nothing. */
export function didYouMean(given: string, names: readonly string[]): string {
  const name = nearestName(given, names);
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
