import { readFileSync } from "node:fs";

interface Aliases {
  /** The folder that targets start from. */
  readonly base: string;
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

/**
 * The `paths` of a project's own configuration, read without what it extends.
 *
 * A fresh checkout has no `node_modules`, and a configuration that extends a package cannot be
 * loaded as a whole then; what it says itself still leads to the files of the project.
 */
export class PathAliases {
  readonly #byFolder = new Map<string, Aliases | undefined>();

  clear(): void {
    this.#byFolder.clear();
  }

  /** Absolute paths, without extension, that a specifier may stand for. */
  targets(specifier: string, from: string): readonly string[] {
    const aliases = this.#of(from.slice(0, from.lastIndexOf("/")));
    if (aliases === undefined) return [];
    for (const [pattern, targets] of aliases.paths) {
      const filled = fill(pattern, specifier);
      if (filled !== undefined)
        return targets.map((target) =>
          joined(
            aliases.base,
            target.replace("*", () => filled),
          ),
        );
    }
    return [];
  }

  #of(folder: string): Aliases | undefined {
    if (folder === "") return undefined;
    if (!this.#byFolder.has(folder)) {
      const own = readAliases(folder, "tsconfig.json") ?? readAliases(folder, "jsconfig.json");
      this.#byFolder.set(folder, own ?? this.#of(folder.slice(0, folder.lastIndexOf("/"))));
    }
    return this.#byFolder.get(folder);
  }
}

function fill(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (specifier.length < before.length + after.length || !specifier.startsWith(before) || !specifier.endsWith(after))
    return undefined;
  return specifier.slice(before.length, specifier.length - after.length);
}

function joined(base: string, target: string): string {
  if (target.startsWith("/")) return target;
  const parts = base.split("/");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function readAliases(folder: string, name: string): Aliases | undefined {
  try {
    const config: unknown = JSON.parse(withoutComments(readFileSync(`${folder}/${name}`, "utf8")));
    const options = propertyOf(config, "compilerOptions");
    const paths = propertyOf(options, "paths");
    const baseUrl = propertyOf(options, "baseUrl");
    const found = typeof paths === "object" && paths !== null ? Object.entries(paths) : [];
    return {
      base: typeof baseUrl === "string" ? joined(folder, baseUrl) : folder,
      paths: found.map(([pattern, targets]) => [
        pattern,
        Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
      ]),
    };
  } catch {
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Comments and trailing commas are allowed in these files; strings keep what looks like one. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*[}\]])/g,
    (_, string: string | undefined) => string ?? "",
  );
}
