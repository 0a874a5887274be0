import {
  applyEdits,
  lintText,
  preferredSuggestion,
  type Edit,
  type FileFinding,
  type LintTextInput,
  type Suggestion,
} from "@agent-loop/engine";

/** More mends than this in one file are none: each would bring up the next. */
const MOST = 50;

/** One mend, and what it makes of the text. */
export interface Mend {
  readonly finding: FileFinding;
  readonly suggestion: Suggestion;
  readonly before: string;
  readonly after: string;
}

/** Mends a text one finding at a time; the text is linted anew in between, so that no two mends meet. */
export class Mending {
  readonly #input: LintTextInput;
  readonly #rules: ReadonlySet<string>;
  /** Findings that stay: rule and offset in the text as it is now. */
  #left: { readonly rule: string; readonly offset: number }[] = [];
  #text: string;
  #taken = 0;

  /** @param rules the rules to mend; all when empty. */
  constructor(input: LintTextInput, rules: readonly string[]) {
    this.#input = input;
    this.#rules = new Set(rules);
    this.#text = input.text;
  }

  get text(): string {
    return this.#text;
  }

  get taken(): number {
    return this.#taken;
  }

  /** The first mend that is neither taken nor left, whose result can be read. */
  next(): Mend | undefined {
    if (this.#taken >= MOST) return undefined;
    const before = this.#text;
    for (const finding of lintText({ ...this.#input, text: before }).findings) {
      if ((this.#rules.size > 0 && !this.#rules.has(finding.rule)) || this.#isLeft(finding)) continue;
      const suggestion = preferredSuggestion(finding);
      const after = suggestion && applyEdits(before, suggestion.edits);
      if (suggestion === undefined || after === undefined || after === before) continue;
      if (lintText({ ...this.#input, text: after }).failure === undefined)
        return { finding, suggestion, before, after };
    }
    return undefined;
  }

  take({ finding, suggestion, after }: Mend): void {
    this.#text = after;
    this.#taken++;
    // Should the finding still be there, it is not asked about again.
    this.#left = [...this.#left, { rule: finding.rule, offset: finding.span.start }].map(({ rule, offset }) => ({
      rule,
      offset: offsetAfter(offset, suggestion.edits),
    }));
  }

  leave({ finding }: Mend): void {
    this.#left.push({ rule: finding.rule, offset: finding.span.start });
  }

  #isLeft({ rule, span }: FileFinding): boolean {
    return this.#left.some((each) => each.rule === rule && each.offset === span.start);
  }
}

function offsetAfter(offset: number, edits: readonly Edit[]): number {
  const before = edits.filter(({ span }) => span.end <= offset && span.start < offset);
  return before.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), offset);
}
