import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The parts of a package.json that say what a package is and where its code lies. */
export interface Manifest {
  /** Folder of the manifest, with `/` between the parts. */
  readonly folder: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** Version ranges by package name, of all kinds of dependencies. */
  readonly ranges: ReadonlyMap<string, string>;
  /** Targets of entry points by subpath: `.`, `./client`; every file a condition may lead to. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** Reads package.json files, each once until `clear` is called. */
export class Manifests {
  readonly #read = new Map<string, Manifest | undefined>();
  readonly #versions = new Map<string, string | undefined>();

  clear(): void {
    this.#read.clear();
    this.#versions.clear();
  }

  /** The manifest in `folder`, or `undefined` when there is none that can be read. */
  in(folder: string): Manifest | undefined {
    if (!this.#read.has(folder)) this.#read.set(folder, readManifest(folder));
    return this.#read.get(folder);
  }

  /** The version that is installed for files in `folder`; without one, the lowest that is asked for. */
  version(name: string, folder: string): string | undefined {
    const key = `${name} ${folder}`;
    if (!this.#versions.has(key))
      this.#versions.set(key, this.#installedVersion(name, folder) ?? this.#declaredVersion(name, folder));
    return this.#versions.get(key);
  }

  #installedVersion(name: string, folder: string): string | undefined {
    for (const current of upwards(folder)) {
      const version = this.in(`${current === "/" ? "" : current}/node_modules/${name}`)?.version;
      if (version !== undefined) return version;
    }
    return undefined;
  }

  /** The lowest version that the nearest manifest with a range for the package admits: `^4.1.0` → `4.1.0`. */
  #declaredVersion(name: string, folder: string): string | undefined {
    for (const current of upwards(folder)) {
      const range = this.in(current)?.ranges.get(name);
      if (range !== undefined) return /^(?:npm:.*@)?[\^~>=v\s]*(\d+(?:\.\d+)*)/.exec(range)?.[1];
    }
    return undefined;
  }
}

function* upwards(folder: string): Iterable<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

function readManifest(folder: string): Manifest | undefined {
  const path = `${folder}/package.json`;
  // Most folders have none, and asking costs less than a failure.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isRecord(content)) return undefined;
    const ranges = new Map<string, string>();
    for (const kind of ["peerDependencies", "optionalDependencies", "devDependencies", "dependencies"]) {
      const group = content[kind];
      if (!isRecord(group)) continue;
      for (const [name, range] of Object.entries(group)) if (typeof range === "string") ranges.set(name, range);
    }
    return {
      folder,
      name: typeof content["name"] === "string" ? content["name"] : undefined,
      version: typeof content["version"] === "string" ? content["version"] : undefined,
      ranges,
      entries: readEntries(content),
    };
  } catch {
    return undefined;
  }
}

function readEntries(manifest: Record<string, unknown>): Map<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>();
  const { exports } = manifest;
  if (isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."))) {
    for (const [subpath, target] of Object.entries(exports)) entries.set(subpath, targetsOf(target));
  } else if (exports !== undefined) {
    entries.set(".", targetsOf(exports));
  } else {
    entries.set(".", [manifest["module"], manifest["main"], manifest["types"]].flatMap(targetsOf));
  }
  return entries;
}

function targetsOf(target: unknown): readonly string[] {
  if (typeof target === "string") return [target];
  if (Array.isArray(target)) return target.flatMap(targetsOf);
  return isRecord(target) ? Object.values(target).flatMap(targetsOf) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
