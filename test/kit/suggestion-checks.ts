import { applyEdits, lintText, type Edit, type FileFinding, type LintTextInput, type Suggestion } from "@agent-loop/engine";
import { parse } from "@typescript-eslint/parser";
import { newErrors, type TypeChecker } from "./type-errors.js";

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
  /** `partly`: some modules could not be found, before and after. */
  readonly typesChecked: "yes" | "partly" | "no";
}

/** Applies every suggestion of every finding of a file, each to the original text. */
export function checkSuggestions(input: LintTextInput, types?: TypeChecker): SuggestionCheck[] {
  const { findings } = lintText(input);
  if (!findings.some(({ suggestions }) => suggestions.length > 0)) return [];
  const before = isTyped(input.path) ? types?.check(input.path, input.text) : undefined;
  return findings.flatMap((finding) =>
    finding.suggestions.map((suggestion): SuggestionCheck => {
      const text = applyEdits(input.text, suggestion.edits);
      const base = { rule: finding.rule, line: finding.from.line, title: suggestion.title, text };
      if (text === undefined) return { ...base, parseError: "the edits overlap", gone: false, fresh: [], typeErrors: [], typesChecked: "no" };
      const result = lintText({ ...input, text });
      const parseError = result.failure?.message ?? parseErrorOf(input.path, text);
      if (parseError !== undefined) return { ...base, parseError, gone: false, fresh: [], typeErrors: [], typesChecked: "no" };
      const known = new Set(findings.map(placeOf));
      const after = before && types?.check(input.path, text);
      return {
        ...base,
        parseError,
        gone: !result.findings.some((each) => placeBefore(each, suggestion) === placeOf(finding)),
        fresh: result.findings.filter((each) => !known.has(placeBefore(each, suggestion))).map(({ rule, from }) => `${rule}:${from.line}`),
        typeErrors: before && after ? newErrors(before.errors, after.errors) : [],
        typesChecked: before === undefined ? "no" : before.unresolved.length > 0 ? "partly" : "yes",
      };
    }),
  );
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
