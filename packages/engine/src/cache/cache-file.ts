import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";

/** Grows when what lies in a cache file changes its form. */
const FORM = 1;
const MARK = "agent-loop cache";

export type CacheContent =
  | { readonly state: "found"; readonly value: unknown }
  /** There is none, or one of another version of ours: nothing worth a word. */
  | { readonly state: "none" }
  | { readonly state: "damaged" }
  /** Something that we have not written, and must not write over. */
  | { readonly state: "foreign" };

/** Reads what `writeCacheFile` has written. The content is believed only when it is whole. */
export function readCacheFile(path: string, version: string): CacheContent {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { state: error instanceof Error && "code" in error && error.code === "ENOENT" ? "none" : "foreign" };
  }
  const end = bytes.indexOf("\n");
  const [, form, by, digest] =
    /^agent-loop cache (\d+) (\S+) (\S+)$/.exec(bytes.subarray(0, Math.max(end, 0)).toString("latin1")) ?? [];
  if (digest === undefined)
    return { state: bytes.subarray(0, MARK.length).toString("latin1") === MARK ? "damaged" : "foreign" };
  if (form !== String(FORM) || by !== version) return { state: "none" };
  const content = bytes.subarray(end + 1);
  if (digestOf(content) !== digest) return { state: "damaged" };
  try {
    return { state: "found", value: deserialize(content) };
  } catch {
    return { state: "damaged" };
  }
}

/**
 * Writes a cache in one step: whoever reads meanwhile sees the old one or the new one.
 *
 * @throws what the file system says.
 */
export function writeCacheFile(path: string, version: string, value: unknown): void {
  const content = serialize(value);
  const own = `${path}.${Math.random().toString(36).slice(2)}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(own, Buffer.concat([Buffer.from(`${MARK} ${FORM} ${version} ${digestOf(content)}\n`), content]));
    renameSync(own, path);
  } catch (error) {
    rmSync(own, { force: true });
    throw error;
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
