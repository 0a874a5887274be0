import { DEFAULT_SETTINGS, type AnalysisSettings } from "@agent-loop/analysis";
import type { JsonSchema } from "./json-schema.js";
import { findProblems, type SettingsProblem } from "./problems.js";

const callee: JsonSchema = {
  title: 'a name as it is written in the code ("llm.complete") or { "module": "…", "export": "…" }',
  anyOf: [
    { type: "string", minLength: 1 },
    {
      type: "object",
      properties: { module: { type: "string", minLength: 1 }, export: { type: "string", minLength: 1 } },
      required: ["module", "export"],
      additionalProperties: false,
    },
  ],
};

function callees(description: string): JsonSchema {
  return { type: "array", items: callee, default: [], description };
}

/** The settings that the analysis reads, the same in every host. */
export const analysisProperties: Readonly<Record<keyof AnalysisSettings, JsonSchema>> = {
  modelCalls: callees("In-house functions that ask a language model for a reply."),
  toolCalls: callees("In-house functions that run the tool a model asked for."),
  effects: callees("In-house functions that change the world outside: write, send, pay, deploy."),
  oracles: callees("In-house functions whose own result, not the model's reply, says that the work is done."),
  bounds: callees("In-house functions that end the loop, or throw, when an allowance is spent."),
  humanGates: callees("In-house functions that wait for a person's answer."),
  evidence: {
    enum: ["proven", "shaped", "named"],
    default: DEFAULT_SETTINGS.evidence,
    description: "How sure a model call has to be: by its origin, by how its result is used, or by its name alone.",
  },
  crossFile: {
    type: "boolean",
    default: DEFAULT_SETTINGS.crossFile,
    description: "Whether functions of other files are read.",
  },
  maxRounds: {
    type: "integer",
    minimum: 1,
    default: DEFAULT_SETTINGS.maxRounds,
    description: "A step limit above this many rounds counts as none.",
  },
  scaffold: {
    enum: ["inline", "guard"],
    default: DEFAULT_SETTINGS.scaffold,
    description: "What suggestions insert: plain code, or calls of @agent-loop/guard.",
  },
  maxSteps: {
    type: "integer",
    minimum: 1,
    default: DEFAULT_SETTINGS.maxSteps,
    description: "The step ceiling that suggestions insert.",
  },
  tokenBudget: {
    type: "integer",
    minimum: 1,
    default: DEFAULT_SETTINGS.tokenBudget,
    description: "The token budget that suggestions insert.",
  },
};

const schema: JsonSchema = { type: "object", properties: analysisProperties, additionalProperties: false };

export interface ReadSettings {
  /** The settings, with defaults where nothing valid was given. */
  readonly settings: AnalysisSettings;
  readonly problems: readonly SettingsProblem[];
}

/** Reads what a user gave for the analysis (`settings["agent-loop"]` in ESLint); `undefined` gives the defaults. */
export function readAnalysisSettings(given: unknown): ReadSettings {
  if (given === undefined) return { settings: DEFAULT_SETTINGS, problems: [] };
  const problems = findProblems(given, schema);
  // A mistake anywhere leaves the defaults: half of what was meant is not what was meant.
  return {
    settings: problems.length > 0 ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, ...(given as Partial<AnalysisSettings>) },
    problems,
  };
}
