import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { printModel } from "@agent-loop/analysis";
import { DiskSources, isSourcePath, posix, workspaceRoot } from "@agent-loop/disk";
import { ConfigFiles } from "./config-files.js";
import { InputError } from "./input-error.js";
import { lintText } from "./lint-text.js";

export interface ExplainInput {
  /** Path of a source file, relative to `cwd`. */
  readonly file: string;
  /** Only what stands on or around this line, counted from 1. */
  readonly line: number | undefined;
  readonly cwd: string;
}

/**
 * Says what was understood of the loops of a file, with the evidence for every fact.
 *
 * @throws InputError when the file cannot be read or does not parse.
 */
export function explainFile({ file, line, cwd }: ExplainInput): string {
  const path = resolve(cwd, file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new InputError(`${file}: no such file.`);
  if (!isSourcePath(path)) throw new InputError(`${file}: not a TypeScript or JavaScript file.`);
  const port = new DiskSources([workspaceRoot(dirname(path))]);
  const answer = port.text(path);
  if (answer.state !== "found") throw new InputError(`${file}: cannot be read.`);
  const text = answer.value;
  const { model, failure } = lintText({ path: posix(path), text, config: new ConfigFiles().for(dirname(path)), port });
  if (model === undefined)
    throw new InputError(`${file}:${failure?.at.line ?? 1}: ${failure?.message ?? "not looked at"}`);
  return printModel(model, text, line);
}
