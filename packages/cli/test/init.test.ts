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
