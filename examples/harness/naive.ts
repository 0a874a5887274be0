import { nextStep, perform, type Job, type Step } from "./world.js";

/** The heart of a harness: ask for a step, do it, write it down, ask again. */
export async function run(job: Job): Promise<Step[]> {
  const trajectory: Step[] = [];
  for (;;) {
    const step = await nextStep(job, trajectory);
    if (step.tool === "finish") return trajectory;
    const observation = await perform(step);
    trajectory.push({ ...step, observation });
  }
}
