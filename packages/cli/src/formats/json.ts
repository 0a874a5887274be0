import { posix, type FileReport, type ReportedFinding } from "@agent-loop/engine";
import type { Formatter } from "./formatter.js";

/**
 * For programs: a list with an entry for each file, shaped like ESLint's own JSON.
 *
 * Lines and columns count from 1; ranges of edits are offsets in UTF-16 units. Nothing is left out
 * that another format needs: `agent-loop merge` reads it back.
 */
export const formatJson: Formatter = (results, { root }) =>
  `${JSON.stringify(
    results.map((result) => fileEntry(result, root)),
    undefined,
    2,
  )}\n`;

function fileEntry({ path, text, findings, failure, loops }: FileReport, root: string): JsonFile {
  const messages: (JsonMessage | JsonFailure)[] = findings.map(messageEntry);
  if (failure !== undefined) {
    messages.push({
      ruleId: null,
      severity: 2,
      fatal: true,
      kind: failure.kind,
      message: failure.message,
      line: failure.at.line,
      column: failure.at.column,
    });
  }
  return {
    filePath: path,
    root: posix(root),
    messages,
    errorCount: messages.filter(({ severity }) => severity === 2).length,
    warningCount: messages.filter(({ severity }) => severity === 1).length,
    ...(loops.length > 0 && { loops }),
    ...(text !== "" && { source: text }),
  };
}

function messageEntry({
  rule,
  severity,
  message,
  messageId,
  span,
  from,
  to,
  related,
  suggestions,
  fingerprint,
}: ReportedFinding): JsonMessage {
  return {
    ruleId: `agent-loop/${rule}`,
    severity: severity === "error" ? 2 : 1,
    message,
    messageId,
    fingerprint,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    range: [span.start, span.end],
    related: related.map(({ what, path, from: start, to: end }) => ({
      message: what,
      filePath: path,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
    })),
    suggestions: suggestions.map(({ title, edits, preferred }) => ({
      desc: title,
      preferred,
      edits: edits.map(({ span: { start, end }, text }) => ({ range: [start, end], text })),
    })),
  };
}

export interface JsonFile {
  readonly filePath: string;
  /** The repository that it was found in: a report may be merged where it lies elsewhere. */
  readonly root?: string;
  readonly messages: readonly (JsonMessage | JsonFailure)[];
  readonly errorCount: number;
  readonly warningCount: number;
  readonly loops?: FileReport["loops"];
  readonly source?: string;
}

interface JsonPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface JsonMessage extends JsonPlace {
  readonly ruleId: string;
  readonly severity: 1 | 2;
  readonly message: string;
  readonly messageId: string;
  readonly fingerprint: string;
  readonly range: readonly [number, number];
  readonly related: readonly (JsonPlace & { readonly message: string; readonly filePath: string })[];
  readonly suggestions: readonly {
    readonly desc: string;
    readonly preferred: boolean;
    readonly edits: readonly { readonly range: readonly [number, number]; readonly text: string }[];
  }[];
}

export interface JsonFailure {
  readonly ruleId: null;
  readonly severity: 2;
  readonly fatal: true;
  readonly kind: "parse" | "unreadable" | "crash";
  readonly message: string;
  readonly line: number;
  readonly column: number;
}
