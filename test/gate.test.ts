import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintPaths, type FileReport } from "@agent-loop/engine";
import { CASES } from "./kit/case-file.js";
import { anyRepository, repositoryOf, type Files } from "./kit/generated-repository.js";

const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));

/** The reports of a folder, with the gate and without it. */
async function bothWays(folder: string): Promise<{ gated: FileReport[]; whole: FileReport[] }> {
  const input = { targets: [folder], cwd: folder, preset: "strict", threads: 1 } as const;
  return { gated: await lintPaths(input), whole: await lintPaths({ ...input, gate: false }) };
}

async function ofRepository(files: Files): Promise<{ gated: FileReport[]; whole: FileReport[] }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gate-")));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await bothWays(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the gate changes nothing but the time", () => {
  it.each([
    ["the cases", CASES],
    ["the examples", EXAMPLES],
  ])("of %s", async (_, folder) => {
    const { gated, whole } = await bothWays(folder);
    expect(whole.some(({ findings }) => findings.length > 0)).toBe(true);
    expect(gated).toEqual(whole);
  });

  it("of a loop that reaches its model through each kind of link", async () => {
    const links = ["wrap", "rename", "star", "default", "require", "alias", "class", "interface", "heir-of-heir", "abstract", "factory"] as const;
    const { gated, whole } = await ofRepository(repositoryOf(links.map((link) => ({ asks: true, links: [link], loops: true }))));
    const found = whole.filter(({ findings }) => findings.some(({ rule }) => rule === "no-unbounded-loop"));
    expect(found).toHaveLength(links.length);
    expect(gated).toEqual(whole);
  });

  it("of any repository", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRepository, async (files) => {
        const { gated, whole } = await ofRepository(files);
        expect(gated).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});
