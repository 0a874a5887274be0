import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DiskSources, MAX_BYTES, parseText } from "../src/index.js";

let root: string;
let sources: DiskSources;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "disk-"));
  sources = new DiskSources([root]);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string | Buffer): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

describe("reading", () => {
  it("answers the text of a file inside of a root", () => {
    expect(sources.text(write("a.ts", "let a = 1;"))).toEqual({ state: "found", value: "let a = 1;" });
  });

  it("says missing for what is not there, is a folder, is binary or lies outside", () => {
    expect(sources.text(join(root, "none.ts")).state).toBe("missing");
    expect(sources.text(root).state).toBe("missing");
    expect(sources.text(write("b.ts", Buffer.from([1, 0, 2]))).state).toBe("missing");
    expect(sources.text(import.meta.filename).state).toBe("missing");
  });

  it("says missing for a file that is larger than anything that is written by hand", () => {
    expect(sources.text(write("small.ts", " ".repeat(MAX_BYTES))).state).toBe("found");
    expect(sources.text(write("huge.ts", " ".repeat(MAX_BYTES + 1))).state).toBe("missing");
  });

  it("does not follow a link out of the root", () => {
    symlinkSync(import.meta.filename, join(root, "link.ts"));
    symlinkSync(import.meta.dirname, join(root, "folder"));
    expect(sources.text(join(root, "link.ts")).state).toBe("missing");
    expect(sources.text(join(root, "folder", "disk-sources.test.ts")).state).toBe("missing");
  });

  it("survives links that lead to themselves", () => {
    symlinkSync(root, join(root, "self"));
    write("a.ts", "export const a = 1;");
    expect(sources.text(join(root, "self/self/a.ts")).state).toBe("found");
    symlinkSync(join(root, "y.ts"), join(root, "x.ts"));
    symlinkSync(join(root, "x.ts"), join(root, "y.ts"));
    expect(sources.text(join(root, "x.ts")).state).toBe("missing");
  });

  it("does not read installed code", () => {
    const path = write("node_modules/x/index.js", "1");
    expect(sources.text(path).state).toBe("missing");
  });

  it("sees a changed file after a recheck and keeps the tree of an unchanged one", () => {
    const a = write("a.ts", "let a = 1;");
    const before = sources.parse(a);
    utimesSync(a, 1, 1);
    sources.recheck();
    expect(sources.parse(a)).toEqual(before);
    if (before.state !== "found") throw new Error("not found");
    const again = sources.parse(a);
    expect(again.state === "found" && again.value).toBe(before.value);
    write("a.ts", "let longer = 1;");
    sources.recheck();
    expect(sources.text(a)).toEqual({ state: "found", value: "let longer = 1;" });
  });

  it("lets an overlay win until it is taken away", () => {
    const a = write("a.ts", "disk");
    sources.overlay(a, "buffer");
    expect(sources.text(a)).toEqual({ state: "found", value: "buffer" });
    sources.overlay(a, undefined);
    expect(sources.text(a)).toEqual({ state: "found", value: "disk" });
  });

  it("says missing for a file that does not parse", () => {
    expect(sources.parse(write("a.ts", "const x = ;")).state).toBe("missing");
  });
});

