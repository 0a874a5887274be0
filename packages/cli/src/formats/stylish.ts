import { relative } from "node:path";
import { ruleDocsUrl, type FileFailure, type FileResult, type Position } from "@agent-loop/engine";
import pico from "picocolors";
import type { FormatOptions } from "../check.js";
import { tally } from "../tally.js";
import { codeFrame, printable } from "./code-frame.js";

const FAILURES: Readonly<Record<FileFailure["kind"], string>> = {
  parse: "This file does not parse",
  unreadable: "This file was not looked at",
  crash: "agent-loop itself failed on this file",
};

/** For people: where, what is wrong, what satisfies the rule, and why we believe it. */
export function formatStylish(results: readonly FileResult[], { cwd, colour }: FormatOptions): string {
  const paint = pico.createColors(colour);
  const place = (path: string, { line, column }: Position): string => {
    const shown = relative(cwd, path);
    return `${shown.startsWith("..") ? path : shown}:${line}:${column}`;
  };
  const frame = (text: string, from: Position, to: Position): string[] =>
    codeFrame(text, from, to).map(({ kind, text: line }) =>
      `  ${kind === "around" ? paint.dim(line) : kind === "carets" ? paint.red(line) : line}`,
    );

  const blocks: string[] = [];
  for (const { path, text, findings, failure } of results) {
    if (failure !== undefined) {
      blocks.push(
        [
          `${paint.bold(place(path, failure.at))}  ${paint.red("error")}  ${FAILURES[failure.kind]}: ${printable(failure.message.split("\n")[0] ?? "")}`,
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
            ({ what, path: at, from }) => `  ${paint.dim("why:")} ${printable(what)} ${paint.dim(`(${place(at, from)})`)}`,
          ),
          ...finding.suggestions.map(({ title }) => `  ${paint.dim("can be mended:")} ${printable(title)}`),
          `  ${paint.dim(`agent-loop/${finding.rule}  ${ruleDocsUrl(finding.rule)}`)}`,
        ].join("\n"),
      );
    }
  }
  return [...blocks, summary(results, paint)].join("\n\n") + "\n";
}

function summary(results: readonly FileResult[], paint: ReturnType<typeof pico.createColors>): string {
  const { errors, warnings, files } = tally(results);
  const where = `in ${counted(files, "file")}`;
  if (errors + warnings === 0) return paint.green(`Nothing to report ${where}.`);
  return paint.bold(`${counted(errors, "error")} and ${counted(warnings, "warning")} ${where}.`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
