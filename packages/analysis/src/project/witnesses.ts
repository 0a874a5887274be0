import type { TypeSource } from "../bind/type-source.js";
import { GLOBALS } from "../catalogue/catalogue.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import type { Row, Sdk } from "../catalogue/schema.js";
import type { AnalysisSettings, CalleeName } from "../settings.js";

/**
 * The kinds of rows that are facts of their own: a package with one of them has to be imported for
 * the fact to be there. Effects are none: they matter in a loop, a retry, a tool or a handler, and
 * those have witnesses themselves.
 */
const FACTS: ReadonlySet<Row["kind"]> = new Set<Row["kind"]>([
  "model-call",
  "run",
  "agent",
  "graph",
  "tool",
  "dispatch",
  "delegate",
  "retry",
  "memory",
  "channel",
]);

/** Any of these words may be the sign by which something unknown is taken for a model call, a contract, or a key. */
const SIGNS =
  /tool_calls|toolCalls|stop_reason|stopReason|finish_reason|finishReason|functionCalls|function_call|choices|@agentLoop|idempot/i;
/** Text that is accumulated, and tokens that are counted. */
const COUNTS = /usage|total_?tokens/i;
/** A request that is recognised by its body. */
const SENDS = /fetch|request|post|http|axios/i;
const PROMPT = /messages|contents|prompt/;
const OPTION =
  /model|temperature|max_tokens|max_completion_tokens|tools|tool_choice|top_p|generationConfig|systemInstruction/;

/** The kinds of rows by which a call asks a model. */
const ASKS: ReadonlySet<Row["kind"]> = new Set<Row["kind"]>(["model-call", "run", "sends"]);

const built = new WeakMap<AnalysisSettings, Witnesses>();

/** What a text must hold, told without parsing it. Each says `false` only where there is surely nothing. */
export interface Witnesses {
  /**
   * Anything without which no fact can be in it: an import of a package of the catalogue, a model's
   * address, a sign of a reply, the property that names an event, a name from the settings.
   */
  readonly holdsFacts: (text: string) => boolean;
  /** Anything without which none of its calls can be recognised as a model call while its imports are not followed. */
  readonly asksModel: (text: string) => boolean;
  /**
   * Whether something in it may be known by its type alone: a package that it imports, and that
   * nobody knows, may hand out what belongs to one that has facts.
   */
  readonly mayHandOutFacts: (text: string, types: TypeSource) => boolean;
}

/** An import of what lies neither in the project nor in the platform. */
const FOREIGN_IMPORT = /\b(?:from|import|require)\b\s*\(?\s*["'](?![./#~]|node:)/;

export function readWitnesses(catalogue: Catalogue, settings: AnalysisSettings): Witnesses {
  const known = built.get(settings);
  if (known !== undefined) return known;
  const addresses = catalogue.sdks.flatMap((sdk) => (sdk.endpoints ?? []).map(({ url }) => addressWitness(url)));
  // Events that come as plain data are told by a property, and need no import.
  const events = catalogue.sdks.flatMap(({ rows }) =>
    rows.flatMap((row) => (row.kind === "channel" && row.namedBy !== undefined ? [row.namedBy] : [])),
  );
  const chosen = [...settings.modelCalls, ...settings.toolCalls, ...settings.effects].map(lastName);
  const facts = wordsOf(
    [importOf(catalogue.sdks.filter(({ rows }) => rows.some(({ kind }) => FACTS.has(kind))))],
    [...addresses, ...events, ...chosen],
  );
  const asks = wordsOf(
    [importOf(catalogue.sdks.filter(({ rows }) => rows.some((row) => ASKS.has(row.kind) || leadsElsewhere(row))))],
    [...addresses, ...chosen],
  );
  const holdsSign = (text: string): boolean =>
    SIGNS.test(text) ||
    (COUNTS.test(text) && text.includes("push")) ||
    (PROMPT.test(text) && OPTION.test(text) && SENDS.test(text));
  const withFacts = new Set(
    catalogue.sdks.filter(({ rows }) => rows.some(({ kind }) => FACTS.has(kind))).flatMap(({ packages }) => packages),
  );
  const witnesses: Witnesses = {
    holdsFacts: (text) => facts.test(text) || holdsSign(text),
    asksModel: (text) => asks.test(text) || holdsSign(text),
    mayHandOutFacts: (text, types) => FOREIGN_IMPORT.test(text) && types.knowsPackage((name) => withFacts.has(name)),
  };
  built.set(settings, witnesses);
  return witnesses;
}

/** An import stands in quotes: `ai` alone is in every other word. */
function importOf(sdks: readonly Sdk[]): string {
  const names = sdks.flatMap(({ packages }) => packages.filter((name) => name !== GLOBALS));
  return `["'\`/](?:${names.map(escaped).join("|")})["'\`/]`;
}

/** Whether what a call or member gives belongs to another package. */
function leadsElsewhere(row: Row): boolean {
  return "type" in row && typeof row.type === "string" && row.type.includes(":");
}

function wordsOf(patterns: readonly string[], words: readonly string[]): RegExp {
  return new RegExp([...patterns, ...new Set(words.map(escaped))].join("|"));
}

/** A URL may be put together from constants; its host, or the last part of its path, is written in one piece. */
function addressWitness(url: string): string {
  const [host = ""] = url.split(/[/*]/);
  return host.includes(".") ? host : url.slice(Math.max(url.lastIndexOf("/"), url.lastIndexOf(":")));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function lastName(name: CalleeName): string {
  const written = typeof name === "string" ? name : name.export;
  return written.slice(written.lastIndexOf(".") + 1);
}
