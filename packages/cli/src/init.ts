import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@agent-loop/engine";
import type { Console, ExitCode } from "./console.js";
import { addToEslintConfig } from "./eslint-config-edit.js";
import { fileError } from "./file-errors.js";
import { unifiedDiff } from "./unified-diff.js";
import { writeFile } from "./write-file.js";

export interface InitCommand {
  readonly name: "init";
  readonly yes: boolean;
  readonly dryRun: boolean;
}

const PLUGIN = "eslint-plugin-agent-loop";
const ESLINT_CONFIGS = ["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `eslint.config.${ending}`);
const OLD_CONFIGS = ["js", "cjs", "json", "yaml", "yml"].map((ending) => `.eslintrc.${ending}`);
const SCRIPT = "lint:agents";

/** Each package manager by its lockfile, and how it adds something that is used in development. */
const MANAGERS = [
  ["pnpm-lock.yaml", "pnpm add --save-dev"],
  ["yarn.lock", "yarn add --dev"],
  ["bun.lock", "bun add --dev"],
  ["bun.lockb", "bun add --dev"],
  ["package-lock.json", "npm install --save-dev"],
] as const;

interface Manifest {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A file as it would become. */
interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Sets a project up: the plugin where there is ESLint, a script that runs the command where there is none. Shows what it would change, and asks. */
export async function init({ yes, dryRun }: InitCommand, io: Console): Promise<ExitCode> {
  const text = readText(join(io.cwd, "package.json"));
  if (text === undefined) throw new InputError("init sets up a project, and there is no package.json here. To look at a folder as it is: agent-loop check");
  const manifest = parseManifest(text);
  const hasEslint = ESLINT_CONFIGS.some((file) => existsSync(join(io.cwd, file))) || isInstalled(manifest, "eslint");
  const wanted = hasEslint ? PLUGIN : "agent-loop";
  const change = hasEslint ? eslintChange(io.cwd, manifest) : scriptChange(text, manifest);

  if (typeof change === "string") io.err(`${change}\n`);
  else if (change.before === change.after) io.err(`${change.file} is set up already.\n`);
  else if (dryRun) io.out(unifiedDiff(change.file, change.before, change.after));
  else {
    if (!yes && io.ask === undefined) throw new InputError("init asks before it changes a file, and there is no terminal to ask on. Use --dry-run to see the change, or --yes to make it.");
    if (!yes) io.out(`${unifiedDiff(change.file, change.before, change.after)}\n`);
    if (!yes && !/^y(?:es)?$/i.test((await io.ask?.(`Change ${change.file} like this? [y]es, [n]o: `))?.trim() ?? "")) return 0;
    write(io.cwd, change);
    io.err(`${change.file} is set up.\n`);
  }
  if (!isInstalled(manifest, wanted)) io.err(`To install it: ${addCommand(io.cwd)} ${wanted}\n`);
  io.err(hasEslint ? "Then: npx eslint .\n" : `Then: npm run ${SCRIPT}\n`);
  return 0;
}

/** What has to be done by hand, when it cannot be written. */
function eslintChange(cwd: string, manifest: Manifest): Change | string {
  const file = ESLINT_CONFIGS.find((name) => existsSync(join(cwd, name)));
  if (file !== undefined) {
    const before = readText(join(cwd, file)) ?? "";
    const after = addToEslintConfig(file, before);
    return after === undefined ? `${file} is written in a way that is not changed by itself. Import "${PLUGIN}" in it and add the plugin's configs.recommended to the list.` : { file, before, after };
  }
  const old = OLD_CONFIGS.find((name) => existsSync(join(cwd, name)));
  if (old !== undefined) return `${old} is a configuration of an older kind, which the plugin does not serve. "agent-loop check" lints without ESLint.`;
  const typed = existsSync(join(cwd, "tsconfig.json")) && isInstalled(manifest, "typescript-eslint");
  const isModule = manifest.type === "module";
  const after = isModule
    ? `import agentLoop from "${PLUGIN}";\n${typed ? 'import tseslint from "typescript-eslint";\n' : ""}\nexport default [\n${typed ? TYPED : ""}  agentLoop.configs.recommended,\n];\n`
    : `const agentLoop = require("${PLUGIN}");\n${typed ? 'const tseslint = require("typescript-eslint");\n' : ""}\nmodule.exports = [\n${typed ? TYPED : ""}  agentLoop.configs.recommended,\n];\n`;
  return { file: "eslint.config.js", before: "", after };
}

const TYPED = '  { files: ["**/*.ts", "**/*.tsx"], languageOptions: { parser: tseslint.parser } },\n';

function scriptChange(text: string, manifest: Manifest): Change {
  const file = "package.json";
  if (manifest.scripts?.[SCRIPT] !== undefined) return { file, before: text, after: text };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const after = JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, [SCRIPT]: "agent-loop check" } }, undefined, indent);
  return { file, before: text, after: text.endsWith("\n") ? `${after}\n` : after };
}

function write(cwd: string, { file, after }: Change): void {
  try {
    writeFile(join(cwd, file), after);
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

function parseManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw new InputError(`package.json: not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isInstalled({ dependencies = {}, devDependencies = {} }: Manifest, name: string): boolean {
  return name in dependencies || name in devDependencies;
}

function addCommand(cwd: string): string {
  return MANAGERS.find(([lockfile]) => existsSync(join(cwd, lockfile)))?.[1] ?? "npm install --save-dev";
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
