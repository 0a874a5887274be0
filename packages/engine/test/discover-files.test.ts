import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigFiles, discoverFiles, InputError, lintPaths } from "../src/index.js";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "engine-")));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function found(...targets: string[]): string[] {
  return discoverFiles(targets, root, new ConfigFiles()).map((path) => relative(root, path));
}

describe("files of a folder", () => {
  it("are scripts and components, in order", () => {
    write({ "b.ts": "", "a.vue": "", "c/d.mjs": "", "readme.md": "", "types.d.ts": "", "x.min.js": "" });
    expect(found(".")).toEqual(["a.vue", "b.ts", "c/d.mjs"]);
  });

  it("are not those of installed, built or hidden folders", () => {
    write({ "node_modules/x/a.js": "", "dist/a.js": "", ".cache/a.js": "", "a.js": "" });
    expect(found(".")).toEqual(["a.js"]);
  });

  it("are not those that .gitignore leaves out, above and below", () => {
    mkdirSync(join(root, ".git"));
    write({
      ".gitignore": "gen/\n*.gen.ts\n",
      "p/gen/a.ts": "",
      "p/a.gen.ts": "",
      "p/.gitignore": "!keep.gen.ts\nlocal.ts",
      "p/keep.gen.ts": "",
      "p/local.ts": "",
      "p/a.ts": "",
    });
    expect(found("p")).toEqual(["p/a.ts", "p/keep.gen.ts"]);
  });

  it("are not those that the settings leave out, also when a folder below is named", () => {
    write({ "agent-loop.config.json": '{ "ignore": ["**/legacy/**", "old.ts"] }', "p/legacy/a.ts": "", "p/old.ts": "", "p/a.ts": "" });
    expect(found(".")).toEqual(["p/a.ts"]);
    expect(found("p")).toEqual(["p/a.ts"]);
  });

  it("are taken once when links go in circles", () => {
    write({ "a.ts": "" });
    symlinkSync(root, join(root, "self"));
    expect(found(".")).toEqual(["a.ts"]);
  });
});

describe("targets", () => {
  it("can be a file that is ignored otherwise", () => {
    write({ ".gitignore": "a.ts", "a.ts": "" });
    expect(found("a.ts")).toEqual(["a.ts"]);
  });

  it("can be globs", () => {
    write({ "p/src/a.ts": "", "q/src/a.ts": "", "q/b.ts": "" });
    expect(found("*/src/**/*.ts")).toEqual(["p/src/a.ts", "q/src/a.ts"]);
  });

  it.each(["none.ts", "none/**/*.ts", "*.mjs"])("that lead nowhere are refused: %s", (target) => {
    write({ "a.ts": "" });
    expect(() => found(target)).toThrow(InputError);
  });

  it("that hold no script are refused", () => {
    write({ "a.md": "" });
    expect(() => found("a.md")).toThrow("a.md: not a TypeScript or JavaScript file.");
  });
});

describe("a settings file", () => {
  it.each([
    ["{", /agent-loop\.config\.json: not valid JSON/],
    ['{ "preset": "all" }', /agent-loop\.config\.json: "preset" must be one of/],
  ])("that is mistaken stops the run before its first result: %s", async (text, message) => {
    write({ "a.ts": "", "p/agent-loop.config.json": text, "p/a.ts": "" });
    await expect(lintPaths({ targets: ["."], cwd: root })).rejects.toThrow(message);
  });

  it("that cannot be read stops the run: without it other rules would hold", async () => {
    write({ "a.ts": "", "agent-loop.config.json/x": "" });
    await expect(lintPaths({ targets: ["."], cwd: root })).rejects.toThrow(/agent-loop\.config\.json: cannot be read: it is a folder\.$/);
  });

  it("governs the files below it", () => {
    write({ "agent-loop.config.json": '{ "preset": "strict" }', "p/agent-loop.config.json": '{ "maxRounds": 5 }' });
    const configs = new ConfigFiles();
    expect(configs.for(join(root, "q")).preset).toBe("strict");
    expect(configs.for(join(root, "p"))).toMatchObject({ preset: "recommended", settings: { maxRounds: 5 } });
  });
});

describe("linting a folder", () => {
  it("tells how far it is, and stops when it is told to", async () => {
    write({ "a.ts": "", "b.ts": "", "c.ts": "" });
    const seen: string[] = [];
    await lintPaths({ targets: ["."], cwd: root, onProgress: (done, total) => seen.push(`${done}/${total}`) });
    expect(seen).toEqual(["1/3", "2/3", "3/3"]);
    const controller = new AbortController();
    const stopped = lintPaths({ targets: ["."], cwd: root, signal: controller.signal, onProgress: () => controller.abort(new Error("enough")) });
    await expect(stopped).rejects.toThrow("enough");
  });

  it("reports a file that does not parse and goes on", async () => {
    write({ "a.ts": "const = 1;", "b.ts": "export const b = 1;" });
    const results = await lintPaths({ targets: ["."], cwd: root });
    expect(results.map(({ failure }) => failure?.kind)).toEqual(["parse", undefined]);
    expect(results[0]?.failure?.at).toEqual({ line: 1, column: 7 });
  });

  it("reports a binary file and goes on", async () => {
    write({ "a.ts": "\0\0", "b.ts": "export const b = 1;" });
    const results = await lintPaths({ targets: ["."], cwd: root });
    expect(results.map(({ failure }) => failure?.kind)).toEqual(["unreadable", undefined]);
  });
});
