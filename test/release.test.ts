import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "agent-loop-release-"));
const PACKAGES = readdirSync(join(ROOT, "packages"));

/** Runs one of the tools of a release in the copy; `[exit code, what it said]`. */
function run(...args: string[]): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return [status, stdout + stderr];
}

const manifest = (name: string) =>
  JSON.parse(readFileSync(join(copy, "packages", name, "package.json"), "utf8")) as { version: string };

beforeAll(() => {
  const examples = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}/package.json`);
  const files = [
    ...["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ".changeset/config.json"],
    ...["scripts/set-version.mjs", "action/action.yml", ".pre-commit-hooks.yaml"],
    ...PACKAGES.map((name) => `packages/${name}/package.json`),
    ...["cli", "eslint-plugin", "language-server"].map((name) => `packages/${name}/src/version.ts`),
    ...["packages/cli/README.md", "packages/vscode/CHANGELOG.md"],
    ...examples,
  ];
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { force: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("one changeset raises the version of every package and of every other place", () => {
  const [major, minor] = manifest("cli").version.split(".").map(Number);
  const next = `${major}.${Number(minor) + 1}.0`;
  writeFileSync(
    join(copy, ".changeset/loops.md"),
    '---\n"agent-loop": minor\n---\n\nLoops of a kind not seen before.\n',
  );

  expect(run("node_modules/@changesets/cli/bin.js", "version")).toMatchObject([0, expect.any(String)]);
  expect(run("scripts/set-version.mjs", "--check")[0]).toBe(1);
  expect(run("scripts/set-version.mjs")).toEqual([0, ""]);

  expect(run("scripts/set-version.mjs", "--check", next)).toEqual([0, ""]);
  expect(new Set(PACKAGES.map((name) => manifest(name).version))).toEqual(new Set([next]));
  expect(readFileSync(join(copy, "packages/cli/CHANGELOG.md"), "utf8")).toContain("Loops of a kind not seen before.");
});

it("what is no version is refused with the way to write one", () => {
  expect(run("scripts/set-version.mjs", "v1")).toEqual([
    2,
    '"v1" is no version. Write one like: node scripts/set-version.mjs [--check] 0.2.0\n',
  ]);
});
