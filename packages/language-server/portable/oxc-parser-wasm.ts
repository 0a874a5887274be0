import { instantiateNapiModuleSync } from "@emnapi/core";
import { getDefaultContext } from "@emnapi/runtime";
import type { ParseResult, ParserOptions } from "oxc-parser";
import { wrap } from "oxc-parser/src-js/wrap.js";
import { parserBytes } from "./parser-bytes.js";
import { wasiImports } from "./wasi-imports.js";

type ParseSync = (filename: string, text: string, options?: ParserOptions | null) => ParseResult;

let parser: ParseSync | undefined;

/** Stands in for `oxc-parser` where no native build can be shipped: the same parser, as WebAssembly. */
export function parseSync(filename: string, text: string, options?: ParserOptions | null): ParseResult {
  parser ??= start();
  try {
    return wrap(parser(filename, text, options));
  } catch (error) {
    // After a trap the instance is no longer sound; the next text gets a new one.
    if (error instanceof WebAssembly.RuntimeError) parser = undefined;
    throw error;
  }
}

function start(): ParseSync {
  const module = new WebAssembly.Module(parserBytes());
  const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65_536 });
  const { napiModule } = instantiateNapiModuleSync(module, {
    context: getDefaultContext(),
    asyncWorkPoolSize: 0,
    // The runtime wants an object to hand on; the functions themselves are given below.
    wasi: { wasiImport: wasiImports(memory), initialize: () => undefined, start: () => 0, getImportObject: () => ({}) },
    overwriteImports(imports) {
      const env = { ...imports.env, ...imports.napi, ...imports.emnapi, memory };
      return { ...imports, env: { ...refusals(module), ...env }, wasi_snapshot_preview1: wasiImports(memory) };
    },
    beforeInit({ instance }) {
      for (const [name, register] of Object.entries(instance.exports)) {
        if (name.startsWith("__napi_register__") && typeof register === "function") register();
      }
    },
  });
  return (napiModule.exports as { parseSync: ParseSync }).parseSync;
}

/** Answers for the functions behind asynchronous parsing, which nobody asks for: "generic failure". */
function refusals(module: WebAssembly.Module): Record<string, () => number> {
  const GENERIC_FAILURE = 9;
  return Object.fromEntries(
    WebAssembly.Module.imports(module)
      .filter(({ module: from, kind }) => from === "env" && kind === "function")
      .map(({ name }) => [name, () => GENERIC_FAILURE]),
  );
}
