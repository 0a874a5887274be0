import { type Answer, type Check, verdictOf } from "./check.js";

/** A relation between two runs, for work whose right result nobody knows beforehand. */
export interface MetamorphicRelation<Subject, Input, Output> {
  /** Inputs that the work is tried on. */
  readonly inputs: readonly Input[];
  /** Makes of an input another one whose result must be related: shuffled, doubled, translated. */
  readonly follow: (input: Input) => Input;
  /** Runs the work on an input. */
  readonly run: (subject: Subject, input: Input) => Promise<Output> | Output;
  /** Whether the two results are related as they must be. */
  readonly holds: (first: Output, second: Output, input: Input) => Answer;
  /** How much a pass proves, from 0 to 1. Default 0.8: a relation can hold of wrong results too. */
  readonly confidence?: number;
}

/** Checks a metamorphic relation on every input: the first that breaks it decides; one that cannot be told leaves the whole unknown. */
export function metamorphicCheck<Subject, Input, Output>(
  name: string,
  relation: MetamorphicRelation<Subject, Input, Output>,
): Check<Subject> {
  const { inputs, follow, run, holds, confidence = 0.8 } = relation;
  return {
    name,
    async run(subject) {
      let overall = verdictOf(inputs.length > 0 ? "yes" : "unknown", name, confidence);
      for (const input of inputs) {
        const verdict = verdictOf(
          holds(await run(subject, input), await run(subject, follow(input)), input),
          name,
          confidence,
        );
        if (verdict.passed === "no") return verdict;
        if (verdict.passed === "unknown") overall = verdict;
      }
      return overall;
    },
  };
}
