import { type Check, type CheckContext, judged } from "./check.js";
import type { Verdict } from "./judgement.js";

/** What was found by which check. */
export interface CheckReport extends Verdict {
  readonly check: string;
  readonly tier: "cheap" | "expensive";
}

/** The verdict of all checks together. */
export interface Verification extends Verdict {
  /** Every check that was run, in order. */
  readonly reports: readonly CheckReport[];
}

export interface VerifyContext extends CheckContext {
  /** `high` where a wrong acceptance is dear: the expensive checks are then always run. Default `low`. */
  readonly stakes?: "low" | "high";
  /** How sure the maker was, from 0 to 1, where it says so. */
  readonly confidence?: number;
}

export type Verifier<Subject> = (subject: Subject, context?: VerifyContext) => Promise<Verification>;

export interface TieredVerifierOptions<Subject, Maker extends string, Judge extends string> {
  /** Identity of the model that did the work. */
  readonly maker?: Maker;
  /** Run always, in order, until one says no. */
  readonly cheap: readonly Check<Subject, Judge>[];
  /** Run when the cheap ones do not settle it: high stakes, an unsure maker, a cheap verdict that is unknown or unsure, or no cheap check at all. */
  readonly expensive?: readonly Check<Subject, Judge>[];
  /** Below this confidence a maker or the passes together count as unsure, from 0 to 1. Default 0.8. */
  readonly unsureBelow?: number;
  /** Lets a model judge its own work, which mostly makes it more sure and seldom more right. */
  readonly allowSelfVerification?: true;
}

/** With a judge that may be the maker the options must say so; identities that are not known as literals are left to run time. */
type SelfVerificationSaid<Maker extends string, Judge extends string> = string extends Maker | Judge
  ? unknown
  : [Extract<Judge, Maker>] extends [never]
    ? unknown
    : { readonly allowSelfVerification: true };

/**
 * Composes checks into one verifier: cheap first, expensive where it matters.
 *
 * It says `no` as soon as one check does. It says `yes` when the deciding tier (the expensive one where it was run)
 * is all yes and the passes together reach `unsureBelow`, taken as checks that err independently: two passes of 0.6
 * make 0.84. Else it says `unknown`.
 *
 * @throws {TypeError} without any check, or when a check is judged by the model that did the work (whatever provider
 *   prefix or date suffix its name has) and `allowSelfVerification` is not given.
 */
export function tieredVerifier<Subject, const Maker extends string = never, const Judge extends string = never>(
  options: TieredVerifierOptions<Subject, Maker, Judge> & SelfVerificationSaid<Maker, Judge>,
): Verifier<Subject> {
  const { maker, cheap, expensive = [], unsureBelow = 0.8, allowSelfVerification } = options;
  if (cheap.length + expensive.length === 0)
    throw new TypeError("tieredVerifier: there is no check. Write for example cheap: [schemaCheck(name, schema)].");
  for (const check of [...cheap, ...expensive]) {
    if (allowSelfVerification || maker === undefined || check.judge === undefined || !sameModel(maker, check.judge))
      continue;
    throw new TypeError(
      `tieredVerifier: the check "${check.name}" is judged by ${check.judge}, which did the work. Name another model, or write allowSelfVerification: true.`,
    );
  }

  return async (subject, context = {}) => {
    const reports: CheckReport[] = [];
    const refuses = async (tier: CheckReport["tier"], checks: readonly Check<Subject, string>[]): Promise<boolean> => {
      for (const check of checks) {
        const verdict = await judged(check.name, () => check.run(subject, context));
        reports.push({ ...verdict, check: check.name, tier });
        if (verdict.passed === "no") return true;
      }
      return false;
    };
    const refused = await refuses("cheap", cheap);
    const settled =
      combined(reports, unsureBelow).passed !== "unknown" &&
      (context.confidence ?? 1) >= unsureBelow &&
      context.stakes !== "high";
    if (!refused && !settled) await refuses("expensive", expensive);
    return { ...combined(reports, unsureBelow), reports };
  };
}

function combined(reports: readonly CheckReport[], unsureBelow: number): Verdict {
  const no = reports.find(({ passed }) => passed === "no");
  if (no) return { passed: "no", confidence: no.confidence, detail: no.detail };
  // Where the expensive checks were run they decide: they are there to settle what the cheap ones left open.
  const dear = reports.filter(({ tier }) => tier === "expensive");
  const open = (dear.length > 0 ? dear : reports).filter(({ passed }) => passed === "unknown");
  if (open.length > 0) return { passed: "unknown", confidence: 0, detail: sentences(open) };
  const passes = reports.filter(({ passed }) => passed === "yes");
  const confidence = 1 - passes.reduce((doubt, pass) => doubt * (1 - pass.confidence), 1);
  if (passes.length > 0 && confidence >= unsureBelow) return { passed: "yes", confidence, detail: sentences(passes) };
  return {
    passed: "unknown",
    confidence,
    detail: `${sentences(passes) || "no check was run"}; all together this proves too little (${confidence.toFixed(2)} of ${unsureBelow})`,
  };
}

function sentences(reports: readonly CheckReport[]): string {
  return reports.map(({ detail }) => detail).join("; ");
}

/** Providers and gateways write one model in several ways: with a prefix, a date, `latest`. */
function sameModel(a: string, b: string): boolean {
  return bareModel(a) === bareModel(b);
}

function bareModel(model: string): string {
  const name = model.trim().toLowerCase().split("/").pop() ?? model;
  return name.replace(/[-@:](\d{4}-?\d{2}-?\d{2}|latest)$/, "");
}
