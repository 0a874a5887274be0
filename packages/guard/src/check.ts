import type { Judgement, Verdict } from "./judgement.js";
import { messageOf } from "./thrown.js";

/** What a check is given beside the work itself. */
export interface CheckContext {
  /** Aborts when the run is out of time; pass it to whatever the check calls. */
  readonly signal?: AbortSignal;
}

/**
 * An oracle: something outside the maker of the work whose own result decides.
 *
 * @typeParam Subject what is looked at: an answer, a commit, the state of the world.
 * @typeParam Judge identity of the model that judges; `never` for a check that asks no model.
 */
export interface Check<Subject, Judge extends string = never> {
  readonly name: string;
  /** The model that judges, where one does. */
  readonly judge?: Judge;
  run(subject: Subject, context: CheckContext): Promise<Verdict> | Verdict;
}

/** A simple answer of a check: a judgement, or `false` or `true`; or one sentence that says what is wrong. */
export type Answer = Judgement | boolean | { readonly problem: string };

export function verdictOf(answer: Answer, name: string, confidence: number): Verdict {
  if (typeof answer === "object") return { passed: "no", confidence, detail: `${name}: ${answer.problem}` };
  const passed = typeof answer === "boolean" ? (answer ? "yes" : "no") : answer;
  const words = { yes: "holds", no: "does not hold", unknown: "could not be decided" };
  return { passed, confidence: passed === "unknown" ? 0 : confidence, detail: `${name}: ${words[passed]}` };
}

/** Asks a judge. One that throws has decided nothing, whatever it was about to say. */
export async function judged(
  name: string,
  judge: () => Promise<Verdict | Answer> | Verdict | Answer,
): Promise<Verdict> {
  try {
    const answer = await judge();
    return typeof answer === "object" && "passed" in answer ? answer : verdictOf(answer, name, 1);
  } catch (error) {
    return { passed: "unknown", confidence: 0, detail: `${name}: the check itself failed (${messageOf(error)})` };
  }
}
