import { createBudget, createProgressMonitor } from "@agent-loop/guard";
import { generateText, hasToolCall, stepCountIs, type LanguageModel } from "ai";
import { giveUp, type Outcome } from "./engineered.js";
import { gardenIsPlanted, tools } from "./garden.js";

const MAX_STEPS = 16;

/** The engineered run on the guard library: its budget and its monitor are stop conditions like any other. */
export async function agent(model: LanguageModel, goal: string): Promise<Outcome> {
  const budget = createBudget({ steps: MAX_STEPS, tokens: 120_000, timeMs: 10 * 60_000 });
  const progress = createProgressMonitor();
  const { steps } = await generateText({
    model,
    tools,
    prompt: goal,
    stopWhen: [stepCountIs(MAX_STEPS), hasToolCall("finish"), () => stopReason() !== undefined],
    abortSignal: budget.signal,
    onStepFinish(step) {
      budget.step();
      budget.use(step);
      for (const { toolName, input } of step.toolCalls) progress.record({ tool: toolName, args: input });
    },
  });
  const finish = steps.at(-1)?.toolCalls.find((call) => call.toolName === "finish");
  if (finish === undefined || finish.dynamic || finish.toolName !== "finish") return giveUp(stopReason() ?? steps.at(-1)?.finishReason ?? "no reply");
  if (!(await gardenIsPlanted())) return giveUp("not planted");
  return { status: "completed", summary: finish.input.summary };

  function stopReason(): string | undefined {
    return progress.stuck()?.reason ?? budget.exhausted();
  }
}
