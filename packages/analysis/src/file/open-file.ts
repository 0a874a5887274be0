import { readBindings } from "../bind/bindings.js";
import { readParameters } from "../bind/known-parameters.js";
import type { ImportedShapes } from "../bind/open-references.js";
import { catalogue, GLOBALS } from "../catalogue/catalogue.js";
import type { Project } from "../project/project.js";
import type { SourceFile } from "../project/source-port.js";
import type { AnalysisSettings } from "../settings.js";
import { readScopes } from "../syntax/scopes.js";
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
  /** How far its imports are followed. */
  readonly references: ImportedShapes;
}

/** Puts one file on the desk: its tree, its names, and what its imports stand for. */
export function openFile({ file, settings, versions: installed, project, references }: OpenFile): FileContext {
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
    versionOf,
    rowsOf,
  };
}
