import { allRules, configSchema, findProblems, type JsonSchema } from "@agent-loop/engine";

/** What an editor can set beside the settings that every host knows (section `agentLoop`). */
export interface EditorSettings {
  /** `auto`: quiet where the workspace's ESLint already runs our plugin. */
  readonly diagnostics: "auto" | "on" | "off";
  /** A line above each loop that sums it up. */
  readonly codeLens: boolean;
  /** Rules whose best suggestion `source.fixAll.agentLoop` may apply. */
  readonly fixAll: readonly string[];
  /** The rest, as a settings file would say it. */
  readonly shared: Readonly<Record<string, unknown>>;
}

const own: Readonly<Record<"diagnostics" | "codeLens" | "fixAll", JsonSchema>> = {
  diagnostics: { enum: ["auto", "on", "off"], default: "auto" },
  codeLens: { type: "boolean", default: false },
  fixAll: { type: "array", items: { enum: allRules.map(({ id }) => id) }, default: [] },
};

/** JSON schema of the section `agentLoop`. */
export const editorSchema: JsonSchema = { ...configSchema, properties: { ...own, ...configSchema.properties } };

export interface ReadEditorSettings {
  /** The defaults when there are problems. */
  readonly settings: EditorSettings;
  /** A sentence for each mistake. */
  readonly problems: readonly string[];
}

/** Reads the section `agentLoop` of an editor's settings; what is not set may be absent or null. */
export function readEditorSettings(given: unknown): ReadEditorSettings {
  const present = isRecord(given)
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
    : {};
  const problems = findProblems(present, editorSchema).map(({ message }) => message);
  const {
    diagnostics = "auto",
    codeLens = false,
    fixAll = [],
    ...shared
  } = (problems.length > 0 ? {} : present) as Partial<EditorSettings>;
  return { settings: { diagnostics, codeLens, fixAll, shared }, problems };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
