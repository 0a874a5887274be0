import { existsSync, readdirSync } from "node:fs";
import type { Manifest, Manifests } from "./manifests.js";

/** Packages of a workspace lie near its root; deeper ones are fixtures and installed code. */
const DEEPEST = 4;
const SKIPPED = new Set(["node_modules", "dist", "build", "out", "coverage", "fixtures", "__fixtures__"]);
const SOURCE_EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/**
 * Finds the source of the packages of a workspace, also when nothing is built or installed: an
 * import of `@scope/name` leads to `dist/index.js` for Node, and to `src/index.ts` for us.
 */
export class WorkspacePackages {
  readonly #roots: readonly string[];
  readonly #manifests: Manifests;
  #byName: Map<string, Manifest> | undefined;

  constructor(roots: readonly string[], manifests: Manifests) {
    this.#roots = roots;
    this.#manifests = manifests;
  }

  clear(): void {
    this.#byName = undefined;
  }

  /** The source file behind a bare specifier, when a package of the workspace has that name. */
  source(specifier: string): string | undefined {
    const [name, subpath] = splitSpecifier(specifier);
    const manifest = this.#packages().get(name);
    if (manifest === undefined) return undefined;
    const targets = targetsOf(manifest, subpath);
    for (const target of targets) {
      const found = sourceBeside(manifest.folder, target);
      if (found !== undefined) return found;
    }
    return firstExisting(subpath === "." ? stems(manifest.folder, "index") : stems(manifest.folder, subpath.slice(2)));
  }

  /** The source that a built file of the workspace was made from; `undefined` when none can be found. */
  sourceOfBuilt(path: string): string | undefined {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (this.#manifests.in(folder) === undefined) continue;
      return sourceBeside(folder, path.slice(end + 1));
    }
    return undefined;
  }

  #packages(): ReadonlyMap<string, Manifest> {
    if (this.#byName !== undefined) return this.#byName;
    const byName = new Map<string, Manifest>();
    for (const root of this.#roots) this.#collect(root.replace(/\/$/, ""), 0, byName);
    this.#byName = byName;
    return byName;
  }

  #collect(folder: string, depth: number, byName: Map<string, Manifest>): void {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    if (entries.some((entry) => entry.name === "package.json")) {
      const manifest = this.#manifests.in(folder);
      if (manifest?.name !== undefined && !byName.has(manifest.name)) byName.set(manifest.name, manifest);
    }
    if (depth === DEEPEST) return;
    for (const entry of entries) {
      // Links are not followed: a workspace package has one home, and links can go in circles.
      if (!entry.isDirectory() || entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      this.#collect(`${folder}/${entry.name}`, depth + 1, byName);
    }
  }
}

/** `@scope/name/client` → `@scope/name` and `./client`; `name` → `name` and `.`. */
function splitSpecifier(specifier: string): [name: string, subpath: string] {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  const rest = parts.slice(length).join("/");
  return [parts.slice(0, length).join("/"), rest === "" ? "." : `./${rest}`];
}

function targetsOf(manifest: Manifest, subpath: string): readonly string[] {
  const exact = manifest.entries.get(subpath);
  if (exact !== undefined) return exact;
  for (const [pattern, targets] of manifest.entries) {
    const star = pattern.indexOf("*");
    if (star < 0 || !subpath.startsWith(pattern.slice(0, star)) || !subpath.endsWith(pattern.slice(star + 1))) continue;
    const filled = subpath.slice(star, subpath.length - (pattern.length - star - 1));
    return targets.map((target) => target.replaceAll("*", filled));
  }
  return [];
}

/** Looks for `dist/esm/a.js` at `src/a.ts`, `lib/a.ts`, … and at its own place. */
function sourceBeside(folder: string, target: string): string | undefined {
  const parts = target
    .replace(/^\.\//, "")
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "")
    .split("/");
  const candidates: string[] = [];
  for (let built = 0; built < Math.min(parts.length, 3); built++) {
    const stem = parts.slice(built).join("/");
    candidates.push(...extensionsOf(built === 0 ? `${folder}/${stem}` : `${folder}/src/${stem}`));
  }
  // `dist/src/a.js` comes from `src/a.ts`.
  if (parts.length > 2) candidates.push(...extensionsOf(`${folder}/${parts.slice(1).join("/")}`));
  return firstExisting(candidates.filter((candidate) => !/\/(?:dist|build)\//.test(candidate.slice(folder.length))));
}

function stems(folder: string, stem: string): readonly string[] {
  return [`${folder}/src/${stem}`, `${folder}/${stem}`, `${folder}/src/${stem}/index`].flatMap(extensionsOf);
}

function extensionsOf(stem: string): readonly string[] {
  return SOURCE_EXTENSIONS.map((extension) => `${stem}.${extension}`);
}

function firstExisting(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}
