import type { FileModel } from "@agent-loop/analysis";

/** The first of some names that `isTaken` does not know, or the first one with a number. */
export function firstFree(wanted: readonly [string, ...string[]], isTaken: (name: string) => boolean): string {
  const free = wanted.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number++) if (!isTaken(`${wanted[0]}${number}`)) return `${wanted[0]}${number}`;
}

/** The first of some names that nothing in the file has. */
export function freeNameIn({ names }: FileModel, ...wanted: readonly [string, ...string[]]): string {
  return firstFree(wanted, (name) => names.has(name));
}
