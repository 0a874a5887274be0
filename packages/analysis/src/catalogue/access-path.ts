/**
 * Access paths are compared segment by segment: `OpenAI#.chat.completions.create` has four.
 * The first segment, the root, is an export, perhaps with `#` (an instance of it) or `()` (what it returns).
 */
export function segmentsOf(path: string): readonly string[] {
  return path.split(".");
}

export function isPattern(path: string): boolean {
  return path.includes("*");
}

/** A pattern as a test on paths: `*` stands for one segment or, beside letters, for the rest of one, `**` for any number of segments. */
export function patternTest(pattern: string): (path: string) => boolean {
  const source = segmentsOf(pattern)
    .map((segment) => {
      if (segment === "**") return "(?:\\.[^.]+)*";
      if (segment === "*") return "\\.[^.]+";
      return "\\." + segment.replace(/[\\^$+?()[\]{}|]/g, "\\$&").replaceAll("*", "[^.]*");
    })
    .join("");
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(`.${path}`);
}

/** Splits the root into the export's name and what stands behind it: `Agent#` into `Agent` and `#`. */
export function splitRoot(segment: string): { readonly name: string; readonly suffix: string } {
  const end = segment.search(/[#(]/);
  return end < 0 ? { name: segment, suffix: "" } : { name: segment.slice(0, end), suffix: segment.slice(end) };
}

/** Splits `other-package:path`; a path that names no package belongs to `packageName`. */
export function splitPackage(
  type: string,
  packageName: string,
): { readonly packageName: string; readonly path: string } {
  // Access paths hold no colon, and package names may (`node:fs`), so the last one divides the two.
  const colon = type.lastIndexOf(":");
  return colon < 0 ? { packageName, path: type } : { packageName: type.slice(0, colon), path: type.slice(colon + 1) };
}
