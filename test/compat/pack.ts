import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { pack } from "../../scripts/packed.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where each of our packages lies packed, by name. */
    tarballs: Record<string, string>;
  }
}

/** Packs the workspace once for all rows. */
export default function setup({ provide }: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "compat-tarballs-")));
  provide("tarballs", Object.fromEntries(pack(folder)));
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
