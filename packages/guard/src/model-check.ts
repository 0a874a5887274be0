import type { Check, CheckContext } from "./check.js";
import type { Verdict } from "./judgement.js";

/**
 * Checks work by asking a model. It belongs among the expensive checks, and another model must have done the work.
 *
 * @param model identity of the judging model, as it is written in the call: `"gpt-5"`, `"anthropic/claude-opus-4"`.
 * @param judge asks the model and reads a structured verdict; never its free text.
 */
export function modelCheck<Subject, const Judge extends string>(
  name: string,
  model: Judge,
  judge: (subject: Subject, context: CheckContext) => Promise<Verdict>,
): Check<Subject, Judge> {
  return { name, judge: model, run: judge };
}
