import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

/** Folders that hold other people's or generated code, whatever the ignore files say. */
const NEVER = new Set(["node_modules", "dist", ".git", "coverage"]);

/** Ignore patterns of one folder, as git reads them. */
interface Layer {
  readonly folder: string;
  readonly patterns: Ignore;
}

/** Which paths below a folder are to be left out; a deeper folder's patterns have the last word. */
export class IgnoredPaths {
  readonly #layers: readonly Layer[];

  private constructor(layers: readonly Layer[]) {
    this.#layers = layers;
  }

  /** What the .gitignore files above `folder` leave out, as far up as its repository reaches. */
  static above(folder: string): IgnoredPaths {
    const layers: Layer[] = [];
    for (let current = folder; !existsSync(join(current, ".git"));) {
      const parent = dirname(current);
      if (parent === current) return new IgnoredPaths([]);
      current = parent;
      layers.unshift(...gitignoreOf(current));
    }
    return new IgnoredPaths(layers);
  }

  /** The same with the patterns that `folder` brings: its .gitignore, and those of its settings. */
  within(folder: string, patterns: readonly string[]): IgnoredPaths {
    const own = patterns.length === 0 ? [] : [{ folder, patterns: ignore().add(patterns) }];
    const added = [...gitignoreOf(folder), ...own];
    return added.length === 0 ? this : new IgnoredPaths([...this.#layers, ...added]);
  }

  has(path: string, isFolder: boolean): boolean {
    if (isFolder && NEVER.has(path.slice(path.lastIndexOf(sep) + 1))) return true;
    for (const { folder, patterns } of this.#layers.toReversed()) {
      const place = relative(folder, path).replaceAll(sep, "/");
      const { ignored, unignored } = patterns.test(isFolder ? `${place}/` : place);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

function gitignoreOf(folder: string): Layer[] {
  try {
    return [{ folder, patterns: ignore().add(readFileSync(join(folder, ".gitignore"), "utf8")) }];
  } catch {
    return [];
  }
}
