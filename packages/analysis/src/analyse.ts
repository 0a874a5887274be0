import { readBindings } from "./bind/bindings.js";
import type { BindingsOutside } from "./bind/bindings.js";
import { catalogue } from "./catalogue/catalogue.js";
import { readParameters } from "./bind/known-parameters.js";
import { readOrigins } from "./flow/origins.js";
import { readAgentLoops } from "./loops/agent-loops.js";
import type { FileContext } from "./model/file-context.js";
import type { FileModel } from "./model/file-model.js";
import { readModelCalls } from "./model/model-calls.js";
import type { SourceFile, SourcePort } from "./project/source-port.js";
import type { AnalysisSettings } from "./settings.js";
import { readLayout } from "./syntax/read-layout.js";
import { readScopes } from "./syntax/scopes.js";
import { readTree } from "./syntax/tree.js";

export interface AnalysisInput {
  readonly file: SourceFile;
  readonly settings: AnalysisSettings;
  /** How other files are reached; without it only this file is read. */
  readonly port?: SourcePort;
}

/**
 * Reads the agent loops of one file, and every other fact that rules ask for.
 *
 * Never throws on user code: what cannot be read is `unknown`.
 */
export function analyse({ file, settings, port }: AnalysisInput): FileModel {
  const tree = readTree(file.program);
  const scopes = readScopes(file.program);
  const known = catalogue();
  const versions = new Map<string, string | undefined>();
  const versionOf = (packageName: string): string | undefined => {
    if (versions.has(packageName)) return versions.get(packageName);
    const name = known.packageOf(packageName) ?? packageName;
    const answer = port?.packageVersion(name, file.path);
    const version = answer?.state === "found" ? answer.value : undefined;
    versions.set(packageName, version);
    return version;
  };
  const outside: BindingsOutside = {
    isKnownPackage: (specifier) => known.packageOf(specifier) !== undefined,
    typeOfCall(name, path) {
      const type = known.findType(name, path, versionOf(name));
      return type && { name: type.packageName, path: type.path };
    },
    parametersOf: (name, path, place) => readParameters(known, versionOf(name), name, path, place),
    exportOf: () => ({ kind: "unknown" }),
    memberOf: () => ({ kind: "unknown" }),
    resultOf: () => ({ kind: "unknown" }),
    instanceOf: () => ({ kind: "unknown" }),
  };
  const bindings = readBindings(tree, scopes, outside);
  const context: FileContext = { file, settings, tree, scopes, bindings, catalogue: known, versionOf };
  const calls = readModelCalls(context);
  const origins = readOrigins(context, calls);
  const { loops, passed } = readAgentLoops({ context, calls, origins });
  return { path: file.path, loops: loops.map(({ loop }) => loop), passed, runs: [], effects: [], names: tree.names, layout: readLayout(tree, scopes), needs: [] };
}
