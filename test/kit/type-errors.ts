import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface TypeErrors {
  /** Code and text of each error, sorted. */
  readonly errors: readonly string[];
  /** Modules that nobody could find: what comes from them is `any`, and unchecked. */
  readonly unresolved: readonly string[];
}

const UNRESOLVED = new Set([2307, 2792, 7016, 2875]);
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: false,
  jsx: ts.JsxEmit.Preserve,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** Type-checks texts as if they stood on the disk; the types of SDKs come from a folder that has them installed. */
export class TypeChecker {
  readonly #types: string | undefined;
  readonly #sources = new Map<string, ts.SourceFile | undefined>();
  readonly #host: ts.CompilerHost;
  #overlay: { path: string; text: string } = { path: "", text: "" };
  #previous: ts.Program | undefined;

  /** @param types a folder with `node_modules`. */
  constructor(types?: string) {
    this.#types = types !== undefined && existsSync(join(types, "node_modules")) ? types : undefined;
    const host = ts.createCompilerHost(OPTIONS);
    const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, OPTIONS);
    const { getSourceFile } = host;
    this.#host = {
      ...host,
      getSourceFile: (name, target) => {
        if (name === this.#overlay.path) return ts.createSourceFile(name, this.#overlay.text, target, true);
        if (!this.#sources.has(name)) this.#sources.set(name, getSourceFile.call(host, name, target));
        return this.#sources.get(name);
      },
      fileExists: (name) => name === this.#overlay.path || host.fileExists(name),
      readFile: (name) => (name === this.#overlay.path ? this.#overlay.text : host.readFile(name)),
      resolveModuleNameLiterals: (literals, containing, redirect, options) =>
        literals.map(({ text: name }) => {
          const own = ts.resolveModuleName(name, containing, options, host, cache, redirect);
          if (own.resolvedModule !== undefined || name.startsWith(".") || this.#types === undefined) return own;
          return ts.resolveModuleName(name, join(this.#types, "index.ts"), options, host, cache, redirect);
        }),
    };
  }

  check(path: string, text: string): TypeErrors {
    this.#overlay = { path, text };
    const types = this.#types === undefined ? {} : { typeRoots: [join(this.#types, "node_modules/@types")], types: ["node"] };
    const program = ts.createProgram({ rootNames: [path], options: { ...OPTIONS, ...types }, host: this.#host, ...(this.#previous && { oldProgram: this.#previous }) });
    this.#previous = program;
    const source = program.getSourceFile(path);
    const found = source === undefined ? [] : [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    const describe = ({ code, messageText }: ts.Diagnostic): string => `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    return {
      errors: found.filter(({ code }) => !UNRESOLVED.has(code)).map(describe).sort(),
      unresolved: found.filter(({ code }) => UNRESOLVED.has(code)).map(describe).sort(),
    };
  }
}

/** Errors of the second list that the first one does not have, as often. */
export function newErrors(before: readonly string[], after: readonly string[]): string[] {
  const known = [...before];
  return after.filter((error) => {
    const index = known.indexOf(error);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}
