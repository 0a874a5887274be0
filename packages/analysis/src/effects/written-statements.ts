import { HOLE } from "../file/literal-text.js";

/** What an SQL statement or a GraphQL document does to the world. */
export interface StatementEffect {
  readonly verb: "create" | "write" | "delete";
  readonly idempotent: boolean;
  readonly destructive: boolean;
  /** The columns an INSERT names, in order. */
  readonly columns: readonly string[];
  /** The store makes the id of the row and hands it back. */
  readonly givesId: boolean;
  /** It writes down that something has happened; a second line of a log is no second deed. */
  readonly logs: boolean;
}

const LOG_TABLE =
  /log|audit|trace|metric|event|histor|analytic|message|transcript|usage|telemetry|session|span|cache|embedding|memor|execution|ledger|round|result|(?:^|_)runs?(?:$|_)|record|activit|progress|checkpoint|snapshot|tracking/i;

/** Reads a statement as far as it is written down; `undefined` when it only reads or cannot be told. */
export function readStatement(text: string): StatementEffect | undefined {
  const statement = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ").trim();
  const known = { columns: [], givesId: false, logs: false };
  if (/^mutation\b/i.test(statement)) return { ...known, verb: "write", idempotent: false, destructive: false };
  if (/^insert\s+or\s+(?:ignore|replace)\b|^replace\s+into\b|^merge\b/i.test(statement))
    return { ...known, verb: "write", idempotent: true, destructive: false };
  if (/^insert\s+into\b/i.test(statement)) {
    // A text that ends in a hole may go on with `ON CONFLICT`.
    const isGuarded = /\bon\s+conflict\b|\bon\s+duplicate\s+key\b|\bnot\s+exists\b/i.test(statement);
    if (!isGuarded && statement.endsWith(HOLE)) return undefined;
    const [, table = "", list = ""] = /^insert\s+into\s+([^\s(]+)\s*\(?([^)]*)\)?/i.exec(statement) ?? [];
    return {
      verb: "create",
      idempotent: isGuarded,
      destructive: false,
      logs: LOG_TABLE.test(table),
      givesId: /\breturning\s+(?:\*|["'`]?id\b)/i.test(statement),
      columns: list
        .split(",")
        .map((name) => name.replace(/["'`[\]\s]/g, "").toLowerCase())
        .filter((name) => name !== ""),
    };
  }
  // `SET balance = balance - 5` adds up; `SET state = 'done'` does not.
  if (/^update\b/i.test(statement))
    return {
      ...known,
      verb: "write",
      idempotent: !/\bset\b[\s\S]*?\b(\w+)\s*=\s*\1\s*[-+*|]/i.test(statement),
      destructive: false,
    };
  if (/^(?:delete\s+from|truncate|drop|alter)\b/i.test(statement))
    return { ...known, verb: "delete", idempotent: true, destructive: true };
  return undefined;
}

/** Whether a URL or the name of a tool says that the request only asks for something, whatever its method. */
export function asksOnly(text: string): boolean {
  return READ_WORDS.test(text.replaceAll(HOLE, " ").replace(/([a-z])([A-Z])/g, "$1 $2"));
}

const READ_WORDS =
  /(?:^|[^a-z])(?:search|query|queries|results?|research|map|lookup|find|fetch|get|list|read|retrieve|browse|inspect|embed|embeddings?|rerank|scrape|crawl|extract|translate|translation|detect|graphql|completions?|responses|generate|generations?|inference|predict|predictions?|infer|classify|moderations?|token|oauth2?|login|auth|authorize|session|introspect|preview|render|screenshots?|snapshot|capture|validate|verify|check|analy[sz]e|analytics|parse|convert|summari[sz]e|calculate|compute|estimate|quote|simulate|eval|evaluate|count|stats|status|health|ping|describe|suggest|autocomplete|complete|recommend|transcribe|transcriptions?|speech|tts|ocr|vision|images?|rpc|jsonrpc|mcp|batch|similarity|match|score|rank|compare|resolve|reverse|geocode|route|directions|decode|encode|hash|format|lint|diff|explain|ask|chat(?!\.)|answer|rag|retrieval|vector|select|view|show|tail|logs?|metrics?|telemetry|events?\/track|track|heartbeat)(?:$|[^a-z])/i;
