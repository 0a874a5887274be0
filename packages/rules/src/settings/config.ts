import { DEFAULT_SETTINGS, type AnalysisSettings } from "@agent-loop/analysis";
import { allRules } from "../all-rules.js";
import type { Preset, Severity } from "../finding.js";
import { presetRules, type PresetRule } from "../presets.js";
import type { AnyRule, Json } from "../rule.js";
import { analysisProperties } from "./analysis-settings.js";
import type { JsonSchema } from "./json-schema.js";
import { findProblems, type SettingsProblem } from "./problems.js";

export type RuleLevel = Severity | "off";
export type RuleEntry = RuleLevel | readonly [RuleLevel] | readonly [RuleLevel, Readonly<Record<string, Json>>];

/** What `agent-loop.config.json` says, complete: for the command and the language server. */
export interface Config {
  readonly preset: Preset;
  /** Changes to the preset, by rule id. */
  readonly rules: Readonly<Record<string, RuleEntry>>;
  /** Globs of files that are not looked at, relative to the folder of the file. */
  readonly ignore: readonly string[];
  readonly settings: AnalysisSettings;
}

export const DEFAULT_CONFIG: Config = { preset: "recommended", rules: {}, ignore: [], settings: DEFAULT_SETTINGS };

const level: JsonSchema = { enum: ["off", "warn", "error"] };

function entryOf(rule: AnyRule): JsonSchema {
  const options: JsonSchema = {
    type: "object",
    // Rules write their options in the same part of JSON Schema.
    properties: rule.schema as Readonly<Record<string, JsonSchema>>,
    additionalProperties: false,
  };
  return {
    title: '"off", "warn" or "error", or a list of that and the rule\'s options',
    description: `${rule.summary}.`,
    anyOf: [level, { type: "array", prefixItems: [level, options] }],
  };
}

/** JSON schema of `agent-loop.config.json`. */
export const configSchema: JsonSchema = {
  type: "object",
  properties: {
    $schema: { type: "string", description: "Where this schema lies, for editors." },
    preset: { enum: ["recommended", "strict"], default: "recommended", description: "The set of rules to start from." },
    rules: {
      type: "object",
      properties: Object.fromEntries(allRules.map((rule) => [rule.id, entryOf(rule)])),
      additionalProperties: false,
      description: "What differs from the preset.",
    },
    ignore: {
      type: "array",
      items: { type: "string", minLength: 1 },
      default: [],
      description: "Globs of files that are not looked at, relative to this file's folder.",
    },
    ...analysisProperties,
  },
  additionalProperties: false,
};

export interface ReadConfig {
  /** The configuration; the default one when there are problems. */
  readonly config: Config;
  readonly problems: readonly SettingsProblem[];
}

/** Reads the content of a settings file or of an editor's settings. */
export function readConfig(given: unknown): ReadConfig {
  const problems = findProblems(given, configSchema);
  if (problems.length > 0) return { config: DEFAULT_CONFIG, problems };
  // Checked against the schema that describes this very type.
  const {
    preset,
    rules,
    ignore,
    $schema: _,
    ...settings
  } = given as Partial<Omit<Config, "settings">> & Partial<AnalysisSettings> & { $schema?: string };
  return {
    config: {
      preset: preset ?? DEFAULT_CONFIG.preset,
      rules: rules ?? {},
      ignore: ignore ?? [],
      settings: { ...DEFAULT_SETTINGS, ...settings },
    },
    problems,
  };
}

/** The rules that a configuration turns on, each with its severity and options. */
export function activeRules({ preset, rules }: Pick<Config, "preset" | "rules">): readonly PresetRule[] {
  const inPreset = new Map(presetRules(preset).map((active) => [active.rule.id, active]));
  return allRules.flatMap((rule) => {
    const base = inPreset.get(rule.id);
    const entry = rules[rule.id];
    if (entry === undefined) return base === undefined ? [] : [base];
    const [severity, options = {}] = typeof entry === "string" ? [entry] : entry;
    return severity === "off" ? [] : [{ rule, severity, options: { ...(base?.options ?? rule.defaults), ...options } }];
  });
}
