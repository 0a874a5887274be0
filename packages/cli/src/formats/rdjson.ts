import { Buffer } from "node:buffer";
import { Positions, type FileReport, type Position, type ReportedFinding } from "@agent-loop/engine";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { oneEdit } from "./joined-edits.js";
import type { ReportingTool } from "./reporting-tool.js";
import { shownPath } from "./shown-path.js";

/** Reviewdog's diagnostic format: the best mend of each finding becomes a suggested change of the pull request. */
export const formatRdjson: Formatter = (results, { cwd, tool }) => {
  const diagnostics = results.flatMap((result) => {
    const path = shownPath(result.path, cwd);
    const places = new BytePlaces(result.text);
    const found = result.findings.map((finding) => diagnostic(finding, result, path, places, cwd, tool));
    const { failure } = result;
    if (failure !== undefined) {
      found.push({
        message: failureText(failure),
        location: { path, range: { start: places.of(failure.at) } },
        severity: "ERROR",
      });
    }
    return found;
  });
  return `${JSON.stringify({ source: { name: tool.name, url: tool.home }, diagnostics }, undefined, 2)}\n`;
};

function diagnostic(
  finding: ReportedFinding,
  { path: own, text }: FileReport,
  path: string,
  places: BytePlaces,
  cwd: string,
  tool: ReportingTool,
): object {
  const { rule, severity, message, from, to, related, suggestions } = finding;
  const { name, page } = tool.rule(rule);
  // Reviewdog would apply several one after the other.
  const best = suggestions.find(({ preferred }) => preferred) ?? suggestions[0];
  const edit = best && oneEdit(best.edits, text);
  return {
    message,
    location: { path, range: { start: places.of(from), end: places.of(to) } },
    severity: severity === "error" ? "ERROR" : "WARNING",
    code: { value: name, ...(page !== undefined && { url: page }) },
    ...(edit && {
      suggestions: [{ range: { start: places.at(edit.span.start), end: places.at(edit.span.end) }, text: edit.text }],
    }),
    related_locations: related.map(({ what, path: at, from: start }) => ({
      message: what,
      location: { path: shownPath(at, cwd), range: { start: at === own ? places.of(start) : { line: start.line } } },
    })),
  };
}

/** Places in one text as reviewdog counts them: columns in bytes of UTF-8, from 1. */
class BytePlaces {
  readonly #text: string;
  readonly #positions: Positions;

  constructor(text: string) {
    this.#text = text;
    this.#positions = new Positions(text);
  }

  at(offset: number): Position {
    return this.of(this.#positions.at(offset));
  }

  of({ line, column }: Position): Position {
    const start = this.#positions.lineStart(line);
    return { line, column: Buffer.byteLength(this.#text.slice(start, start + column - 1)) + 1 };
  }
}
