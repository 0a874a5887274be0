import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { FileResult, LintPathsInput } from "@agent-loop/engine";
import { CASES } from "./kit/case-file.js";

// Threads run built code, so the engine is the built one.
const BUILT = new URL("../packages/engine/dist/index.js", import.meta.url).href;
const { lintPaths } = (await import(/* @vite-ignore */ BUILT)) as { lintPaths(input: LintPathsInput): Promise<FileResult[]> };
const cwd = fileURLToPath(new URL("..", import.meta.url));

describe("worker threads", () => {
  it("find what one thread finds, in the same order", async () => {
    const input = { targets: [CASES], cwd, preset: "strict" } as const;
    const alone = await lintPaths({ ...input, threads: 1 });
    const together = await lintPaths({ ...input, threads: 2 });
    expect(alone.length).toBeGreaterThan(100);
    expect(together).toEqual(alone);
  });

  it("tell how far they are, and stop when they are told to", async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const stopped = lintPaths({
      targets: [CASES],
      cwd,
      threads: 2,
      signal: controller.signal,
      onProgress: (done) => {
        seen.push(done);
        controller.abort(new Error("enough"));
      },
    });
    await expect(stopped).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});
