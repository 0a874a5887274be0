/** Comparing dotted versions, as far as rows need it. */

function parts(version: string): readonly number[] {
  // Anything behind the numbers (`-beta.2`, `+build`) says nothing about what an API looks like.
  const numbers = /\d+(?:\.\d+)*/.exec(version)?.[0] ?? "";
  return numbers === "" ? [] : numbers.split(".").map(Number);
}

/** Compares on the parts that `limit` gives: `6` is equal to `6.49.1`. */
function compareOnGiven(version: readonly number[], limit: readonly number[]): number {
  for (const [i, part] of limit.entries()) {
    const difference = (version[i] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a row that holds from `since` to `until` holds for this version. */
export function covers(version: string, since: string | undefined, until: string | undefined): boolean {
  const given = parts(version);
  if (since !== undefined && compareOnGiven(given, parts(since)) < 0) return false;
  return until === undefined || compareOnGiven(given, parts(until)) <= 0;
}

export function isLater(version: string, other: string): boolean {
  return compareOnGiven(parts(version), parts(other)) > 0;
}

/** Whether `installed` is of a newer major than `checked`; below 1.0 the minor counts as one. */
export function isNewerMajor(installed: string, checked: string): boolean {
  const [major = 0, minor = 0] = parts(installed);
  const [checkedMajor = 0, checkedMinor = 0] = parts(checked);
  if (major !== checkedMajor) return major > checkedMajor;
  return major === 0 && minor > checkedMinor;
}
