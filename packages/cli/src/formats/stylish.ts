import type { FileReport, Position } from "@agent-loop/engine";
import pico from "picocolors";
import { counted } from "../counted.js";
import { tally } from "../tally.js";
import { codeFrame, printable } from "./code-frame.js";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import type { RuleFacts } from "./rule-facts.js";
import { shownPath } from "./shown-path.js";

/** For people: where, what is wrong, what satisfies the rule, and why we believe it. */
export const formatStylish: Formatter = (results, { cwd, colour, tool }) => {
  const paint = pico.createColors(colour);
  const place = (path: string, { line, column }: Position): string => `${shownPath(path, cwd)}:${line}:${column}`;
  const frame = (text: string, from: Position, to: Position): string[] =>
    codeFrame(text, from, to).map(
      ({ kind, text: line }) => `  ${kind === "around" ? paint.dim(line) : kind === "carets" ? paint.red(line) : line}`,
    );

  const blocks: string[] = [];
  for (const { path, text, findings, failure } of results) {
    if (failure !== undefined) {
      blocks.push(
        [
          `${paint.bold(place(path, failure.at))}  ${paint.red("error")}  ${printable(failureText(failure))}`,
          ...(failure.kind === "parse" ? frame(text, failure.at, failure.at) : []),
        ].join("\n"),
      );
    }
    for (const finding of findings) {
      const severity = finding.severity === "error" ? paint.red("error") : paint.yellow("warning");
      blocks.push(
        [
          `${paint.bold(place(path, finding.from))}  ${severity}  ${printable(finding.message)}`,
          ...frame(text, finding.from, finding.to),
          ...finding.related.map(
            ({ what, path: at, from }) =>
              `  ${paint.dim("why:")} ${printable(what)} ${paint.dim(`(${place(at, from)})`)}`,
          ),
          ...finding.suggestions.map(({ title }) => `  ${paint.dim("can be mended:")} ${printable(title)}`),
          `  ${paint.dim(ruleLine(tool.rule(finding.rule)))}`,
        ].join("\n"),
      );
    }
  }
  return [...blocks, summary(results, paint)].join("\n\n") + "\n";
};

function ruleLine({ name, page }: RuleFacts): string {
  return page === undefined ? name : `${name}  ${page}`;
}

function summary(results: readonly FileReport[], paint: ReturnType<typeof pico.createColors>): string {
  const { errors, warnings, files } = tally(results);
  const where = `in ${counted(files, "file")}`;
  if (errors + warnings === 0) return paint.green(`Nothing to report ${where}.`);
  return paint.bold(`${counted(errors, "error")} and ${counted(warnings, "warning")} ${where}.`);
}
