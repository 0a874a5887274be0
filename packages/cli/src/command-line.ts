import { parseArgs, type ParseArgsConfig } from "node:util";
import { InputError, type Preset } from "@agent-loop/engine";
import type { FixCommand } from "./fix.js";

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | CheckCommand
  | FixCommand
  | { readonly name: "explain"; readonly file: string; readonly line: number | undefined };

export interface CheckCommand {
  readonly name: "check";
  readonly paths: readonly string[];
  readonly preset: Preset | undefined;
  readonly config: string | undefined;
  readonly format: Format;
  readonly maxWarnings: number | undefined;
  readonly quiet: boolean;
}

export type Format = "stylish" | "json";

const OPTIONS = {
  preset: { type: "string" },
  config: { type: "string" },
  format: { type: "string" },
  "max-warnings": { type: "string" },
  quiet: { type: "boolean" },
  rule: { type: "string", multiple: true },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  "allow-dirty": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const satisfies ParseArgsConfig["options"];

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
  switch (name) {
    case "check":
      return {
        name,
        paths: rest.length === 0 ? ["."] : rest,
        preset: oneOf("--preset", values.preset, ["recommended", "strict"]),
        config: values.config,
        format: oneOf("--format", values.format, ["stylish", "json"]) ?? "stylish",
        maxWarnings: count("--max-warnings", values["max-warnings"]),
        quiet: values.quiet ?? false,
      };
    case "fix":
      return {
        name,
        paths: rest.length === 0 ? ["."] : rest,
        preset: oneOf("--preset", values.preset, ["recommended", "strict"]),
        config: values.config,
        rules: (values.rule ?? []).map((rule) => rule.replace(/^agent-loop\//, "")),
        dryRun: values["dry-run"] ?? false,
        yes: values.yes ?? false,
        allowDirty: values["allow-dirty"] ?? false,
      };
    case "explain": {
      const [place, extra] = rest;
      if (place === undefined || extra !== undefined) throw new InputError("explain takes one file: agent-loop explain <file>[:line]");
      const [, file = place, line] = /^(.+?)(?::(\d+))?(?::\d+)?$/.exec(place) ?? [];
      return { name, file, line: line === undefined ? undefined : Number(line) };
    }
    default:
      throw new InputError(`Unknown command "${name}". Commands are check, fix and explain; see agent-loop --help.`);
  }
}

function parse(args: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's own sentence names the option; its advice on `--` is about something else.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\. To specify|\. Did you/);
    throw new InputError(`${sentence.replace(/\.?$/, ".")} See agent-loop --help.`);
  }
}

function oneOf<const Name extends string>(option: string, given: string | undefined, allowed: readonly Name[]): Name | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((name) => name === given);
  if (found === undefined) throw new InputError(`${option} must be ${allowed.join(" or ")}, not "${given}".`);
  return found;
}

function count(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given)) throw new InputError(`${option} must be a whole number, not "${given}".`);
  return Number(given);
}
