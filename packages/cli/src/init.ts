import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@agent-loop/engine";
import type { Console, ExitCode } from "./console.js";
import { fileError } from "./file-errors.js";
import { sdkSentences } from "./known-sdks.js";
import { isAskedFor, parseManifest, type Manifest } from "./manifest.js";
import { packageManagerOf } from "./package-manager.js";
import { planOf, SCRIPT } from "./setup-plan.js";
import { unifiedDiff } from "./unified-diff.js";
import { writeFile } from "./write-file.js";

export interface InitCommand {
  readonly name: "init";
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** Sets a project up: the plugin where there is an ESLint that it serves, a script that runs the command elsewhere. Shows what it would change, and asks. */
export async function init({ yes, dryRun }: InitCommand, io: Console): Promise<ExitCode> {
  const { cwd } = io;
  const text = readManifest(cwd);
  if (text === undefined)
    throw new InputError(
      "init sets up a project, and there is no package.json here. To look at a folder as it is: agent-loop check",
    );
  const manifest = parseManifest(text);
  const { add, run, exec } = packageManagerOf(cwd);
  const plan = planOf(cwd, text, manifest);
  const { change } = plan;

  for (const note of plan.notes) io.err(`${note}\n`);
  if (change === undefined || change.before === change.after) {
    if (change !== undefined) io.err(`${change.file} is set up already.\n`);
  } else if (dryRun) io.out(unifiedDiff(change.file, change.before, change.after));
  else {
    if (!yes && io.ask === undefined)
      throw new InputError(
        "init asks before it changes a file, and there is no terminal to ask on. Use --dry-run to see the change, or --yes to make it.",
      );
    if (!yes) io.out(`${unifiedDiff(change.file, change.before, change.after)}\n`);
    if (!yes && !/^y(?:es)?$/i.test((await io.ask?.(`Change ${change.file} like this? [y]es, [n]o: `))?.trim() ?? ""))
      return 0;
    writeFile(join(cwd, change.file), change.after, change.file);
    io.err(`${change.file} is set up.\n`);
  }
  for (const sentence of sdkSentences({ ...manifest.dependencies, ...manifest.devDependencies }))
    io.err(`${sentence}\n`);
  const missing = plan.needs.filter((name) => !isAskedFor(manifest, name));
  if (missing.length > 0) io.err(`To install it: ${add} ${missing.join(" ")}\n`);
  const lint = plan.serves === "eslint" ? lintScript(manifest) : SCRIPT;
  io.err(`Then: ${lint === undefined ? `${exec} eslint .` : `${run} ${lint}`}\n`);
  return 0;
}

/** The script by which the project runs ESLint, which knows on what. */
function lintScript({ scripts = {} }: Manifest): string | undefined {
  const running = Object.keys(scripts).filter(
    (name) => /(?:^|[\s;&|])eslint(?:\s|$)/.test(scripts[name] ?? "") && !/--fix\b/.test(scripts[name] ?? ""),
  );
  return running.find((name) => name === "lint") ?? running[0];
}

function readManifest(cwd: string): string | undefined {
  try {
    return readFileSync(join(cwd, "package.json"), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw fileError("package.json", "read", error);
  }
}
