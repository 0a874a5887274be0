import { isAbsolute, relative } from "node:path";

/** A path as seen from a folder, with `/` between the parts; what lies outside of it is told in full. */
export function shownPath(path: string, folder: string): string {
  const inside = relative(folder, path);
  return (inside.startsWith("..") || isAbsolute(inside) ? path : inside).replaceAll("\\", "/");
}
