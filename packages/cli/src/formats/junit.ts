import type { FileReport } from "@agent-loop/engine";
import { tally } from "../tally.js";
import { failureText } from "./failures.js";
import type { Formatter } from "./formatter.js";
import { escapeMarkup } from "./markup.js";
import type { ReportingTool } from "./reporting-tool.js";
import { shownPath } from "./shown-path.js";

/** For continuous integration that reads the results of tests: each file is a suite, each finding a failure in it. */
export const formatJunit: Formatter = (results, { cwd, tool }) => {
  const suites = results.map((result) => suite(result, shownPath(result.path, cwd), tool));
  const { errors, warnings } = tally(results);
  const clean = results.filter(isClean).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeMarkup(tool.name)}" tests="${errors + warnings + clean}" failures="${errors + warnings - broken(results)}" errors="${broken(results)}">`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
};

function suite(result: FileReport, file: string, tool: ReportingTool): string {
  const { findings, failure } = result;
  const cases = findings.map(({ rule, severity, message, from, related }) => {
    const { name, page } = tool.rule(rule);
    const details = [
      `${file}:${from.line}:${from.column}`,
      message,
      ...related.map(({ what, from: at }) => `why: ${what} (line ${at.line})`),
      ...(page === undefined ? [] : [page]),
    ].join("\n");
    return testCase(
      `${name}:${from.line}:${from.column}`,
      file,
      element("failure", { type: severity === "error" ? "error" : "warning", message }, details),
    );
  });
  if (failure !== undefined)
    cases.push(
      testCase(
        tool.name,
        file,
        element("error", { type: failure.kind, message: failureText(failure) }, failure.message),
      ),
    );
  if (isClean(result)) cases.push(testCase(tool.name, file, ""));
  const errors = failure === undefined ? 0 : 1;
  return [
    `  <testsuite name="${escapeMarkup(file)}" tests="${cases.length}" failures="${findings.length}" errors="${errors}">`,
    ...cases,
    "  </testsuite>",
  ].join("\n");
}

function testCase(name: string, file: string, content: string): string {
  const attributes = `name="${escapeMarkup(name)}" classname="${escapeMarkup(file)}"`;
  return content === "" ? `    <testcase ${attributes}/>` : `    <testcase ${attributes}>${content}</testcase>`;
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  return `<${name}${list.join("")}>${escapeMarkup(content)}</${name}>`;
}

function isClean({ findings, failure }: FileReport): boolean {
  return findings.length === 0 && failure === undefined;
}

function broken(results: readonly FileReport[]): number {
  return results.filter(({ failure }) => failure !== undefined).length;
}
