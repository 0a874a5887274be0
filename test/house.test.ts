import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { allRules } from "@agent-loop/rules";
import { parseText } from "@agent-loop/disk";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Which of our packages each may use; arrows run one way. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  analysis: [],
  rules: ["analysis"],
  disk: ["analysis"],
  "eslint-plugin": ["analysis", "rules", "disk"],
  engine: ["analysis", "rules", "disk"],
  cli: ["engine"],
  "eslint-formatter": ["engine", "cli"],
  "language-server": ["engine"],
  vscode: ["language-server"],
  guard: [],
};

/** Foreign packages that only one of ours may use when it runs. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
  eslint: ["eslint-plugin", "eslint-formatter"],
  "@typescript-eslint/utils": ["eslint-plugin"],
  "vscode-languageserver": ["language-server"],
  "vscode-languageserver-textdocument": ["language-server"],
  "vscode-languageserver-protocol": ["language-server"],
  vscode: ["vscode"],
  "oxc-parser": ["disk"],
  "oxc-resolver": ["disk"],
};

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const packages = readdirSync(join(ROOT, "packages")).filter((name) => existsSync(join(ROOT, "packages", name, "package.json")));
const manifests = new Map(packages.map((name) => [name, JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8")) as Manifest]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

function sourcesOf(name: string): string[] {
  const folder = join(ROOT, "packages", name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ts$/.test(path))
    .map((path) => join(folder, path));
}

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function importsOf(path: string): Import[] {
  const parsed = parseText(path, readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(`${path} does not parse`);
  const found: Import[] = [];
  for (const node of parsed.program.body) {
    if (node.type === "ImportDeclaration") {
      const named = node.specifiers.length > 0 && node.specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
      found.push({ specifier: node.source.value, typeOnly: node.importKind === "type" || named });
    } else if ((node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration") && node.source) {
      found.push({ specifier: node.source.value, typeOnly: node.exportKind === "type" });
    }
  }
  return found;
}

/** `@scope/name/client` → `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

const committed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

describe.each(packages)("package %s", (name) => {
  it("is in the plan", () => {
    expect(Object.keys(ARROWS)).toContain(name);
  });

  it("depends on no package that its arrows do not lead to", () => {
    const { dependencies = {} } = manifests.get(name) ?? {};
    const ours = Object.keys(dependencies).flatMap((dependency) => folderOf.get(dependency) ?? []);
    expect(ours.filter((other) => !ARROWS[name]?.includes(other))).toEqual([]);
  });

  it("imports only what its manifest lists, and by the arrows", () => {
    const { dependencies = {}, devDependencies = {}, ...manifest } = manifests.get(name) ?? { name };
    const peers = "peerDependencies" in manifest ? Object.keys(manifest.peerDependencies as object) : [];
    const faults = sourcesOf(name).flatMap((path) =>
      importsOf(path).flatMap(({ specifier, typeOnly }) => {
        if (specifier.startsWith(".") || specifier.startsWith("node:")) return [];
        const wanted = packageOf(specifier);
        const other = folderOf.get(wanted);
        const owners = RESERVED[wanted];
        const isAllowed =
          // An editor extension is handed its editor's API by the editor.
          (wanted in dependencies || (wanted === "vscode" && name === "vscode") || peers.includes(wanted) || (typeOnly && wanted in devDependencies)) &&
          (other === undefined || ARROWS[name]?.includes(other) === true) &&
          (owners === undefined || typeOnly || owners.includes(name));
        return isAllowed ? [] : [`${relative(ROOT, path)} imports ${specifier}`];
      }),
    );
    expect(faults).toEqual([]);
  });
});

describe("the analysis", () => {
  it("has no disk, no process and no host", () => {
    const faults = [...sourcesOf("analysis"), ...sourcesOf("rules")].flatMap((path) =>
      importsOf(path).filter(({ specifier }) => specifier.startsWith("node:")).map(({ specifier }) => `${relative(ROOT, path)} imports ${specifier}`),
    );
    expect(faults).toEqual([]);
  });
});

describe("source files", () => {
  it("are about one thing, and their names say which", () => {
    const drawers = committed.filter(
      (path) => !path.startsWith("test/cases/") && path.split("/").some((part) => /^(?:utils?|helpers?|common|misc|shared|managers?)(?:\.|$)/.test(part)),
    );
    expect(drawers).toEqual([]);
  });

  it("name no package registry", () => {
    const hosts = new RegExp(["registry\\.npmj", "registry\\.yarnpk", "npm\\.pkg\\.github"].map((host) => `${host}[s.]?`).join("|"));
    const faults = committed.filter((path) => path !== relative(ROOT, fileURLToPath(import.meta.url)) && hosts.test(readFileSync(join(ROOT, path), "utf8")));
    expect(faults).toEqual([]);
  });
});

describe("the documentation", () => {
  it.each(allRules.map(({ id }) => id))("has a page for %s", (id) => {
    expect(existsSync(join(ROOT, "packages/eslint-plugin/docs/rules", `${id}.md`))).toBe(true);
  });

  it("has a rule for every page", () => {
    const folder = join(ROOT, "packages/eslint-plugin/docs/rules");
    const pages = existsSync(folder) ? readdirSync(folder).map((page) => basename(page, ".md")) : [];
    expect(pages.filter((page) => !allRules.some(({ id }) => id === page))).toEqual([]);
  });
});

describe("every package", () => {
  it.each(packages.filter((name) => name !== "vscode"))("%s pins nothing by itself", (name) => {
    const { dependencies = {}, devDependencies = {} } = manifests.get(name) ?? {};
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, range]) => !/^(?:catalog:|workspace:)/.test(range));
    expect(loose).toEqual([]);
  });
});
