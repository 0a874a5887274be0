import { keyFor, memoryStore, runLoop, type LoopResult } from "@agent-loop/guard";
import { escalate, nextStep, perform, shelfIsFull, type Job, type Step } from "./world.js";

type Action = Pick<Step, "tool" | "args">;

/** The harness handed to the guard library whole: it asks, checks, runs, observes, verifies and stops. */
export async function run(job: Job): Promise<LoopResult<Action, undefined>> {
  const trajectory: Step[] = [];
  return runLoop<Action, undefined>({
    task: job.id,
    budget: { steps: 24, tokens: 150_000 },
    progress: { repeatLimit: 3 },
    async propose() {
      const step = await nextStep(job, trajectory);
      const usage = { totalTokens: step.tokens, inputTokens: step.tokens, outputTokens: 0 };
      const { tool, args } = step;
      return tool === "finish" ? { kind: "finish", output: undefined, usage } : { kind: "act", actions: [{ tool, args }], usage };
    },
    effects: { store: memoryStore(), key: ({ tool, args }) => (tool === "look" ? undefined : keyFor({ task: job.id, tool, args })) },
    act: (action, { key }) => perform({ ...action, tokens: 0 }, key === undefined ? {} : { idempotencyKey: key }),
    verify: async () => ((await shelfIsFull(job)) ? "yes" : { problem: "the shelf is not full" }),
    onTurn({ proposal, observations: [observation] }) {
      if (proposal.kind === "act") for (const action of proposal.actions) trajectory.push({ ...action, tokens: 0, observation: JSON.stringify(observation) });
      else trajectory.push({ tool: "finish", args: {}, tokens: 0, observation: JSON.stringify(observation) });
    },
    onStop(result) {
      if (result.status === "escalated") escalate(job, result.reason, trajectory);
    },
  });
}
