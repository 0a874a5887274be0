import { sep } from "node:path";

/** Paths of the analysis have `/` between their parts on every system. */
export function posix(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
