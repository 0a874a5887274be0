import { escalate, nextStep, perform, shelfIsFull, type Job, type Step } from "./world.js";

const LIMITS = { steps: 24, tokens: 150_000, repeats: 3 };
const KEPT_STEPS = 20;

export type Outcome =
  | { readonly status: "completed"; readonly trajectory: readonly Step[] }
  | { readonly status: "escalated"; readonly reason: string; readonly trajectory: readonly Step[] };

/** The same harness with its gates; limits are looked at before the model is asked. */
export async function run(job: Job): Promise<Outcome> {
  const trajectory: Step[] = [];
  const seen = new Map<string, number>();
  let tokens = 0;
  for (let turn = 0; turn < LIMITS.steps; turn++) {
    if (tokens >= LIMITS.tokens) return giveUp(job, "tokens", trajectory);
    const step = await nextStep(job, trajectory.slice(-KEPT_STEPS));
    tokens += step.tokens;

    if (step.tool === "finish") {
      if (await shelfIsFull(job)) return { status: "completed", trajectory };
      trajectory.push({ ...step, observation: "Refused: the shelf is not full." });
      continue;
    }
    const action = fingerprint(step);
    const repeats = (seen.get(action) ?? 0) + 1;
    seen.set(action, repeats);
    if (repeats > LIMITS.repeats) return giveUp(job, "repeating", trajectory);
    trajectory.push({ ...step, observation: await observe(step, `${job.id}:${action}`) });
  }
  return giveUp(job, "steps", trajectory);
}

/** A failure is something the model can act on, not the end of the run. */
async function observe(step: Step, idempotencyKey: string): Promise<string> {
  try {
    return await perform(step, { idempotencyKey });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

function giveUp(job: Job, reason: string, trajectory: readonly Step[]): Outcome {
  escalate(job, reason, trajectory);
  return { status: "escalated", reason, trajectory };
}

/** One text for equal actions, in whatever order their keys are. */
function fingerprint({ tool, args }: Step): string {
  return JSON.stringify([tool, args], (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
