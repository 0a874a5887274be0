import { type Answer, type Check, verdictOf } from "./check.js";

/**
 * Checks something that must hold of all good work: the sum of the lines is the total, no row was lost.
 *
 * @param holds answers with a judgement or a boolean, or with `{ problem }` to say what is wrong.
 * @param confidence how much a pass proves, from 0 to 1. Default 1; less for an invariant that bad work can meet too.
 */
export function invariantCheck<Subject>(
  name: string,
  holds: (subject: Subject) => Answer | Promise<Answer>,
  confidence = 1,
): Check<Subject> {
  return { name, run: async (subject) => verdictOf(await holds(subject), name, confidence) };
}
