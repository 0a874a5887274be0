import process from "node:process";
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileError } from "./file-errors.js";

/**
 * Writes a file in one step: a reader sees the old text or the new one, and a crash or a full disk leaves the old one.
 *
 * @param shown the path as people are told it.
 * @throws InputError when it cannot be written.
 */
export function writeFile(path: string, text: string, shown: string = path): void {
  try {
    replaceFile(path, text);
  } catch (error) {
    throw fileError(shown, "written", error);
  }
}

function replaceFile(path: string, text: string): void {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known !== undefined && !known.isFile() && !known.isDirectory()) {
    // A pipe or a device cannot be replaced.
    writeFileSync(path, text);
    return;
  }
  // A link stays a link.
  const target = known === undefined ? path : realpathSync(path);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const file = openSync(beside, "wx", known?.mode ?? 0o666);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
