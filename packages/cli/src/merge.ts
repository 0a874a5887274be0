import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { InputError, type FileReport, type ReportedFinding } from "@agent-loop/engine";
import type { Console, ExitCode } from "./console.js";
import { fileError } from "./file-errors.js";
import type { JsonFailure, JsonFile, JsonMessage } from "./formats/json.js";
import { publish, type Publication } from "./publish.js";
import { relocated } from "./relocated-report.js";
import { repositoryRoot } from "./repository-root.js";

export interface MergeCommand extends Publication {
  readonly name: "merge";
  /** Reports that `check --format json` has written. */
  readonly reports: readonly string[];
}

/** Puts the reports of several runs together and prints them as one. */
export function merge(command: MergeCommand, io: Console): ExitCode {
  const byPath = new Map<string, FileReport>();
  for (const report of command.reports)
    for (const result of readReport(report, io.cwd)) byPath.set(result.path, result);
  const results = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return publish(results, command, io);
}

function readReport(report: string, cwd: string): FileReport[] {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, report), "utf8");
  } catch (error) {
    throw fileError(report, "read", error);
  }
  try {
    return (JSON.parse(text) as JsonFile[]).map((file) => fileReport(relocated(file, repositoryRoot(cwd))));
  } catch {
    throw new InputError(`${report}: this is no report of "agent-loop check --format json".`);
  }
}

function fileReport({ filePath, messages, loops = [], source = "" }: JsonFile): FileReport {
  const failure = messages.find((message): message is JsonFailure => message.ruleId === null);
  return {
    path: filePath,
    text: source,
    findings: messages.filter((message): message is JsonMessage => message.ruleId !== null).map(finding),
    failure: failure && {
      kind: failure.kind,
      message: failure.message,
      at: { line: failure.line, column: failure.column },
    },
    loops,
  };
}

function finding({
  ruleId,
  severity,
  message,
  messageId,
  fingerprint,
  range,
  related,
  suggestions,
  ...at
}: JsonMessage): ReportedFinding {
  return {
    rule: ruleId.replace(/^agent-loop\//, ""),
    severity: severity === 2 ? "error" : "warn",
    message,
    messageId,
    fingerprint,
    // What they say is in the message and in the related places.
    data: {},
    evidence: [],
    span: { start: range[0], end: range[1] },
    from: { line: at.line, column: at.column },
    to: { line: at.endLine, column: at.endColumn },
    related: related.map((place) => ({
      what: place.message,
      path: place.filePath,
      from: { line: place.line, column: place.column },
      to: { line: place.endLine, column: place.endColumn },
    })),
    suggestions: suggestions.map(({ desc, preferred, edits }) => ({
      title: desc,
      preferred,
      edits: edits.map((edit) => ({ span: { start: edit.range[0], end: edit.range[1] }, text: edit.text })),
    })),
  };
}
