import { InputError } from "@agent-loop/engine";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "its permissions forbid it",
  EPERM: "its permissions forbid it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ENOSPC: "there is no space left on the device",
  EDQUOT: "the quota of the disk is used up",
  EFBIG: "it would be larger than a file may be",
  EROFS: "the disk can only be read",
};

/** What kept a file from being read or written, in words. */
export function fileError(path: string, what: "read" | "written", error: unknown): InputError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new InputError(
    `${path}: cannot be ${what}: ${REASONS[code] ?? (error instanceof Error ? error.message : String(error))}.`,
  );
}
