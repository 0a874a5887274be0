import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addToEslintConfig } from "../src/eslint-config-edit.js";
import { run } from "../src/run.js";
import { Folder } from "./kit/command.js";

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => {
  folder.remove();
});

function read(name: string): string {
  return readFileSync(join(folder.path, name), "utf8");
}

/** A folder inside. */
function at(name: string): Folder {
  return Object.assign(Object.create(folder) as Folder, { path: join(folder.path, name) });
}

describe("init", () => {
  it("writes a configuration where ESLint is installed and has none", async () => {
    folder.put("package.json", '{ "type": "module", "devDependencies": { "eslint": "10", "typescript-eslint": "8" } }');
    folder.put("tsconfig.json", "{}");
    folder.put("pnpm-lock.yaml", "");
    const { code, err } = await folder.command("init", "--yes");
    expect(code).toBe(0);
    expect(read("eslint.config.js")).toBe(
      'import agentLoop from "eslint-plugin-agent-loop";\nimport tseslint from "typescript-eslint";\n\nexport default [\n  { files: ["**/*.ts", "**/*.tsx"], languageOptions: { parser: tseslint.parser } },\n  agentLoop.configs.recommended,\n];\n',
    );
    expect(err).toContain("To install it: pnpm add --save-dev eslint-plugin-agent-loop\n");
  });

  it("asks for a parser where there is TypeScript and none, and takes the one that is there", async () => {
    folder.put("package.json", '{ "devDependencies": { "eslint": "^9.1.0" } }');
    folder.put("tsconfig.json", "{}");
    expect((await folder.command("init", "--yes")).err).toContain("To install it: npm install --save-dev eslint-plugin-agent-loop typescript-eslint\nThen: npx eslint .\n");
    expect(read("eslint.config.js")).toContain("languageOptions: { parser: tseslint.parser }");
    folder.put("b/package.json", '{ "devDependencies": { "eslint": "9", "@typescript-eslint/parser": "8" } }');
    folder.put("b/tsconfig.json", "{}");
    await at("b").command("init", "--yes");
    expect(read("b/eslint.config.js")).toBe('const agentLoop = require("eslint-plugin-agent-loop");\nconst parser = require("@typescript-eslint/parser");\n\nmodule.exports = [\n  { files: ["**/*.ts", "**/*.tsx"], languageOptions: { parser } },\n  agentLoop.configs.recommended,\n];\n');
  });

  it.each([
    ["its configuration is of the old kind", '{ "eslint": "latest" }', ".eslintrc.js is a configuration of an older kind"],
    ["it is too old", '{ "eslint": "^8.57.0" }', "The plugin serves ESLint 9 and newer, and here it is 8"],
  ])("sets up the command beside an ESLint when %s", async (_, devDependencies, note) => {
    folder.put("package.json", `{ "devDependencies": ${devDependencies} }`);
    folder.put(".eslintrc.js", "module.exports = {};\n");
    const { code, err } = await folder.command("init", "--yes");
    expect(code).toBe(0);
    expect(err).toContain(note);
    expect(read("package.json")).toContain('"lint:agents": "agent-loop check"');
    expect(err).toContain("To install it: npm install --save-dev agent-loop\nThen: npm run lint:agents\n");
    expect(err).not.toContain("eslint .");
  });

  it("speaks to the package manager that the project names, and runs its own script", async () => {
    folder.git("init", "-q");
    folder.put("package.json", '{ "packageManager": "pnpm@11.1.0" }');
    folder.put("a/package.json", '{ "scripts": { "fix": "eslint --fix .", "check": "tsc && eslint src" }, "devDependencies": { "eslint": "10" } }');
    const { err } = await at("a").command("init", "--dry-run");
    expect(err).toContain("To install it: pnpm add --save-dev eslint-plugin-agent-loop\nThen: pnpm run check\n");
  });

  it("leads to the folder whose configuration holds", async () => {
    folder.git("init", "-q");
    folder.put("eslint.config.mjs", "export default [];\n");
    folder.put("packages/a/package.json", "{}");
    expect(await at("packages/a").command("init", "--yes")).toEqual({ code: 2, out: "", err: "agent-loop: The ESLint configuration that holds here is ../../eslint.config.mjs. Run init in its folder.\n" });
  });

  it("tells which SDKs it knows, and which are newer than what it knows", async () => {
    folder.put("package.json", '{ "dependencies": { "openai": "^6.1.0", "ai": "99.0.0", "left-pad": "1" } }');
    const { err } = await folder.command("init", "--dry-run");
    expect(err).toContain("Calls of these are known: ai 99.0.0, openai ^6.1.0.\n");
    expect(err).toMatch(/^ai 99\.0\.0 is newer than \d+\.\d+\.\d+, the last one that was looked at: where they may differ, nothing is reported\.$/m);
    folder.put("package.json", "{}");
    expect((await folder.command("init", "--dry-run")).err).toContain("None of the dependencies is known to ask a model.");
  });

  it("says that TypeScript is not linted by a configuration that has no parser for it", async () => {
    folder.put("package.json", "{}");
    folder.put("tsconfig.json", "{}");
    folder.put("eslint.config.js", "export default [{ rules: {} }];\n");
    expect((await folder.command("init", "--dry-run")).err).toContain("eslint.config.js has no parser for TypeScript");
    folder.put("eslint.config.js", 'import ours from "ours";\nexport default [...ours];\n');
    expect((await folder.command("init", "--dry-run")).err).not.toContain("parser");
  });

  it("adds a script where there is no ESLint, and keeps the manifest's indentation", async () => {
    folder.put("package.json", '{\n\t"name": "a",\n\t"scripts": { "test": "x" }\n}\n');
    await folder.command("init", "--yes");
    expect(read("package.json")).toBe('{\n\t"name": "a",\n\t"scripts": {\n\t\t"test": "x",\n\t\t"lint:agents": "agent-loop check"\n\t}\n}\n');
    expect((await folder.command("init", "--yes")).err).toContain("package.json is set up already.");
  });

  it("shows the change and asks; without a yes nothing changes", async () => {
    const config = "export default [];\n";
    folder.put("package.json", "{}");
    folder.put("eslint.config.js", config);
    let out = "";
    const io = { cwd: folder.path, colour: false, out: (text: string) => (out += text), err: () => undefined };
    expect(await run(["init"], { ...io, ask: async () => "n" })).toBe(0);
    expect(out).toContain("+export default [agentLoop.configs.recommended];");
    expect(read("eslint.config.js")).toBe(config);
    await run(["init"], { ...io, ask: async () => "y" });
    expect(read("eslint.config.js")).toBe('import agentLoop from "eslint-plugin-agent-loop";\nexport default [agentLoop.configs.recommended];\n');
  });

  it.each([
    ["there is no project", undefined, /no package\.json here/],
    ["the manifest is broken", "{", /package\.json: not valid JSON/],
    ["the manifest is no object", "[]", /package\.json: there is no object in it/],
    ["there is no terminal", "{}", /no terminal to ask on/],
  ])("says in one line when %s", async (_, manifest, line) => {
    if (manifest !== undefined) folder.put("package.json", manifest);
    const { code, err } = await folder.command("init");
    expect([code, err.trimEnd().split("\n")]).toEqual([2, [expect.stringMatching(line)]]);
  });
});

