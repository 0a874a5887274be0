import { statSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { analyse, type AnalysisSettings, type FileModel, type Program } from "@agent-loop/analysis";
import { DiskSources, posix, workspaceRoot } from "@agent-loop/disk";
import type { Rule } from "eslint";
import { typesOf } from "./types-of-program.js";

interface Reading {
  readonly settings: AnalysisSettings;
  readonly model: FileModel;
}

/** By tree: some hosts reuse one source object for all files, none reuses a tree. */
const readings = new WeakMap<object, Reading>();
const sources = new Map<string, DiskSources>();

/** The model of the file that is linted; all rules share one analysis of each version. */
export function modelOf(context: Rule.RuleContext, settings: AnalysisSettings): FileModel {
  const { ast, text } = context.sourceCode;
  const known = readings.get(ast);
  if (known?.settings === settings) return known.model;

  const port = sourcesFor(context);
  // Editors keep ESLint alive for hours: what was read of other files may have changed since.
  port.recheck();
  const path = posix(context.physicalFilename);
  // ESLint's own types know nothing of TypeScript's nodes; any parser that speaks them will do.
  const program = ast as unknown as Program;
  const types = typesOf(context);
  const model = analyse({ file: { path, text, program }, settings, port, ...(types && { types }) });
  readings.set(ast, { settings, model });
  return model;
}

function sourcesFor({ cwd, physicalFilename }: Rule.RuleContext): DiskSources {
  const folder = dirname(physicalFilename);
  const outside = isAbsolute(physicalFilename) && !folder.startsWith(cwd) && isFolder(folder);
  const root = workspaceRoot(outside ? folder : cwd);
  let known = sources.get(root);
  if (known === undefined) sources.set(root, (known = new DiskSources([root], { keptTrees: 0 })));
  return known;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
