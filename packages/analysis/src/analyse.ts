import type { FileModel } from "./model/file-model.js";
import type { SourceFile, SourcePort } from "./project/source-port.js";
import type { AnalysisSettings } from "./settings.js";
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
export function analyse({ file }: AnalysisInput): FileModel {
  const tree = readTree(file.program);
  return { path: file.path, loops: [], passed: [], runs: [], effects: [], names: tree.names, needs: [] };
}