describe("a configuration that is there", () => {
  it.each([
    [
      "a list with an item a line",
      "import js from '@eslint/js'\n\nexport default [\n  js.configs.recommended,\n  { rules: {} }, // ours\n]\n",
      "import js from '@eslint/js'\nimport agentLoop from 'eslint-plugin-agent-loop'\n\nexport default [\n  js.configs.recommended,\n  { rules: {} }, // ours\n  agentLoop.configs.recommended,\n]\n",
    ],
    [
      "defineConfig",
      'import { defineConfig } from "eslint/config";\nexport default defineConfig({ rules: {} });\n',
      'import { defineConfig } from "eslint/config";\nimport agentLoop from "eslint-plugin-agent-loop";\nexport default defineConfig({ rules: {} }, agentLoop.configs.recommended);\n',
    ],
    [
      "typescript-eslint's config with a list of a line each",
      'import tseslint from "typescript-eslint";\nexport default tseslint.config(\n  tseslint.configs.recommended\n);\n',
      'import tseslint from "typescript-eslint";\nimport agentLoop from "eslint-plugin-agent-loop";\nexport default tseslint.config(\n  tseslint.configs.recommended,\n  agentLoop.configs.recommended\n);\n',
    ],
    ["CommonJS", "module.exports = [{}];\n", 'const agentLoop = require("eslint-plugin-agent-loop");\nmodule.exports = [{}, agentLoop.configs.recommended];\n'],
    ["a constant that is exported", "const list = [{}];\nexport default list;\n", 'import agentLoop from "eslint-plugin-agent-loop";\nconst list = [{}, agentLoop.configs.recommended];\nexport default list;\n'],
  ])("is added to: %s", (_, before, after) => {
    expect(addToEslintConfig("eslint.config.js", before)).toBe(after);
    expect(addToEslintConfig("eslint.config.js", after)).toBe(after);
  });

  it.each([["a function of its own", "export default antfu();\n"], ["what does not parse", "export default [;\n"], ["nothing exported", "const a = 1;\n"]])("is left alone: %s", (_, text) => {
    expect(addToEslintConfig("eslint.config.js", text)).toBeUndefined();
  });
});
