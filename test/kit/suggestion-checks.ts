import { applyEdits, lintText, type Edit, type FileFinding, type LintTextInput, type Suggestion } from "@agent-loop/engine";
import { engineerLoop } from "@agent-loop/rules";
import { parse } from "@typescript-eslint/parser";
import { newErrors, type TypeChecker, type TypeErrors } from "./type-errors.js";

/** What became of a file by one suggestion. */
export interface SuggestionCheck {
  readonly rule: string;
  readonly line: number;
  readonly title: string;
  /** The mended text; `undefined` when the edits overlap. */
  readonly text: string | undefined;
  /** Why it does not parse, in the words of the parser. */
  readonly parseError: string | undefined;
  readonly gone: boolean;
  /** Findings that were not there before: `rule:line`. */
  readonly fresh: readonly string[];
  readonly typeErrors: readonly string[];
  /** What could be checked: all of it, all but what comes from the project's own files or from packages that are not there, or nothing. */
  readonly typesChecked: "all" | "without own files" | "without packages" | "nothing";
}

/** Applies every suggestion of every finding of a file, each to the original text, and each loop's whole engineering. */
export function checkSuggestions(input: LintTextInput, types?: TypeChecker): SuggestionCheck[] {
  const { findings, model } = lintText(input);
  const known = new Set(findings.map(placeOf));
  let before: TypeErrors | undefined;

  const mends = findings.flatMap((finding) =>
    finding.suggestions.map((suggestion) => checkOne({ rule: finding.rule, line: finding.from.line }, suggestion, (place) => place === placeOf(finding))),
  );
  const engineered = (model?.loops ?? []).flatMap((loop) => {
    const suggestion = model && engineerLoop(model, loop, input.text, input.config.settings);
    if (suggestion === undefined) return [];
    const limits = [`no-unbounded-loop@${loop.head.start}`, `require-budget@${loop.head.start}`];
    return [checkOne({ rule: "(engineer)", line: input.text.slice(0, loop.head.start).split("\n").length }, suggestion, (place) => limits.includes(place))];
  });
  return [...mends, ...engineered];

  function checkOne(base: Pick<SuggestionCheck, "rule" | "line">, suggestion: Suggestion, isMended: (placeBefore: string) => boolean): SuggestionCheck {
    const text = applyEdits(input.text, suggestion.edits);
    const unchecked = { ...base, title: suggestion.title, text, gone: false, fresh: [], typeErrors: [], typesChecked: "nothing" } as const;
    if (text === undefined) return { ...unchecked, parseError: "the edits overlap" };
    const result = lintText({ ...input, text });
    const parseError = result.failure?.message ?? parseErrorOf(input.path, text);
    if (parseError !== undefined) return { ...unchecked, parseError };
    if (isTyped(input.path)) before ??= types?.check(input.path, input.text);
    const after = before && types?.check(input.path, text);
    const places = result.findings.map((finding) => ({ finding, place: placeBefore(finding, suggestion) }));
    return {
      ...unchecked,
      parseError,
      gone: !places.some(({ place }) => isMended(place)),
      fresh: places.filter(({ finding, place }) => !known.has(place) && !isFollowUp(finding.rule, finding.span.start, text)).map(({ finding }) => `${finding.rule}:${finding.from.line}`),
      typeErrors: before && after ? newErrors(before.errors, after.errors) : [],
      typesChecked: before === undefined ? "nothing" : checkedWith(before),
    };
  }

  /** A finding that only moved: a statement that was replaced whole takes its findings with it. */
  function isFollowUp(rule: string, start: number, text: string): boolean {
    const lineAt = (source: string, offset: number): string => (source.slice(offset).split("\n", 1)[0] ?? "").trim();
    const shown = lineAt(text, start);
    return findings.some((finding) => finding.rule === rule && lineAt(input.text, finding.span.start).startsWith(shown.replace(/;$/, "")));
  }
}

function checkedWith({ unresolved }: TypeErrors): SuggestionCheck["typesChecked"] {
  if (unresolved.length === 0) return "all";
  // The message begins with the module, in quotes.
  return unresolved.every((error) => /'\.{1,2}\//.test(error)) ? "without own files" : "without packages";
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** The engine reads with one parser, ESLint with another. */
function parseErrorOf(path: string, text: string): string | undefined {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return undefined;
  try {
    parse(text, { filePath: path, range: true, ecmaFeatures: { jsx: !/\.[cm]?ts$/.test(path) } });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function placeOf({ rule, span }: FileFinding): string {
  return `${rule}@${span.start}`;
}

/** Where a finding of the mended text stood in the original one. */
function placeBefore({ rule, span }: FileFinding, { edits }: Suggestion): string {
  return `${rule}@${offsetBefore(span.start, edits)}`;
}

function offsetBefore(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { span, text } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    const start = span.start + shift;
    const length = span.end - span.start;
    if (offset < start || (offset === start && length > 0)) break;
    if (offset < start + text.length) return Math.min(span.end, span.start);
    shift += text.length - length;
  }
  return offset - shift;
}
