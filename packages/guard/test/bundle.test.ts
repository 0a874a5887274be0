import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, Script } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Record<string, object | undefined> & { exports: Record<string, unknown> };

async function bundled(entry: string): Promise<{ text: string; outside: string[] }> {
  const { outputFiles: [file], metafile } = await build({ entryPoints: [source(entry)], bundle: true, minify: true, write: false, metafile: true, format: "esm", target: "es2022", packages: "external", platform: "neutral", external: ["node:*"] });
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));
  return { text: file?.text ?? expect.fail("nothing was built"), outside: [...new Set(outside)].sort() };
}

describe("the core", () => {
  test("is under 8 kB, minified and gzipped", async () => {
    expect(gzipSync((await bundled("index.ts")).text, { level: 9 }).byteLength).toBeLessThan(8_000);
  });

  test("imports nothing from outside, neither packages nor Node", async () => {
    expect((await bundled("index.ts")).outside).toEqual([]);
  });

  test("runs a whole loop with nothing but the language and web APIs", async () => {
    const web = { AbortController, AbortSignal, crypto, performance, setTimeout, structuredClone, TextEncoder };
    const run = await build({
      stdin: {
        contents: `import { idempotent, keyFor, memoryStore, runLoop } from "./index.ts";
          const key = ({ tool, args }, { task }) => keyFor({ task, tool, args });
          const propose = async ({ turn }) => (turn === 1 ? { kind: "act", actions: [{ tool: "pay" }] } : { kind: "finish", output: 7 });
          globalThis.result = runLoop({ task: "t", budget: { steps: 3, timeMs: 60_000 }, propose, act: () => "ok", verify: () => true, effects: { store: memoryStore(), key } });`,
        resolveDir: source(""),
      },
      bundle: true,
      write: false,
      format: "iife",
    });
    const context = createContext({ ...web });
    new Script(run.outputFiles[0]?.text ?? "").runInContext(context);
    expect(await (context["result"] as Promise<unknown>)).toMatchObject({ status: "completed", output: 7 });
  });

  test("can be taken in parts: a budget alone brings no loop, no ledger and no hash", async () => {
    const { outputFiles: [file] } = await build({ stdin: { contents: `export { createBudget } from "./index.ts";`, resolveDir: source("") }, bundle: true, minify: true, write: false, format: "esm", target: "es2022" });
    expect(gzipSync(file?.text ?? "").byteLength).toBeLessThan(2_500);
  });
});

describe("an entry beside the core imports from outside only what it is for", () => {
  test.each([
    ["sql/index.ts", []],
    ["testing/index.ts", []],
    ["otel/index.ts", ["@opentelemetry/api"]],
    ["node/index.ts", ["node:child_process", "node:fs/promises", "node:os", "node:path"]],
  ])("%s", async (entry, outside) => {
    expect((await bundled(entry)).outside).toEqual(outside);
  });
});

describe("the package", () => {
  test("requires no other package", () => {
    expect([manifest["dependencies"], manifest["peerDependenciesMeta"]]).toEqual([undefined, { "@opentelemetry/api": { optional: true } }]);
  });

  test("exports an entry for each folder that has one", () => {
    expect(Object.keys(manifest.exports)).toEqual([".", "./node", "./otel", "./sql", "./testing", "./package.json"]);
  });
});
