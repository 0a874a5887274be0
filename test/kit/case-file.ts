import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the cases; its README gives their format. */
export const CASES: string = fileURLToPath(new URL("../cases/", import.meta.url));

export interface CaseFile {
  /** Path below the folder of the cases. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Rules that must say nothing; `*` stands for all. */
  readonly quiet: readonly string[];
  readonly expected: readonly Expected[];
  /** `rule@line` of findings that are neither asked for nor wrong. */
  readonly tolerated: ReadonlySet<string>;
}

interface Expected {
  readonly rule: string;
  /** Lines on which the finding may stand. */
  readonly lines: ReadonlySet<number>;
}

/** What a case compares: a rule's id and the line of its finding. */
export interface Sighting {
  readonly rule: string;
  readonly line: number;
}

export function readCases(): CaseFile[] {
  return readdirSync(CASES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .sort()
    .map((name) => readCase(join(CASES, name)));
}

export function readCase(path: string): CaseFile {
  const text = readFileSync(path, "utf8");
  const reports: Sighting[] = [];
  const others: Sighting[] = [];
  const tolerated = new Set<string>();
  const quiet: string[] = [];
  let settings: Record<string, unknown> = {};
  text.split("\n").forEach((content, index) => {
    const line = index + 1;
    const given = /^\s*\/\/ settings: (\{.*\})\s*$/.exec(content)?.[1];
    if (given !== undefined) settings = JSON.parse(given) as Record<string, unknown>;
    const silenced = /^\s*\/\/ quiet: (.+)$/.exec(content)?.[1];
    if (silenced !== undefined) quiet.push(...names(silenced));
    // The first line names the case; its words are no markers.
    const marker = index === 0 ? undefined : /\/\/ ((?:report|or|may): .*)$/.exec(content)?.[1];
    for (const part of marker?.split(";") ?? []) {
      const [, kind, list = ""] = /^(report|or|may): (.*)$/.exec(part.trim()) ?? [];
      for (const rule of names(list)) {
        if (kind === "may") tolerated.add(`${rule}@${line}`);
        else (kind === "report" ? reports : others).push({ rule, line });
      }
    }
  });
  const expected = reports.map(({ rule, line }) => {
    const alone = reports.filter((report) => report.rule === rule).length === 1;
    const also = alone ? others.filter((other) => other.rule === rule).map((other) => other.line) : [];
    return { rule, lines: new Set([line, ...also]) };
  });
  return { id: relative(CASES, path).replaceAll("\\", "/"), path, text, settings, quiet, expected, tolerated };
}

function names(list: string): string[] {
  return list.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

/** What is wrong with the findings of a case, one line each; empty when it passes. */
export function judge({ expected, quiet, tolerated }: CaseFile, found: readonly Sighting[]): string[] {
  const faults: string[] = [];
  const meets = ({ rule, lines }: Expected, sighting: Sighting): boolean => sighting.rule === rule && lines.has(sighting.line);
  for (const expectation of expected) {
    if (!found.some((sighting) => meets(expectation, sighting))) {
      faults.push(`missed ${expectation.rule} at ${[...expectation.lines].join(" or ")}`);
    }
  }
  for (const sighting of found) {
    const shown = `${sighting.rule} at ${sighting.line}`;
    if (quiet.includes("*") || quiet.includes(sighting.rule)) faults.push(`should be silent: ${shown}`);
    else if (expected.some((expectation) => meets(expectation, sighting))) continue;
    else if (!tolerated.has(`${sighting.rule}@${sighting.line}`)) faults.push(`nobody asked for ${shown}`);
  }
  return faults;
}
