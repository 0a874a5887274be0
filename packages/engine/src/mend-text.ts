import type { Suggestion } from "@agent-loop/rules";
import { applyEdits } from "./apply-edits.js";
import { lintText, type FileFinding, type LintTextInput } from "./lint-text.js";

/** Mends follow each other: one can bring up the next. More than this many in one file are none. */
const MOST = 50;

export type Choose = (finding: FileFinding, text: string) => Suggestion | undefined;

export interface MendedText {
  readonly text: string;
  /** What was done, in order. */
  readonly applied: readonly { readonly finding: FileFinding; readonly suggestion: Suggestion }[];
}

/**
 * Applies suggestions one after the other, linting the text anew in between, so that no two of
 * them ever meet in the same code.
 *
 * @param choose the suggestion to apply for a finding of the text as it is by then, or `undefined` to leave it.
 */
export function mendText(input: LintTextInput, choose: Choose): MendedText {
  let { text } = input;
  const applied: { finding: FileFinding; suggestion: Suggestion }[] = [];
  while (applied.length < MOST) {
    const step = nextStep({ ...input, text }, choose);
    // A mend that does not end its finding would be offered for ever.
    if (
      step === undefined ||
      applied.some(
        ({ finding, suggestion }) => isSame(finding, step.finding) && suggestion.title === step.suggestion.title,
      )
    )
      break;
    applied.push({ finding: step.finding, suggestion: step.suggestion });
    text = step.text;
  }
  return { text, applied };
}

function nextStep(
  input: LintTextInput,
  choose: Choose,
): { finding: FileFinding; suggestion: Suggestion; text: string } | undefined {
  for (const finding of lintText(input).findings) {
    const suggestion = choose(finding, input.text);
    if (suggestion === undefined) continue;
    const text = applyEdits(input.text, suggestion.edits);
    // A text that no longer parses would hide every other finding; such a suggestion is not taken.
    if (text !== undefined && lintText({ ...input, text }).failure === undefined) return { finding, suggestion, text };
  }
  return undefined;
}

function isSame(a: FileFinding, b: FileFinding): boolean {
  return a.rule === b.rule && a.messageId === b.messageId && a.span.start === b.span.start;
}

/** The best of a finding's suggestions. */
export function preferredSuggestion({ suggestions }: FileFinding): Suggestion | undefined {
  return suggestions.find(({ preferred }) => preferred) ?? (suggestions.length === 1 ? suggestions[0] : undefined);
}
