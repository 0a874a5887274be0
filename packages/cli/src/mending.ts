import {
  applyEdits,
  lintText,
  preferredSuggestion,
  type AgentLoop,
  type Edit,
  type FileFinding,
  type LintedText,
  type LintTextInput,
  type Suggestion,
} from "@agent-loop/engine";

/** More mends than this in one file are none: each would bring up the next. */
const MOST = 50;

/** One finding with what mends it. */
export interface Step {
  /** In the text as it is when its turn comes. */
  readonly finding: FileFinding;
  /** The same in the text before all steps; `undefined` when an earlier step has brought it up. */
  readonly original: FileFinding | undefined;
  readonly suggestion: Suggestion;
}

/** What one loop needs, or a single finding outside of all loops, and what it makes of the text. */
export interface Mend {
  /** In the order in which they are applied; findings that a mend brings up come after it. */
  readonly steps: readonly [Step, ...Step[]];
  readonly before: string;
  readonly after: string;
}

type Applied = Omit<Step, "original">;

/** A finding that stays: rule and offset in some text. */
interface Left {
  readonly rule: string;
  readonly offset: number;
}

/**
 * Mends a text one loop at a time. It is linted anew after each finding, so that no two mends meet.
 */
export class Mending {
  readonly #input: LintTextInput;
  readonly #rules: ReadonlySet<string>;
  /** In the text as it is now. */
  #left: readonly Left[] = [];
  /** In the text that the last mend offered would make. */
  #leftAfter: readonly Left[] = [];
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

  /** How many findings have been mended. */
  get taken(): number {
    return this.#taken;
  }

  /** What the first loop needs that is neither taken nor left. */
  next(): Mend | undefined {
    const before = this.#text;
    let linted = this.#lint(before);
    let left = this.#left;
    const first = this.#taken < MOST ? this.#firstStep(linted, left, () => true) : undefined;
    if (first === undefined) return undefined;
    const steps: [Step, ...Step[]] = [{ ...first.step, original: first.step.finding }];
    let originals = placesAfter(
      linted.findings.map((finding) => ({ rule: finding.rule, offset: finding.span.start, finding })),
      first.step,
    );
    const loops = linted.model?.loops.length;
    const loop = innermostLoop(linted, first.step.finding);
    let { after } = first;
    left = leftAfter(left, first.step);
    // Mends put nothing round a loop and take none away, so that it stays the same one in the list.
    while (loop !== undefined && this.#taken + steps.length < MOST) {
      linted = this.#lint(after);
      if (linted.model?.loops.length !== loops) break;
      const further = this.#firstStep(linted, left, (finding) => innermostLoop(linted, finding) === loop);
      if (further === undefined) break;
      const { finding } = further.step;
      const original = originals.find(({ rule, offset }) => rule === finding.rule && offset === finding.span.start);
      steps.push({ ...further.step, original: original?.finding });
      after = further.after;
      left = leftAfter(left, further.step);
      originals = placesAfter(originals, further.step);
    }
    this.#leftAfter = left;
    return { steps, before, after };
  }

  take({ steps, after }: Mend): void {
    this.#text = after;
    this.#taken += steps.length;
    this.#left = this.#leftAfter;
  }

  leave({ steps: [{ finding }], before }: Mend): void {
    const linted = this.#lint(before);
    const loop = innermostLoop(linted, finding);
    const same = linted.findings.filter((each) => loop !== undefined && innermostLoop(linted, each) === loop);
    this.#left = [...this.#left, ...[finding, ...same].map(({ rule, span }) => ({ rule, offset: span.start }))];
  }

  #lint(text: string): LintedText {
    return lintText({ ...this.#input, text });
  }

  /** The first finding of some that can be mended, by a mend whose result can be read. */
  #firstStep(
    { text, findings }: LintedText,
    left: readonly Left[],
    isWanted: (finding: FileFinding) => boolean,
  ): { readonly step: Applied; readonly after: string } | undefined {
    for (const finding of findings) {
      if ((this.#rules.size > 0 && !this.#rules.has(finding.rule)) || isLeft(finding, left) || !isWanted(finding))
        continue;
      const suggestion = preferredSuggestion(finding);
      const after = suggestion && applyEdits(text, suggestion.edits);
      if (suggestion === undefined || after === undefined || after === text) continue;
      if (this.#lint(after).failure === undefined) return { step: { finding, suggestion }, after };
    }
    return undefined;
  }
}

/** The place in the list of loops of the innermost one round a finding. */
function innermostLoop({ model }: LintedText, { span }: FileFinding): number | undefined {
  const sizeOf = ({ shape }: AgentLoop): number => shape.whole.end - shape.whole.start;
  const [innermost] = (model?.loops ?? [])
    .map((loop, index) => ({ loop, index }))
    .filter(({ loop: { shape } }) => shape.whole.start <= span.start && span.end <= shape.whole.end)
    .sort((a, b) => sizeOf(a.loop) - sizeOf(b.loop));
  return innermost?.index;
}

function isLeft({ rule, span }: FileFinding, left: readonly Left[]): boolean {
  return left.some((each) => each.rule === rule && each.offset === span.start);
}

/** Should the finding still be there after its mend, it is not asked about again. */
function leftAfter(left: readonly Left[], step: Applied): Left[] {
  return placesAfter([...left, { rule: step.finding.rule, offset: step.finding.span.start }], step);
}

function placesAfter<Place extends Left>(places: readonly Place[], { suggestion }: Applied): Place[] {
  return places.map((place) => ({ ...place, offset: offsetAfter(place.offset, suggestion.edits) }));
}

function offsetAfter(offset: number, edits: readonly Edit[]): number {
  // What is put in right at the offset moves it on; what is replaced from there on does not.
  const before = edits.filter(({ span }) => span.end <= offset);
  return before.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), offset);
}
