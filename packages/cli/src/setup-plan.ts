import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { InputError } from "@agent-loop/engine";
import { addToEslintConfig } from "./eslint-config-edit.js";
import { isAskedFor, parseManifest, type Manifest } from "./manifest.js";
import { repositoryRoot } from "./repository-root.js";

const PLUGIN = "eslint-plugin-agent-loop";
const ESLINT_CONFIGS = ["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `eslint.config.${ending}`);
const OLD_CONFIGS = ["", ".js", ".cjs", ".json", ".yaml", ".yml"].map((ending) => `.eslintrc${ending}`);
/** Of the versions that the plugin serves. */
const OLDEST_ESLINT = 9;
/** The script that runs the command. */
export const SCRIPT = "lint:agents";

/** A file as it would become. */
export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** How a project is set up. */
export interface Plan {
  readonly serves: "eslint" | "command";
  /** `undefined` when it has to be made by hand; a note says how. */
  readonly change: Change | undefined;
  readonly notes: readonly string[];
  /** Packages that have to be there. */
  readonly needs: readonly string[];
}

/**
 * How the project in a folder is set up: with the plugin where there is an ESLint that it serves, with a script that runs the command elsewhere.
 *
 * @throws InputError where another folder is the one to set up.
 */
export function planOf(cwd: string, text: string, manifest: Manifest): Plan {
  const flat = ESLINT_CONFIGS.find((name) => existsSync(join(cwd, name)));
  const command = (...notes: readonly string[]): Plan => ({
    serves: "command",
    change: scriptChange(text, manifest),
    notes,
    needs: ["agent-loop"],
  });
  const major = eslintMajor(cwd, manifest);
  if (major !== undefined && major < OLDEST_ESLINT)
    return command(
      `The plugin serves ESLint ${OLDEST_ESLINT} and newer, and here it is ${major}: the command lints without it.`,
    );
  if (flat !== undefined) return existingConfig(cwd, flat);
  const old = OLD_CONFIGS.find((name) => existsSync(join(cwd, name)));
  if (old !== undefined)
    return command(
      `${old} is a configuration of an older kind, which the plugin does not serve: the command lints without it.`,
    );
  const above = configAbove(cwd);
  if (above !== undefined)
    throw new InputError(`The ESLint configuration that holds here is ${above}. Run init in its folder.`);
  return isAskedFor(manifest, "eslint") ? newConfig(cwd, manifest) : command();
}

function existingConfig(cwd: string, file: string): Plan {
  const before = readText(join(cwd, file)) ?? "";
  const after = addToEslintConfig(file, before);
  const notes =
    after === undefined
      ? [
          `${file} is written in a way that is not changed by itself. Import "${PLUGIN}" in it and add the plugin's configs.recommended to the list.`,
        ]
      : [];
  // A shared configuration may bring a parser along unseen.
  if (existsSync(join(cwd, "tsconfig.json")) && !/typescript|\bts\b/.test(before) && !/\.\.\.|\w\(/.test(before))
    notes.push(
      `${file} has no parser for TypeScript, without which ESLint does not look at such files: see typescript-eslint.`,
    );
  return {
    serves: "eslint",
    change: after === undefined ? undefined : { file, before, after },
    notes,
    needs: [PLUGIN],
  };
}

function newConfig(cwd: string, manifest: Manifest): Plan {
  const isTyped = existsSync(join(cwd, "tsconfig.json"));
  const parserOnly =
    isTyped && !isAskedFor(manifest, "typescript-eslint") && isAskedFor(manifest, "@typescript-eslint/parser");
  const [parserPackage, name, parser] = parserOnly
    ? ["@typescript-eslint/parser", "parser", "parser"]
    : ["typescript-eslint", "tseslint", "tseslint.parser"];
  const isModule = manifest.type === "module";
  const load = (local: string, from: string): string =>
    isModule ? `import ${local} from "${from}";\n` : `const ${local} = require("${from}");\n`;
  const typed = isTyped
    ? `  { files: ["**/*.ts", "**/*.tsx"], languageOptions: { parser${parser === "parser" ? "" : `: ${parser}`} } },\n`
    : "";
  const after = `${load("agentLoop", PLUGIN)}${isTyped ? load(name, parserPackage) : ""}\n${isModule ? "export default" : "module.exports ="} [\n${typed}  agentLoop.configs.recommended,\n];\n`;
  return {
    serves: "eslint",
    change: { file: "eslint.config.js", before: "", after },
    notes: [],
    needs: isTyped ? [PLUGIN, parserPackage] : [PLUGIN],
  };
}

/** The major version of ESLint that is installed, or else asked for; `undefined` when neither is known. */
function eslintMajor(cwd: string, { dependencies, devDependencies }: Manifest): number | undefined {
  const installed = readText(join(cwd, "node_modules/eslint/package.json"));
  const version =
    installed === undefined
      ? (devDependencies?.["eslint"] ?? dependencies?.["eslint"])
      : parseManifest(installed).version;
  const [, major] = /^[\^~>=v ]*(\d+)/.exec(version ?? "") ?? [];
  return major === undefined ? undefined : Number(major);
}

/** The path to a flat configuration in a folder above, within the repository. */
function configAbove(cwd: string): string | undefined {
  const root = repositoryRoot(cwd);
  for (let folder = cwd; folder !== root && dirname(folder) !== folder;) {
    folder = dirname(folder);
    const found = ESLINT_CONFIGS.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return relative(cwd, found).replaceAll("\\", "/");
  }
  return undefined;
}

function scriptChange(text: string, manifest: Manifest): Change {
  const file = "package.json";
  if (manifest.scripts?.[SCRIPT] !== undefined) return { file, before: text, after: text };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const after = JSON.stringify(
    { ...manifest, scripts: { ...manifest.scripts, [SCRIPT]: "agent-loop check" } },
    undefined,
    indent,
  );
  return { file, before: text, after: text.endsWith("\n") ? `${after}\n` : after };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
