import process from "node:process";
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Replaces a file's content in one step: a reader sees the old text or the new one, and a crash leaves the old one. */
export function writeFile(path: string, text: string): void {
  // A link stays a link.
  const target = realpathSync(path);
  const { mode } = statSync(target);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const file = openSync(beside, "wx", mode);
    try {
      writeSync(file, text);
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
