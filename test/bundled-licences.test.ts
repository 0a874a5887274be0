import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { writeBundledLicences } from "../scripts/bundled-licences.mjs";

const PACKAGES = fileURLToPath(new URL("../packages/", import.meta.url));

interface Meta {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly copied: readonly string[];
}

function metaOf(folder: string): Meta {
  return JSON.parse(readFileSync(join(PACKAGES, folder, "bundle.meta.json"), "utf8")) as Meta;
}

/** The names of the packages that the notices in a folder are about, with what is said of each. */
function noticesOf(folder: string): Map<string, string> {
  const [, ...parts] = readFileSync(join(PACKAGES, folder, "third-party-notices.txt"), "utf8").split(`\n\n${"-".repeat(80)}\n\n`);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("@", 1)), part]));
}

/** `…/node_modules/@scope/name/file.js` → `@scope/name` */
function packagesIn(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll("\\", "/"))?.[1] ?? []))].sort();
}

function codeIn(folder: string): string[] {
  return readdirSync(join(PACKAGES, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:c?js|wasm)$/.test(path))
    .map((path) => join(PACKAGES, folder, path));
}

describe.each(["eslint-plugin/dist", "language-server/dist/portable", "vscode/dist"])("what is bundled in %s", (folder) => {
  it("is listed with its licence and the text of it, and nothing else is", () => {
    const notices = noticesOf(folder);
    const bundled = packagesIn(metaOf(folder).inputs);
    expect(bundled.length).toBeGreaterThan(0);
    expect([...notices.keys()].sort()).toEqual(bundled);
    for (const [name, notice] of notices) {
      expect(notice, name).toMatch(/^\S+@\d+\.\d+\.\d+\S*\nLicence: \S/);
      expect(notice, name).toMatch(/Copyright|Permission is hereby granted|Blue Oak Model License|Apache License/);
      expect(notice.length, name).toBeGreaterThan(500);
    }
  });
});

describe("every file that holds code of others", () => {
  it("in the plugin is the one of the list; its source map agrees", () => {
    const { sources } = JSON.parse(readFileSync(join(PACKAGES, "eslint-plugin/dist/index.cjs.map"), "utf8")) as { sources: readonly string[] };
    expect(packagesIn(sources)).toEqual([...noticesOf("eslint-plugin/dist").keys()].sort());
  });

  it("in the portable server is a bundle of the list, or listed itself", () => {
    const { outputs, copied } = metaOf("language-server/dist/portable");
    const parser = codeIn("language-server/dist/portable").filter((path) => !outputs.includes(path));
    expect(parser.map((path) => basename(path))).toEqual(["oxc-parser.wasm"]);
    expect(packagesIn(copied)).toEqual(["oxc-parser"]);
  });

  it("in the extension is a bundle of its list, or lies with the server and the server's list", () => {
    const { outputs } = metaOf("vscode/dist");
    const others = codeIn("vscode/dist").filter((path) => !outputs.includes(path) && !path.startsWith(join(PACKAGES, "vscode/dist/types")));
    const portable = codeIn("language-server/dist/portable");
    expect(others.map((path) => basename(path)).sort()).toEqual(portable.map((path) => basename(path)).sort());
    expect(readFileSync(join(PACKAGES, "vscode/dist/server/third-party-notices.txt"))).toEqual(readFileSync(join(PACKAGES, "language-server/dist/portable/third-party-notices.txt")));
  });

  it("is none in the guard library's bundle", () => {
    expect(readFileSync(join(PACKAGES, "guard/dist/testing/index.cjs"), "utf8")).not.toContain("node_modules/");
  });
});

describe("a package that is bundled", () => {
  const folder = mkdtempSync(join(tmpdir(), "licences-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["names no licence", { version: "1.0.0" }, "LICENSE", "a@1.0.0 is bundled, and names no licence."],
    ["brings no text of it", { version: "1.0.0", license: "MIT" }, "readme.md", "a@1.0.0 is bundled, and brings no text of its licence."],
  ])("and %s stops the build", (_, manifest, file, message) => {
    const home = join(folder, "node_modules/a");
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ name: "a", ...manifest }));
    writeFileSync(join(home, file), "text");
    writeFileSync(join(home, "index.js"), "");
    expect(() => {
      writeBundledLicences({ metafiles: [{ outputs: { "out.js": { inputs: { "node_modules/a/index.js": {} } } } }], folder, out: "." });
    }).toThrow(message);
  });
});