describe("resolving", () => {
  function expectResolved(specifier: string, from: string, to: string | undefined): void {
    expect(sources.resolve(specifier, join(root, from))).toEqual(
      to === undefined ? { state: "missing" } : { state: "found", value: join(root, to) },
    );
  }

  it("finds TypeScript behind the .js of an ESM import, index files and plain stems", () => {
    write("src/a.ts", "");
    write("src/lib/index.tsx", "");
    write("src/b.mts", "");
    expectResolved("./a.js", "src/main.ts", "src/a.ts");
    expectResolved("./a", "src/main.ts", "src/a.ts");
    expectResolved("./lib", "src/main.ts", "src/lib/index.tsx");
    expectResolved("./b.mjs", "src/main.ts", "src/b.mts");
    expectResolved("./none.js", "src/main.ts", undefined);
  });

  it("resolves without the part of a configuration that is not installed", () => {
    write("tsconfig.json", `{
      // the base comes from a package
      "extends": "@acme/tsconfig/app.json",
      "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["lib/*"], "one": ["./lib/one"], }, },
    }`);
    const main = write("app/main.ts", "");
    expect(sources.resolve("./near.js", main).state).toBe("missing");
    const near = write("app/near.ts", "");
    const far = write("lib/far.ts", "");
    const one = write("lib/one/index.ts", "");
    sources.forget(near);
    expect(sources.resolve("./near.js", main)).toEqual({ state: "found", value: near });
    expect(sources.resolve("~/far", main)).toEqual({ state: "found", value: far });
    expect(sources.resolve("one", main)).toEqual({ state: "found", value: one });
    expect(sources.resolve("~/none", main).state).toBe("missing");
  });

  it("follows the paths of tsconfig.json", () => {
    write("tsconfig.json", '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
    write("src/a.ts", "");
    expectResolved("@/a", "src/main.ts", "src/a.ts");
  });

  it("follows package imports", () => {
    write("package.json", '{ "name": "x", "imports": { "#llm": "./src/llm.ts" } }');
    write("src/llm.ts", "");
    expectResolved("#llm", "src/main.ts", "src/llm.ts");
  });

  it("says missing for installed packages and for builtins", () => {
    write("node_modules/openai/package.json", '{ "name": "openai", "main": "index.js" }');
    write("node_modules/openai/index.js", "");
    expectResolved("openai", "src/main.ts", undefined);
    expectResolved("node:fs", "src/main.ts", undefined);
    expectResolved("fs", "src/main.ts", undefined);
  });

  it("maps a workspace package that is linked and built back to its source", () => {
    write("packages/llm/package.json", '{ "name": "@x/llm", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }');
    write("packages/llm/dist/index.js", "");
    write("packages/llm/src/index.ts", "");
    mkdirSync(join(root, "packages/app/node_modules/@x"), { recursive: true });
    symlinkSync(join(root, "packages/llm"), join(root, "packages/app/node_modules/@x/llm"));
    expectResolved("@x/llm", "packages/app/src/main.ts", "packages/llm/src/index.ts");
  });

  it("finds a workspace package where nothing is installed or built", () => {
    write("packages/llm/package.json", '{ "name": "@x/llm", "exports": { ".": "./dist/esm/index.js", "./*": "./dist/*.js" } }');
    write("packages/llm/src/index.ts", "");
    write("packages/llm/src/client.ts", "");
    expectResolved("@x/llm", "packages/app/src/main.ts", "packages/llm/src/index.ts");
    expectResolved("@x/llm/client", "packages/app/src/main.ts", "packages/llm/src/client.ts");
  });
});

describe("package versions", () => {
  it("prefers the installed version over the declared range", () => {
    write("package.json", '{ "dependencies": { "ai": "^4.1.0", "openai": "workspace:*" } }');
    const from = join(root, "src/main.ts");
    expect(sources.packageVersion("ai", from)).toEqual({ state: "found", value: "4.1.0" });
    expect(sources.packageVersion("openai", from)).toEqual({ state: "missing" });
    write("node_modules/ai/package.json", '{ "name": "ai", "version": "5.0.3" }');
    sources.forget(from);
    expect(sources.packageVersion("ai", from)).toEqual({ state: "found", value: "5.0.3" });
  });
});

describe("parseText", () => {
  it("reads what is only long", () => {
    expect(parseText("a.ts", `const list = [${"{ a: 1 + 2, b: !c ? 1 : 2 }, ".repeat(20_000)}];`).ok).toBe(true);
    expect(parseText("a.js", "if (a === b) c = d + 1\n".repeat(20_000)).ok).toBe(true);
  });

  it("reads the script of a component at its place in the file", () => {
    const text = "<template><p>{{ a }}</p></template>\n<script setup lang=\"ts\">\nconst a: number = 1;\n</script>\n";
    const parsed = parseText("a.vue", text);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const [statement] = parsed.program.body;
    expect(statement && text.slice(...statement.range)).toBe("const a: number = 1;");
  });

  it("reads astro frontmatter", () => {
    const text = "---\nconst a = await load();\n---\n<p>{a}</p>\n";
    const parsed = parseText("a.astro", text);
    expect(parsed.ok && parsed.program.body.length).toBe(1);
  });

  it("reads scripts with a return at the top level and JSX in .js", () => {
    expect(parseText("a.js", "if (x) return;").ok).toBe(true);
    expect(parseText("a.js", "const a = <p/>;").ok).toBe(true);
  });

  it("says where a file does not parse", () => {
    expect(parseText("a.ts", "const x = ;")).toMatchObject({ ok: false, failure: { at: 10 } });
  });

  it.each([
    ["brackets", "[".repeat(50_000) + "]".repeat(50_000)],
    ["blocks", "if (a) {".repeat(50_000) + "}".repeat(50_000)],
    ["conditions", "a ? b : ".repeat(50_000) + "c"],
    ["sums", "a + ".repeat(50_000) + "c"],
    ["negations", "!".repeat(50_000) + "c"],
  ])("refuses %s that would overflow the parser", (_, text) => {
    expect(parseText("a.ts", text).ok).toBe(false);
  });
});

describe("what stands for a type", () => {
  it("follows open buffers at every key", () => {
    const asker = write("asker.ts", "export interface Asker { ask(): void }");
    const impl = write("impl.ts", "export class Impl {}");
    expect(sources.filesMentioning("Asker")).toEqual([]);
    sources.overlay(impl, "export class Impl implements Asker {}");
    expect(sources.filesMentioning("Asker").map((path) => path.endsWith("impl.ts"))).toEqual([true]);
    sources.overlay(impl, "export class Impl implements Asker { ask() {} }");
    sources.overlay(asker, "export interface Asker { ask(): number }");
    expect(sources.filesMentioning("Asker")).toHaveLength(1);
    sources.overlay(impl, undefined);
    expect(sources.filesMentioning("Asker")).toEqual([]);
  });
});
