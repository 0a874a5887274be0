import type { Source } from "./schema.js";

/** Makes sources for rows whose spelling was found in a published package. */
export function readIn(tarball: string): (place: string) => Source {
  return (place) => ({ tarball, place, verified: "read" });
}

/** Makes sources for rows that were also run against a fake transport or a fake model. */
export function ranIn(tarball: string): (place: string) => Source {
  return (place) => ({ tarball, place, verified: "executed" });
}

/** The source of rows that follow from documentation or common use, and were not found in a package by reading it. */
export function unverified(tarball: string): Source {
  return { tarball, verified: "unverified" };
}
