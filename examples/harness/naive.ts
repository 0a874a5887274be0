import { nextStep, perform, type Job, type Step } from "./world.js";

/** The heart of a harness: ask for a step, do it, write it down, ask again. */
export async function run(job: Job): Promise<Step[]> {
  const trajectory: Step[] = [];
  for (;;) { // may: no-unbounded-loop, require-progress-check, no-unbounded-history, require-completion-check
    const step = await nextStep(job, trajectory); // may: no-unbounded-history
    if (step.tool === "finish") return trajectory; // may: require-completion-check
    const observation = await perform(step); // may: require-tool-error-handling, require-idempotency-key
    trajectory.push({ ...step, observation });
  }
}
