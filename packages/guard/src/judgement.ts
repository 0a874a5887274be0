/** Three-valued on purpose: a check that could not tell must never count as a check that passed. */
export type Judgement = "yes" | "no" | "unknown";

/** What a check found. */
export interface Verdict {
  /** `yes`: the work holds. `no`: it does not. `unknown`: the check could not tell, which is not acceptance. */
  readonly passed: Judgement;
  /** How far to trust `passed`, from 0 (not at all) to 1 (certain). */
  readonly confidence: number;
  /** One sentence for the model and for people: what was looked at and what was seen. */
  readonly detail: string;
}
