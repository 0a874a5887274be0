import { GLOBALS } from "../catalogue/catalogue.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import type { Row } from "../catalogue/schema.js";
import type { AnalysisSettings, CalleeName } from "../settings.js";

/**
 * The kinds of rows that are facts of their own: a package with one of them has to be imported for
 * the fact to be there. Effects are none: they matter in a loop, a retry, a tool or a handler, and
 * those have witnesses themselves.
 */
const FACTS: ReadonlySet<Row["kind"]> = new Set<Row["kind"]>(["model-call", "run", "agent", "graph", "tool", "dispatch", "delegate", "retry", "memory", "channel"]);

/** Any of these words may be the sign by which something unknown is taken for a model call, a contract, or a key. */
const SIGNS = /tool_calls|toolCalls|stop_reason|stopReason|finish_reason|finishReason|functionCalls|function_call|choices|@agentLoop|idempot/i;
/** Text that is accumulated, and tokens that are counted. */
const COUNTS = /usage|total_?tokens/i;
/** A request that is recognised by its body. */
const SENDS = /fetch|request|post|http|axios/i;
const PROMPT = /messages|contents|prompt/;
const OPTION = /model|temperature|max_tokens|max_completion_tokens|tools|tool_choice|top_p|generationConfig|systemInstruction/;

const built = new WeakMap<AnalysisSettings, (text: string) => boolean>();

/**
 * Tells whether a text holds anything without which no fact can be in it: an import of a package
 * of the catalogue, a model's address, a sign of a reply, the property that names an event, a name from the settings.
 */
export function hasWitness(catalogue: Catalogue, settings: AnalysisSettings): (text: string) => boolean {
  const known = built.get(settings);
  if (known !== undefined) return known;
  const packages = catalogue.sdks.filter(({ rows }) => rows.some(({ kind }) => FACTS.has(kind)));
  const names = packages.flatMap((sdk) => sdk.packages.filter((name) => name !== GLOBALS));
  const addresses = catalogue.sdks.flatMap((sdk) => (sdk.endpoints ?? []).map(({ url }) => addressWitness(url)));
  // Events that come as plain data are told by a property, and need no import.
  const events = catalogue.sdks.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === "channel" && row.namedBy !== undefined ? [row.namedBy] : [])));
  const chosen = [...settings.modelCalls, ...settings.toolCalls, ...settings.effects].map(lastName);
  // An import stands in quotes: `ai` alone is in every other word.
  const imported = `["'\`/](?:${names.map(escaped).join("|")})["'\`/]`;
  const pattern = new RegExp([imported, ...new Set([...addresses, ...events, ...chosen].map(escaped))].join("|"));
  const gate = (text: string): boolean =>
    pattern.test(text) || SIGNS.test(text) || (COUNTS.test(text) && text.includes("push")) || (PROMPT.test(text) && OPTION.test(text) && SENDS.test(text));
  built.set(settings, gate);
  return gate;
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
