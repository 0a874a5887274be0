import * as files from "node:fs";
import { builtinModules } from "node:module";
import { dirname } from "node:path";
import { CachedInputFileSystem, ResolverFactory as Enhanced, type ResolveOptions, type Resolver } from "enhanced-resolve";

/** The options that the module resolver of `@agent-loop/disk` sets. */
interface Options extends Pick<ResolveOptions, "extensions" | "extensionAlias" | "conditionNames" | "mainFields"> {
  readonly tsconfig: "auto";
  readonly builtinModules: true;
}

interface Resolved {
  readonly path?: string;
  readonly builtin?: { readonly resolved: string };
  readonly error?: string;
}

const SECONDS_KEPT = 4;

/** Stands in for `oxc-resolver` where no native build can be shipped: the resolver that it is modelled on. */
export class ResolverFactory {
  readonly #options: Omit<Options, "tsconfig" | "builtinModules">;
  readonly #files = new CachedInputFileSystem(files, SECONDS_KEPT * 1000);
  readonly #byTsconfig = new Map<string, Resolver>();
  readonly #tsconfigs = new Map<string, string>();

  constructor({ tsconfig: _auto, builtinModules: _known, ...options }: Options) {
    this.#options = options;
  }

  clearCache(): void {
    this.#files.purge();
    this.#byTsconfig.clear();
    this.#tsconfigs.clear();
  }

  resolveFileSync(from: string, specifier: string): Resolved {
    if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return { builtin: { resolved: specifier } };
    const folder = dirname(from);
    try {
      const path = this.#resolverFor(folder).resolveSync({}, folder, specifier);
      return typeof path === "string" ? { path: path.replace(/[?#].*$/, "") } : {};
    } catch (error) {
      return { error: String(error) };
    }
  }

  #resolverFor(folder: string): Resolver {
    const tsconfig = this.#tsconfigOf(folder);
    let resolver = this.#byTsconfig.get(tsconfig);
    if (resolver === undefined) {
      resolver = Enhanced.createResolver({
        ...this.#options,
        fileSystem: this.#files,
        useSyncFileSystemCalls: true,
        ...(tsconfig !== "" && { tsconfig: { configFile: tsconfig, references: "auto" } }),
      });
      this.#byTsconfig.set(tsconfig, resolver);
    }
    return resolver;
  }

  /** The nearest tsconfig.json at or above a folder; empty when there is none. */
  #tsconfigOf(folder: string): string {
    let found = this.#tsconfigs.get(folder);
    if (found === undefined) {
      const here = `${folder.replace(/\/$/, "")}/tsconfig.json`;
      if (files.existsSync(here)) found = here;
      else found = dirname(folder) === folder ? "" : this.#tsconfigOf(dirname(folder));
      this.#tsconfigs.set(folder, found);
    }
    return found;
  }
}
