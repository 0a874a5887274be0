import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { inOrder, type SeenFinding } from "./seen-finding.js";
import { throughEngine } from "./through-engine.js";
import { throughEslint } from "./through-eslint.js";

export interface FixtureOptions {
  /** Name of the file; its extension says in which language the code is written. */
  readonly path?: string;
  readonly preset?: "recommended" | "strict";
  /** Keys of `settings["agent-loop"]`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The only rule that counts; all do when it is left out. */
  readonly rule?: string;
  /** Other files of the project, by path: what the code imports. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Lints code and compares the findings with the expectations beside it: comments of carets under
 * the code that is meant, each with a rule and, after a colon, a part of the message.
 *
 *     while (true) {
 *     //^^^^^^^^^^ no-unbounded-loop: can be asked for ever
 *
 * Every finding has to be expected, and the other way round. ESLint and the engine have to agree.
 */
export function check(code: string, options: FixtureOptions = {}): void {
  const text = dedent(code);
  const expected = expectations(text);
  const lines = text.split("\n");
  const found = lint(text, options).map(({ rule, place: whole, message }) => {
    const place = firstLine(whole, lines);
    const wish = expected.find((one) => one.rule === rule && one.place === place);
    // A part of the message is enough; the rest is free to change.
    return { rule, place, message: wish !== undefined && message.includes(wish.message) ? wish.message : message };
  });
  expect(found).toEqual(expected);
}

/** Lints code and expects nothing to be found. */
export function checkSilent(code: string, options: FixtureOptions = {}): void {
  expect(lint(dedent(code), options)).toEqual([]);
}

/** Lints code and gives back what each finding stands on, as it is written, up to the end of its line. */
export function found(code: string, options: FixtureOptions = {}): string[] {
  const text = dedent(code);
  const lines = text.split("\n");
  return lint(text, options).map(({ place }) => {
    const [, line, from, to] = /^(\d+):(\d+)-\d+:(\d+)$/.exec(firstLine(place, lines)) ?? [];
    return (lines[Number(line) - 1] ?? "").slice(Number(from) - 1, Number(to) - 1);
  });
}

export interface Mended {
  readonly rule: string;
  readonly title: string;
  readonly code: string;
}

/**
 * Applies every suggestion of every finding, each to the original code, and lints the result: it
 * parses, the finding is gone and nothing new is there.
 *
 * @returns the mended texts, for snapshots.
 */
export function checkFix(code: string, options: FixtureOptions = {}): Mended[] {
  const text = dedent(code);
  const before = lint(text, options);
  const mended = before.flatMap(({ rule, mends }) => mends.map(({ title, result }) => ({ rule, title, code: result })));
  for (const { rule, title, code: result } of mended) {
    const after = countByRule(lint(result, options));
    const most = countByRule(before);
    most.set(rule, (most.get(rule) ?? 0) - 1);
    for (const [other, count] of after) {
      expect(count, `${other} after "${title}":\n${result}`).toBeLessThanOrEqual(most.get(other) ?? 0);
    }
  }
  return mended;
}

function lint(text: string, { path = "fixture.ts", preset, settings, rule, files }: FixtureOptions): SeenFinding[] {
  const folder = files === undefined ? undefined : writeFiles(files);
  try {
    const input = { path: join(folder ?? process.cwd(), path), text, ...(preset && { preset }), ...(settings && { settings }) };
    if (folder !== undefined) writeFileSync(input.path, text);
    const found = throughEngine({ ...input, ...(folder !== undefined && { root: folder }) });
    expect(throughEslint(input), "ESLint and the engine agree").toEqual(found);
    if (/\.[cm]?jsx?$/.test(path)) expect(throughEslint({ ...input, parser: "espree" }), "with ESLint's own parser, too").toEqual(found);
    return inOrder(found.filter((finding) => rule === undefined || finding.rule === rule));
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

function writeFiles(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fixture-")));
  for (const [path, text] of Object.entries({ "package.json": "{}", ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), dedent(text));
  }
  return folder;
}

/** Carets reach to the end of a line at most. */
function firstLine(place: string, lines: readonly string[]): string {
  const [from = "", to = ""] = place.split("-");
  const line = Number.parseInt(from, 10);
  return Number.parseInt(to, 10) === line ? place : `${from}-${line}:${(lines[line - 1] ?? "").length + 1}`;
}

interface Expectation {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
}

function expectations(text: string): Expectation[] {
  const lines = text.split("\n");
  const expected: Expectation[] = [];
  let meant = 0;
  lines.forEach((line, index) => {
    const [, before, carets, rule, message = ""] = /^(\s*\/\/\s*)(\^+)\s*([\w-]+)(?::\s*(.*))?$/.exec(line) ?? [];
    if (before === undefined || carets === undefined || rule === undefined) {
      meant = index + 1;
      return;
    }
    // Two slashes hide two columns: `//^^^` right below the beginning of the code means all of it.
    const code = lines[meant - 1] ?? "";
    const indent = code.length - code.trimStart().length;
    const start = before === `${" ".repeat(indent)}//` ? indent : before.length;
    expected.push({ rule, message, place: `${meant}:${start + 1}-${meant}:${before.length + carets.length + 1}` });
  });
  return expected;
}

/** Takes away the indentation that all lines share, and the line break at the beginning. */
export function dedent(code: string): string {
  const lines = code.replace(/^\n/, "").replace(/\n[ \t]*$/, "\n").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, 100);
  return lines.map((line) => line.slice(shared)).join("\n");
}

function countByRule(findings: readonly SeenFinding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}
