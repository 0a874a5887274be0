import type { FileReport, LoopOutline } from "@agent-loop/engine";
import { counted } from "../counted.js";
import { tally } from "../tally.js";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import type { ReportingTool } from "./reporting-tool.js";
import { shownPath } from "./shown-path.js";

/** Code hosts cut a summary off at a megabyte; long before that nobody reads on. */
const MOST_ROWS = 200;

/** A summary for a pull request or for the page of a run. */
export const formatMarkdown: Formatter = (results, { root, tool }) => {
  const { errors, warnings, files } = tally(results);
  const rows = results.flatMap((result) => rowsOf(result, shownPath(result.path, root), tool));
  const loops = results.flatMap((result) => result.loops);
  const head =
    errors + warnings === 0 ? "nothing to report" : `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  const lines = [
    `## ${tool.name}: ${head}`,
    "",
    `${counted(files, "file")}${tool.seesAllLoops ? `, ${loopSentence(loops)}` : "."}`,
    "",
  ];
  if (rows.length > 0) {
    lines.push("| | where | what | rule |", "| --- | --- | --- | --- |", ...rows.slice(0, MOST_ROWS), "");
    if (rows.length > MOST_ROWS) lines.push(`And ${counted(rows.length - MOST_ROWS, "more finding")}.`, "");
  }
  return lines.join("\n");
};

function rowsOf({ findings, failure }: FileReport, file: string, tool: ReportingTool): string[] {
  const rows = findings.map(({ rule, severity, message, from }) => {
    const { label, page } = tool.rule(rule);
    return row(
      severity === "error" ? "error" : "warning",
      `${file}:${from.line}`,
      cell(message),
      page === undefined ? label : `[${label}](${page})`,
    );
  });
  if (failure !== undefined) rows.push(row("error", `${file}:${failure.at.line}`, cell(failureText(failure)), ""));
  return rows;
}

function row(severity: string, place: string, what: string, rule: string): string {
  return `| ${severity} | ${code(place)} | ${what} | ${rule} |`;
}

function loopSentence(loops: readonly LoopOutline[]): string {
  if (loops.length === 0) return "no agent loops.";
  const bounded = loops.filter((loop) => loop.bounded === "yes").length;
  return `${counted(loops.length, "agent loop")}, ${bounded} of them with an effective limit.`;
}

/** Code in a message stays code; everything else is plain words. */
function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? part.replaceAll("|", "\\|")
        : part.replace(/[\\*_[\]<>|~]/g, (character) => `\\${character}`),
    )
    .join("")
    .replace(/\s+/g, " ");
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "").replaceAll("|", "\\|")}\``;
}
