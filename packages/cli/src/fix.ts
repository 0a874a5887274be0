import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import {
  ConfigFiles,
  DiskSources,
  InputError,
  lintPaths,
  readConfigFile,
  workspaceRoot,
  type Config,
  type Preset,
  type Unfinished,
} from "@agent-loop/engine";
import pico from "picocolors";
import { counted } from "./counted.js";
import type { Console, ExitCode } from "./console.js";
import { codeFrame, printable } from "./formats/code-frame.js";
import { hasChanges } from "./git-tree.js";
import { Mending, type Mend } from "./mending.js";
import { unfinishedPlaces } from "./unfinished-places.js";
import { unifiedDiff } from "./unified-diff.js";
import { writeFile } from "./write-file.js";

export interface FixCommand {
  readonly name: "fix";
  readonly paths: readonly string[];
  readonly preset: Preset | undefined;
  readonly config: string | undefined;
  /** Rules to mend; all when empty. */
  readonly rules: readonly string[];
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly allowDirty: boolean;
}

type Answer = "yes" | "no" | "all" | "quit";

/** Applies suggestions to files: after a look at each, all at once, or only on paper. */
export async function fix(command: FixCommand, io: Console): Promise<ExitCode> {
  const { dryRun, yes, allowDirty, rules } = command;
  if (!dryRun && !yes && io.ask === undefined) {
    throw new InputError(
      "fix asks before each change, and there is no terminal to ask on. Use --dry-run to see the changes, or --yes to make them.",
    );
  }
  const { files: found, others } = await filesToMend(command, io.cwd);
  // A path may lead into another repository than the one round the current folder.
  if (!dryRun && !allowDirty && hasChanges([io.cwd, ...found.map(({ path }) => dirname(path))])) {
    throw new InputError(
      "There are changes that are not committed, and a mend would get mixed up with them. Commit or stash them, or use --allow-dirty.",
    );
  }

  let answer: Answer = dryRun || yes ? "all" : "yes";
  let mends = 0;
  let files = 0;
  const toWrite: string[] = [];
  for (const { path, config } of found) {
    const raw = readFileSync(path, "utf8");
    const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
    const shown = relative(io.cwd, path).replaceAll("\\", "/");
    const port = new DiskSources([workspaceRoot(dirname(path))]);
    const unfinished: Unfinished[] = [];
    const mending = new Mending({ path, text: raw.slice(mark.length), config, port }, rules);
    for (let mend = mending.next(); mend !== undefined; mend = mending.next()) {
      if (answer !== "all") {
        show(shown, mend, io);
        answer = await ask(io);
        if (answer === "quit") break;
      }
      if (answer === "no") {
        mending.leave(mend);
        continue;
      }
      mending.take(mend);
      unfinished.push(...mend.steps.flatMap(({ suggestion }) => suggestion.unfinished ?? []));
    }
    if (mending.taken > 0) {
      files++;
      mends += mending.taken;
      const after = mark + mending.text;
      if (dryRun) io.out(unifiedDiff(shown, raw, after));
      else save(path, shown, raw, after);
      toWrite.push(...unfinishedPlaces(after, unfinished).map(({ line, what }) => `${shown}:${line} ${what}`));
    }
    if (answer === "quit") break;
  }
  io.err(`${dryRun ? "Would mend" : "Mended"} ${counted(mends, "finding")} in ${counted(files, "file")}.\n`);
  if (toWrite.length > 0) io.err(`Left for you to write:\n${toWrite.map((each) => `  ${each}\n`).join("")}`);
  if (others > 0)
    io.err(
      `${counted(others, "finding")} can be mended by nobody but you: agent-loop check shows ${others === 1 ? "it" : "them"}.\n`,
    );
  return 0;
}

interface Found {
  readonly files: readonly { readonly path: string; readonly config: Config }[];
  /** How many findings have no mend that could be written honestly. */
  readonly others: number;
}

async function filesToMend({ paths, preset, config: configFile, rules }: FixCommand, cwd: string): Promise<Found> {
  const results = await lintPaths({
    targets: paths,
    cwd,
    ...(configFile !== undefined && { configFile }),
    ...(preset !== undefined && { preset }),
  });
  const configs = new ConfigFiles();
  const fixed = configFile === undefined ? undefined : readConfigFile(resolve(cwd, configFile));
  const wanted = results.map(({ path, findings }) => ({
    path,
    findings: findings.filter(({ rule }) => rules.length === 0 || rules.includes(rule)),
  }));
  const files = wanted
    .filter(({ findings }) => findings.some(({ suggestions }) => suggestions.length > 0))
    .map(({ path }) => {
      const config = fixed ?? configs.for(dirname(path));
      return { path, config: preset === undefined ? config : { ...config, preset } };
    });
  return {
    files,
    others: wanted.flatMap(({ findings }) => findings).filter(({ suggestions }) => suggestions.length === 0).length,
  };
}

/** The findings of a loop with the lines they are about, then everything that would be changed there. */
function show(path: string, { steps, before, after }: Mend, { out, colour }: Console): void {
  const paint = pico.createColors(colour);
  let framed: number | undefined;
  const findings = steps.map(({ finding, original }) => {
    const { from, to, message, rule } = original ?? finding;
    if (original === undefined) return `Then it would be ${rule}\n${printable(message)}\n`;
    const head = `${paint.bold(`${path}:${from.line}:${from.column}`)} ${rule}\n${printable(message)}\n`;
    // A line that several findings are about is shown once.
    if (framed === from.line) return head;
    framed = from.line;
    const frame = codeFrame(before, from, to).map(({ kind, text }) =>
      kind === "around" ? paint.dim(text) : kind === "carets" ? paint.red(text) : text,
    );
    return `${head}\n${frame.join("\n")}\n`;
  });
  const titles = steps.map(({ suggestion }) => paint.bold(printable(suggestion.title)));
  // What stands in a file must not get to steer the terminal.
  const diff = unifiedDiff(path, before, after)
    .split("\n")
    .map((line) => paintLine(line.split("\t").map(printable).join("\t"), paint));
  out(`\n${findings.join("\n")}\n${titles.join("\n")}:\n\n${diff.join("\n")}\n`);
}

function paintLine(line: string, paint: ReturnType<typeof pico.createColors>): string {
  if (/^(?:---|\+\+\+) /.test(line)) return paint.bold(line);
  if (line.startsWith("@@")) return paint.cyan(line);
  return line.startsWith("+") ? paint.green(line) : line.startsWith("-") ? paint.red(line) : line;
}

async function ask(io: Console): Promise<Answer> {
  for (;;) {
    const said = (await io.ask?.("Apply this change? [y]es, [n]o, [a]ll, [q]uit: "))?.trim().toLowerCase();
    // The end of the input is the end of the session.
    if (said === undefined) return "quit";
    const answer = (["yes", "no", "all", "quit"] as const).find((each) => said !== "" && each.startsWith(said));
    if (answer !== undefined) return answer;
  }
}

function save(path: string, shown: string, before: string, after: string): void {
  if (readFileSync(path, "utf8") !== before)
    throw new InputError(`${shown} has changed in the meantime and was left as it is. Run fix again.`);
  writeFile(path, after, shown);
}
