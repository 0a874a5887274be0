import { posix, Positions, type FileReport, type Position, type ReportedFinding } from "@agent-loop/engine";
import type { ESLint, Linter } from "eslint";
import { lineFingerprints } from "./line-fingerprints.js";
import { ownRuleId } from "./own-rule-id.js";

/** Messages that no rule has made: a comment that disables nothing, a file that is ignored. */
const NO_RULE = "eslint";

/**
 * What ESLint tells of one file, as the engine would tell it.
 *
 * @param known what the engine found in the file, if it was asked.
 */
export function fileReport(
  { filePath, messages, source, output }: ESLint.LintResult,
  known: FileReport | undefined,
): FileReport {
  const text = (output ?? source ?? "").replace(/^\uFEFF/, "");
  const positions = new Positions(text);
  const fatal = messages.find((message) => message.fatal === true);
  const others = messages.filter((message) => message.fatal !== true);
  const fingerprints = lineFingerprints(others, text);
  return {
    path: posix(filePath),
    text,
    findings: others.map(
      (message, index) => evident(message, known) ?? plain(message, positions, fingerprints[index] ?? ""),
    ),
    failure: fatal && { kind: "parse", message: fatal.message.replace(/^Parsing error: /, ""), at: placeOf(fatal) },
    loops: known?.loops ?? [],
  };
}

/** The same finding with its evidence. */
function evident(
  { ruleId, severity, message, line, column }: Linter.LintMessage,
  known: FileReport | undefined,
): ReportedFinding | undefined {
  const id = ownRuleId(ruleId);
  const same = known?.findings.find(
    ({ rule, from, message: text }) => rule === id && text === message && from.line === line && from.column === column,
  );
  return same && { ...same, rule: ruleId ?? NO_RULE, severity: severity === 2 ? "error" : "warn" };
}

/** A message about a whole file stands at 0:0, or, against the types, nowhere. */
function placeOf({
  line,
  column,
}: {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}): Position {
  return { line: Math.max(line ?? 1, 1), column: Math.max(column ?? 1, 1) };
}

function plain(
  { ruleId, severity, message, messageId, fix, ...at }: Linter.LintMessage,
  positions: Positions,
  fingerprint: string,
): ReportedFinding {
  const from = placeOf(at);
  const to = { line: at.endLine ?? from.line, column: at.endColumn ?? from.column };
  const offset = ({ line, column }: typeof from): number => positions.lineStart(line) + column - 1;
  return {
    rule: ruleId ?? NO_RULE,
    severity: severity === 2 ? "error" : "warn",
    message,
    messageId: messageId ?? "",
    data: {},
    evidence: [],
    span: { start: offset(from), end: offset(to) },
    from,
    to,
    related: [],
    // A fix may be applied unseen; which of several suggestions is right, only a person knows.
    suggestions:
      fix === undefined
        ? []
        : [
            {
              title: "Fix it",
              preferred: true,
              edits: [{ span: { start: fix.range[0], end: fix.range[1] }, text: fix.text }],
            },
          ],
    fingerprint,
  };
}
