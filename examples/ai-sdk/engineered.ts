import { generateText, hasToolCall, stepCountIs, type LanguageModel, type StepResult, type StopCondition } from "ai";
import { escalate, gardenIsPlanted, tools } from "./garden.js";

const MAX_STEPS = 16;
const TOKEN_BUDGET = 120_000;
const MAX_REPEATS = 3;
const DEADLINE_MS = 10 * 60_000;

type Steps = readonly StepResult<typeof tools>[];
export type Outcome = { readonly status: "completed"; readonly summary: string } | { readonly status: "escalated"; readonly reason: string };

/** The same run with its gates: conditions of our own beside the SDK's, and a look at why it stopped. */
export async function agent(model: LanguageModel, goal: string): Promise<Outcome> {
  const { steps } = await generateText({
    model,
    tools,
    prompt: goal,
    stopWhen: [stepCountIs(MAX_STEPS), hasToolCall("finish"), isTokenBudgetSpent, isRepeating],
    abortSignal: AbortSignal.timeout(DEADLINE_MS),
  });
  const finish = steps.at(-1)?.toolCalls.find((call) => call.toolName === "finish");
  if (finish === undefined || finish.dynamic || finish.toolName !== "finish") return giveUp(reasonOf(steps));
  if (!(await gardenIsPlanted())) return giveUp("not planted");
  return { status: "completed", summary: finish.input.summary };
}

const isTokenBudgetSpent: StopCondition<typeof tools> = ({ steps }) => tokensOf(steps) >= TOKEN_BUDGET;
const isRepeating: StopCondition<typeof tools> = ({ steps }) => mostRepeats(steps) > MAX_REPEATS;

function reasonOf(steps: Steps): string {
  if (mostRepeats(steps) > MAX_REPEATS) return "repeating";
  if (tokensOf(steps) >= TOKEN_BUDGET) return "tokens";
  return steps.length >= MAX_STEPS ? "steps" : (steps.at(-1)?.finishReason ?? "no reply");
}

function tokensOf(steps: Steps): number {
  // A step without usage must not pass for a free one.
  return steps.reduce((sum, { usage }) => sum + (usage.totalTokens ?? TOKEN_BUDGET), 0);
}

function mostRepeats(steps: Steps): number {
  const seen = new Map<string, number>();
  for (const { toolName, input } of steps.flatMap(({ toolCalls }) => toolCalls)) {
    const action = fingerprint([toolName, input]);
    seen.set(action, (seen.get(action) ?? 0) + 1);
  }
  return Math.max(0, ...seen.values());
}

export function giveUp(reason: string): Outcome {
  escalate(reason);
  return { status: "escalated", reason };
}

/** One text for equal actions, in whatever order their keys are. */
function fingerprint(action: unknown): string {
  return JSON.stringify(action, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
