import type { FileFinding, FileResult } from "@agent-loop/engine";

/**
 * For programs: a list with an entry for each file, shaped like ESLint's own JSON.
 *
 * Lines and columns count from 1; ranges of edits are offsets in UTF-16 units.
 */
export function formatJson(results: readonly FileResult[]): string {
  return `${JSON.stringify(results.map(fileEntry), undefined, 2)}\n`;
}

function fileEntry({ path, findings, failure }: FileResult): object {
  const messages = findings.map(messageEntry);
  if (failure !== undefined) {
    messages.push({ ruleId: null, severity: 2, fatal: true, message: failure.message, line: failure.at.line, column: failure.at.column });
  }
  return {
    filePath: path,
    messages,
    errorCount: messages.filter((message) => "severity" in message && message.severity === 2).length,
    warningCount: messages.filter((message) => "severity" in message && message.severity === 1).length,
  };
}

function messageEntry({ rule, severity, message, messageId, from, to, related, suggestions }: FileFinding): object {
  return {
    ruleId: `agent-loop/${rule}`,
    severity: severity === "error" ? 2 : 1,
    message,
    messageId,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    related: related.map(({ what, path, from: at }) => ({ message: what, filePath: path, line: at.line, column: at.column })),
    suggestions: suggestions.map(({ title, edits, preferred }) => ({
      desc: title,
      preferred,
      edits: edits.map(({ span, text }) => ({ range: [span.start, span.end], text })),
    })),
  };
}
