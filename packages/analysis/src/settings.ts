/** A function of another module, where the written name alone would be ambiguous. */
export interface NamedExport {
  readonly module: string;
  readonly export: string;
}

/** An in-house name as it is written in the code (`llm.complete`), or an export. */
export type CalleeName = string | NamedExport;

/** What a user can tell the analysis; one shape for every host. */
export interface AnalysisSettings {
  readonly modelCalls: readonly CalleeName[];
  readonly toolCalls: readonly CalleeName[];
  readonly effects: readonly CalleeName[];
  readonly oracles: readonly CalleeName[];
  readonly bounds: readonly CalleeName[];
  readonly humanGates: readonly CalleeName[];
  /** How sure a model call has to be: by its origin, by how its result is used, or by its name. */
  readonly evidence: "proven" | "shaped" | "named";
  /** Whether functions of other files are read. */
  readonly crossFile: boolean;
  /** A step limit above this many rounds counts as none. */
  readonly maxRounds: number;
  /** What scaffolds insert: plain code, or calls of the guard library. */
  readonly scaffold: "inline" | "guard";
  /** The step ceiling that scaffolds insert. */
  readonly maxSteps: number;
  /** The token budget that scaffolds insert. */
  readonly tokenBudget: number;
}

export const DEFAULT_SETTINGS: AnalysisSettings = {
  modelCalls: [],
  toolCalls: [],
  effects: [],
  oracles: [],
  bounds: [],
  humanGates: [],
  evidence: "shaped",
  crossFile: true,
  maxRounds: 1000,
  scaffold: "inline",
  maxSteps: 20,
  tokenBudget: 200_000,
};
