import { parseArgs, type ParseArgsConfig } from "node:util";
import { allRules, didYouMean, InputError, type Shard } from "@agent-loop/engine";
import type { CheckCommand } from "./check.js";
import type { FixCommand } from "./fix.js";
import { FORMAT_NAMES } from "./formats/all-formats.js";
import type { InitCommand } from "./init.js";
import type { MergeCommand } from "./merge.js";
import type { Publication } from "./publish.js";

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | CheckCommand
  | FixCommand
  | InitCommand
  | MergeCommand
  | { readonly name: "explain"; readonly file: string; readonly line: number | undefined };

const COMMANDS = ["check", "fix", "explain", "merge", "init"] as const;

const OPTIONS = {
  preset: { type: "string" },
  config: { type: "string" },
  format: { type: "string", short: "f" },
  output: { type: "string", short: "o" },
  "max-warnings": { type: "string" },
  quiet: { type: "boolean" },
  "exit-zero": { type: "boolean" },
  baseline: { type: "string" },
  "update-baseline": { type: "boolean" },
  since: { type: "string" },
  "require-reasons": { type: "boolean" },
  stats: { type: "boolean" },
  shard: { type: "string" },
  cache: { type: "boolean" },
  "cache-location": { type: "string" },
  rule: { type: "string", multiple: true },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  "allow-dirty": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const satisfies ParseArgsConfig["options"];

/** Which options a command takes; those of another one would be ignored without a word. */
const TAKEN: Readonly<Record<(typeof COMMANDS)[number], readonly (keyof typeof OPTIONS)[]>> = {
  check: [
    "preset",
    "config",
    "format",
    "output",
    "max-warnings",
    "quiet",
    "exit-zero",
    "baseline",
    "update-baseline",
    "since",
    "require-reasons",
    "stats",
    "shard",
    "cache",
    "cache-location",
  ],
  fix: ["preset", "config", "rule", "dry-run", "yes", "allow-dirty"],
  explain: [],
  merge: ["format", "output", "max-warnings", "quiet", "exit-zero"],
  init: ["yes", "dry-run"],
};

/**
 * Reads the arguments of the command.
 *
 * @throws InputError that names what is not understood and what is.
 */
export function readCommandLine(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.help || (name === undefined && !values.version)) return { name: "help" };
  if (values.version) return { name: "version" };
  refuseOthers(
    COMMANDS.find((command) => command === name),
    values,
  );
  switch (name) {
    case "check":
      return {
        name,
        paths: rest.length === 0 ? ["."] : rest,
        preset: oneOf("--preset", values.preset, ["recommended", "strict"]),
        config: values.config,
        baseline: baselineOf(values),
        updateBaseline: values["update-baseline"] ?? false,
        since: values.since,
        requireReasons: values["require-reasons"] ?? false,
        stats: values.stats ?? false,
        shard: shard(values.shard),
        cache: (values.cache ?? false) || values["cache-location"] !== undefined,
        cacheLocation: values["cache-location"],
        ...publication(values),
      };
    case "merge":
      if (rest.length === 0)
        throw new InputError("merge takes reports that check --format json has written: agent-loop merge <report…>");
      return { name, reports: rest, ...publication(values) };
    case "fix":
      return {
        name,
        paths: rest.length === 0 ? ["."] : rest,
        preset: oneOf("--preset", values.preset, ["recommended", "strict"]),
        config: values.config,
        rules: (values.rule ?? []).map(ruleId),
        dryRun: values["dry-run"] ?? false,
        yes: values.yes ?? false,
        allowDirty: values["allow-dirty"] ?? false,
      };
    case "init":
      if (rest.length > 0) throw new InputError("init sets up the current folder and takes no path.");
      return { name, yes: values.yes ?? false, dryRun: values["dry-run"] ?? false };
    case "explain": {
      const [place, extra] = rest;
      if (place === undefined || extra !== undefined)
        throw new InputError("explain takes one file: agent-loop explain <file>[:line]");
      const [, file = place, line] = /^(.+?)(?::(\d+))?(?::\d+)?$/.exec(place) ?? [];
      return { name, file, line: line === undefined ? undefined : Number(line) };
    }
    default:
      throw new InputError(
        `Unknown command "${name}".${didYouMean(name ?? "", COMMANDS)} Commands are ${listed(COMMANDS, "and")}; see agent-loop --help.`,
      );
  }
}

type Values = ReturnType<typeof parse>["values"];

function publication(values: Values): Publication {
  return {
    format: oneOf("--format", values.format, FORMAT_NAMES) ?? "stylish",
    output: values.output,
    maxWarnings: count("--max-warnings", values["max-warnings"]),
    quiet: values.quiet ?? false,
    exitZero: values["exit-zero"] ?? false,
  };
}

function baselineOf({ baseline, "update-baseline": update, shard: part }: Values): string | undefined {
  if (update === true && baseline === undefined) throw new InputError("--update-baseline needs --baseline <file>.");
  // Each part would write a file of its own findings over the others'.
  if (part !== undefined && baseline !== undefined) throw new InputError("--baseline cannot be used with --shard.");
  return baseline;
}

function shard(given: string | undefined): Shard | undefined {
  if (given === undefined) return undefined;
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
  if (part < 1 || part > of) throw new InputError(`--shard must be a part and their number, like 1/3, not "${given}".`);
  return { part, of };
}

function refuseOthers(command: (typeof COMMANDS)[number] | undefined, values: Values): void {
  if (command === undefined) return;
  for (const option of Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]) {
    if (values[option] === undefined || TAKEN[command].includes(option)) continue;
    const owners = COMMANDS.filter((name) => TAKEN[name].includes(option));
    throw new InputError(`--${option} is an option of ${listed(owners, "and")}, not of ${command}.`);
  }
}

function ruleId(given: string): string {
  const id = given.replace(/^agent-loop\//, "");
  const known = allRules.map((rule) => rule.id);
  if (!known.includes(id)) throw new InputError(`--rule: there is no rule "${given}".${didYouMean(id, known)}`);
  return id;
}

function listed(names: readonly string[], word: "and" | "or"): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} ${word} ${last}`;
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's own sentence names the option; its advice on `--` is about something else.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\. To specify|\. Did you/);
    const [, unknown] = /^Unknown option '(--[^'=]+)/.exec(sentence) ?? [];
    const names = Object.keys(OPTIONS).map((name) => `--${name}`);
    const hint = unknown === undefined ? "" : didYouMean(unknown, names);
    throw new InputError(`${sentence.replace(/\.?$/, ".")}${hint} See agent-loop --help.`);
  }
}

function oneOf<const Name extends string>(
  option: string,
  given: string | undefined,
  allowed: readonly Name[],
): Name | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((name) => name === given);
  if (found === undefined)
    throw new InputError(`${option} must be ${listed(allowed, "or")}, not "${given}".${didYouMean(given, allowed)}`);
  return found;
}

function count(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given)) throw new InputError(`${option} must be a whole number, not "${given}".`);
  return Number(given);
}
