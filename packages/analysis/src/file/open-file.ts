import { readBindings } from "../bind/bindings.js";
import { readParameters } from "../bind/known-parameters.js";
import type { ImportedShapes } from "../bind/open-references.js";
import type { TypeSource } from "../bind/type-source.js";
import { catalogue, GLOBALS } from "../catalogue/catalogue.js";
import type { Project } from "../project/project.js";
import type { SourceFile } from "../project/source-port.js";
import type { AnalysisSettings } from "../settings.js";
import { readScopes } from "../syntax/scopes.js";
import type { Node } from "../syntax/node.js";
import { readTree } from "../syntax/tree.js";
import type { Row } from "../catalogue/schema.js";
import type { FileContext, FoundRow } from "./file-context.js";

export interface VersionSource {
  /** The installed version of a package as seen from a file. */
  versionOf(packageName: string, from: string): string | undefined;
}

export interface OpenFile {
  readonly file: SourceFile;
  readonly settings: AnalysisSettings;
  /** Who knows which versions are installed. */
  readonly versions: VersionSource | undefined;
  readonly project: Project | undefined;
  /** The type checker of the host, where it has one. */
  readonly types?: TypeSource | undefined;
  /** How far its imports are followed. */
  readonly references: ImportedShapes;
}

/** Puts one file on the desk: its tree, its names, and what its imports stand for. */
export function openFile({ file, settings, versions: installed, project, types, references }: OpenFile): FileContext {
  const tree = readTree(file.program);
  const scopes = readScopes(file.program);
  const known = catalogue();
  const versions = new Map<string, string | undefined>();

  function versionOf(packageName: string): string | undefined {
    if (versions.has(packageName)) return versions.get(packageName);
    const version = installed?.versionOf(known.packageOf(packageName) ?? packageName, file.path);
    versions.set(packageName, version);
    return version;
  }

  const rows = new Map<string, Map<string, readonly FoundRow<Row>[]>>();

  /** Every fact asks for the rows of every call; there are far fewer paths than such questions. */
  function rowsOf(packageName: string, path: string): readonly FoundRow<Row>[] {
    let ofPackage = rows.get(packageName);
    if (ofPackage === undefined) rows.set(packageName, (ofPackage = new Map<string, readonly FoundRow<Row>[]>()));
    let found = ofPackage.get(path);
    if (found === undefined) {
      // Nobody installs the platform, and of a package that has no rows the version does not matter.
      const isInstalled = packageName !== GLOBALS && known.packageOf(packageName) !== undefined;
      const { rows: all, certain } = known.findRows(
        packageName,
        path,
        isInstalled ? versionOf(packageName) : undefined,
      );
      ofPackage.set(path, (found = all.map((row) => ({ row, packageName, path, certain }))));
    }
    return found;
  }

  /** The access path of a member, as far as a row speaks of it, of whatever the type is or extends. */
  function pathByType(
    checker: TypeSource,
    node: Node,
    members: readonly string[],
  ): { readonly name: string; readonly path: string } | undefined {
    for (const { packageName, name, isInstance } of checker.declarationsOf(node)) {
      const path = [isInstance ? `${name}#` : name, ...members].join(".");
      if (known.packageOf(packageName) !== undefined && rowsOf(packageName, path).length > 0)
        return { name: packageName, path };
    }
    return undefined;
  }

  const bindings = readBindings(tree, scopes, {
    text: file.text,
    isKnownPackage: (specifier) => known.packageOf(specifier) !== undefined,
    typeOfCall(name, path) {
      const type = known.findType(name, path, versionOf(name));
      return type && { name: type.packageName, path: type.path };
    },
    handedBack(name, path) {
      for (const { row } of rowsOf(name, path)) if (row.kind === "wraps") return Number(row.of);
      return undefined;
    },
    parametersOf: (name, path, place) => readParameters(known, versionOf(name), name, path, place),
    hasRows: (name, path) => rowsOf(name, path).length > 0,
    pathByType: types && ((node, members) => pathByType(types, node, members)),
    ...references,
  });
  return {
    file,
    settings,
    tree,
    scopes,
    bindings,
    catalogue: known,
    project,
    hasContracts: file.text.includes("@agentLoop"),
    hasSignals: file.text.includes("AbortSignal"),
    hasGetters: /\bget\s+[\w#$["']/.test(file.text),
    versionOf,
    rowsOf,
  };
}
