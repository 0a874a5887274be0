/** How `canonical` reads a value. */
export interface CanonicalOptions {
  /** Fields that are left out at every depth: by exact name, or by a pattern. */
  readonly ignore?: readonly (string | RegExp)[];
  /** How a text is written. Default: as it is. */
  readonly text?: (text: string) => string;
}

/**
 * Writes a value as one text, so that values that mean the same are written the same: object keys, Map entries and
 * Set members in order at every depth, `undefined` fields left out as JSON does. Never throws on a cyclic value.
 */
export function canonical(value: unknown, options: CanonicalOptions = {}): string {
  const { ignore = [], text = (same: string): string => same } = options;
  const ignored = (key: string): boolean =>
    ignore.some((name) => (typeof name === "string" ? name === key : key.search(name) >= 0));
  const open: object[] = []; // the objects that we are inside of

  const write = (part: unknown): string => {
    if (typeof part === "string") return JSON.stringify(text(part));
    if (typeof part === "bigint") return `${part}n`;
    if (typeof part !== "object" || part === null) return Object.is(part, -0) ? "0" : String(part);
    const depth = open.indexOf(part);
    if (depth >= 0) return `^${open.length - depth}`;
    open.push(part);
    const written = writeObject(part);
    open.pop();
    return written;
  };
  const writeObject = (part: object): string => {
    if (Array.isArray(part)) return `[${part.map(write).join()}]`;
    if (part instanceof Map)
      return `Map{${[...part]
        .map(([key, item]) => `${write(key)}:${write(item)}`)
        .sort()
        .join()}}`;
    if (part instanceof Set) return `Set{${[...part].map(write).sort().join()}}`;
    if (hasToJson(part)) return write(part.toJSON());
    const fields = Object.entries(part).filter(([key, item]) => item !== undefined && !ignored(key));
    return `{${fields
      .sort(byKey)
      .map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`)
      .join()}}`;
  };
  return write(value);
}

function hasToJson(part: object): part is { toJSON(): unknown } {
  return "toJSON" in part && typeof part.toJSON === "function";
}

/** By code unit and not by locale: the order must be the same on every machine. */
function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
