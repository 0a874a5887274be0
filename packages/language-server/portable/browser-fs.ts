// Stands in for `node:fs` in a browser: the same questions, answered from what the editor has told.
import { clientFiles } from "./client-files.js";

type Callback<T> = (error: Error | null, value?: T) => void;

export const constants = { R_OK: 4 };

class Missing extends Error {
  readonly code = "ENOENT";
}

class Stats {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino = 0;
  readonly #isFile: boolean;

  constructor(path: string, kind: "file" | "folder") {
    this.#isFile = kind === "file";
    this.mtimeMs = clientFiles.versionOf(path);
    this.size = this.#isFile ? (clientFiles.textOf(path)?.length ?? 0) : 0;
  }

  isFile(): boolean {
    return this.#isFile;
  }

  isDirectory(): boolean {
    return !this.#isFile;
  }

  isSymbolicLink(): boolean {
    return false;
  }
}

function plain(path: string): string {
  return path === "/" ? path : path.replace(/\/$/, "");
}

export function existsSync(path: string): boolean {
  return clientFiles.kindOf(plain(path)) !== undefined;
}

export function statSync(path: string, options?: { throwIfNoEntry?: boolean }): Stats | undefined {
  const kind = clientFiles.kindOf(plain(path));
  if (kind !== undefined) return new Stats(plain(path), kind);
  if (options?.throwIfNoEntry === false) return undefined;
  throw new Missing(path);
}

export const lstatSync: typeof statSync = statSync;

/** Always text: who asks for bytes turns them into text with `toString`, which a text has as well. */
export function readFileSync(path: string): string {
  const text = clientFiles.textOf(plain(path));
  if (text === undefined) throw new Missing(path);
  return text;
}

export function readdirSync(path: string, options?: { withFileTypes?: boolean } | string): unknown[] {
  const entries = clientFiles.entriesOf(plain(path));
  if (entries === undefined) throw new Missing(path);
  if (typeof options !== "object" || options.withFileTypes !== true) return entries.map(([name]) => name);
  return entries.map(([name, kind]) => ({ name, parentPath: path, isFile: () => kind === "file", isDirectory: () => kind === "folder", isSymbolicLink: () => false }));
}

export function accessSync(path: string): void {
  if (!existsSync(path)) throw new Missing(path);
}

export function readlinkSync(path: string): string {
  throw new Missing(path);
}

export function realpathSync(path: string): string {
  if (!existsSync(path)) throw new Missing(path);
  return plain(path);
}
realpathSync.native = realpathSync;

function later<T>(get: () => T, callback: Callback<T>): void {
  queueMicrotask(() => {
    try {
      callback(null, get());
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

// The resolver wants to be given these; it is only ever used in its synchronous form.
export function stat(path: string, callback: Callback<Stats | undefined>): void {
  later(() => statSync(path), callback);
}
export function readFile(path: string, callback: Callback<string>): void {
  later(() => readFileSync(path), callback);
}
export function readdir(path: string, callback: Callback<unknown[]>): void {
  later(() => readdirSync(path), callback);
}
export function readlink(path: string, callback: Callback<string>): void {
  later(() => readlinkSync(path), callback);
}

/** Nothing is written: what would, is part of the command. */
export function writeFileSync(): never {
  throw new Error("There is no disk to write to.");
}

export const mkdirSync: typeof writeFileSync = writeFileSync;
export const renameSync: typeof writeFileSync = writeFileSync;
export const rmSync: typeof writeFileSync = writeFileSync;
