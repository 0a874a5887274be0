import { ResolverFactory } from "oxc-resolver";
import type { NapiResolveOptions } from "oxc-resolver";
import { PathAliases } from "./path-aliases.js";
import { posix } from "./posix-path.js";
import type { WorkspacePackages } from "./workspace-packages.js";

/** How long the resolver may believe what it has seen of the disk, in milliseconds. */
const MEMORY = 1000;

const OPTIONS: NapiResolveOptions = {
  extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"],
  extensionAlias: {
    ".js": [".ts", ".tsx", ".js", ".jsx"],
    ".jsx": [".tsx", ".jsx"],
    ".mjs": [".mts", ".mjs"],
    ".cjs": [".cts", ".cjs"],
  },
  conditionNames: ["source", "import", "require", "node", "default"],
  mainFields: ["source", "module", "main"],
  builtinModules: true,
};

/** Finds the file of the workspace that an import leads to. */
export class ModuleResolver {
  readonly #factory: ResolverFactory = new ResolverFactory({ ...OPTIONS, tsconfig: "auto" });
  /** Made when it is first needed. */
  #plainFactory: ResolverFactory | undefined;
  readonly #aliases = new PathAliases();
  readonly #packages: WorkspacePackages;
  readonly #isInside: (path: string) => boolean;
  /** By the folder of the file that imports, then by specifier: files beside each other import the same. */
  readonly #resolved = new Map<string, Map<string, string | undefined>>();
  #since: number = performance.now();

  constructor(packages: WorkspacePackages, isInside: (path: string) => boolean) {
    this.#packages = packages;
    this.#isInside = isInside;
  }

  /** Forgets what was resolved, when that is old enough to be wrong. */
  refresh(): void {
    if (performance.now() - this.#since > MEMORY) this.clear();
  }

  clear(): void {
    this.#resolved.clear();
    this.#packages.clear();
    this.#aliases.clear();
    this.#plainFactory?.clearCache();
    this.#factory.clearCache();
    this.#since = performance.now();
  }

  /** The absolute path of the file, or `undefined` when it lies outside of the workspace or nowhere. */
  resolve(specifier: string, from: string): string | undefined {
    const folder = from.slice(0, from.lastIndexOf("/"));
    let known = this.#resolved.get(folder);
    if (known === undefined) this.#resolved.set(folder, (known = new Map<string, string | undefined>()));
    if (!known.has(specifier)) known.set(specifier, this.#find(specifier, from));
    return known.get(specifier);
  }

  #find(specifier: string, from: string): string | undefined {
    const { path: configured, builtin, error } = this.#factory.resolveFileSync(from, specifier);
    if (builtin !== undefined) return undefined;
    const path =
      configured ?? (error !== undefined && /tsconfig/i.test(error) ? this.#findPlainly(specifier, from) : undefined);
    if (path === undefined) return isBare(specifier) ? this.#packages.source(specifier) : undefined;
    const found = posix(path);
    if (!this.#isInside(found)) return undefined;
    // Only declarations or built code: the source says more.
    if (/\.d\.[cm]?ts$/.test(found) || /\/(?:dist|build)\//.test(found))
      return this.#packages.sourceOfBuilt(found) ?? found;
    return found;
  }

  /** The way when the configuration of the project cannot be loaded, as in a checkout without `node_modules`. */
  #findPlainly(specifier: string, from: string): string | undefined {
    const factory = (this.#plainFactory ??= new ResolverFactory(OPTIONS));
    for (const candidate of [specifier, ...this.#aliases.targets(specifier, from)]) {
      const { path, builtin } = factory.resolveFileSync(from, candidate);
      if (path !== undefined && builtin === undefined) return path;
    }
    return undefined;
  }
}

function isBare(specifier: string): boolean {
  return /^(?:@[^/]+\/)?[A-Za-z0-9_-]/.test(specifier);
}
