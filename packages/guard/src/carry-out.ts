import { unlessAborted } from "./abortable.js";
import type { Budget } from "./budget.js";
import type { ToolCall } from "./fingerprint.js";
import { EffectInDoubt, idempotent } from "./idempotent.js";
import type { ActionContext, LoopOptions, Observation } from "./loop-contract.js";
import { noTelemetry } from "./telemetry.js";
import { messageOf } from "./thrown.js";

/** The part of a loop's options that stands between a proposal and the world. */
export type Gates<Action extends ToolCall> = Pick<
  LoopOptions<Action, unknown>,
  "task" | "policy" | "act" | "effects" | "telemetry"
>;

/**
 * Runs one action behind its gates: time, policy, ledger. Whatever happens becomes an observation.
 *
 * @param mayHaveRun a process that died may have started the action: without a key it is not run again.
 */
export async function carryOut<Action extends ToolCall>(
  action: Action,
  turn: number,
  mayHaveRun: boolean,
  budget: Budget,
  gates: Gates<Action>,
): Promise<Observation<Action>> {
  const { task, effects, act, telemetry = noTelemetry } = gates;
  const { signal } = budget;
  const skipped: Observation<Action> = {
    kind: "skipped",
    action,
    reason: "the run ended before this action was started",
  };

  const key = effects?.key(action, { task, turn });
  const context: ActionContext = { task, turn, signal, ...(key === undefined ? {} : { key }) };
  const denial = await denialOf(action, context, gates);
  if (signal.aborted) return skipped;
  if (denial !== undefined) {
    budget.denied();
    return { kind: "denied", action, reason: denial };
  }
  if (mayHaveRun && key === undefined)
    return {
      kind: "in-doubt",
      action,
      reason: "the process died while this may have been under way, and it has no key",
    };

  let started = false;
  const start = async (): Promise<unknown> => {
    signal.throwIfAborted(); // the store may have answered after the run had ended
    started = true;
    return act(action, context);
  };
  const nothingHappened = (error: unknown): boolean => !started || effects?.options?.nothingHappened?.(error) === true;
  const run = (): Promise<unknown> =>
    effects && key !== undefined
      ? idempotent(effects.store, key, start, { ...effects.options, nothingHappened })
      : start();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": action.tool,
    "gen_ai.tool.type": "function",
  };
  try {
    return {
      kind: "result",
      action,
      result: await telemetry.span(`execute_tool ${action.tool}`, attributes, () => unlessAborted(signal, run)),
    };
  } catch (error) {
    if (error instanceof EffectInDoubt) return { kind: "in-doubt", action, reason: error.message };
    /* eslint-disable @typescript-eslint/no-unnecessary-condition -- Both may have changed while the action was awaited. */
    if (signal.aborted)
      return started ? { kind: "in-doubt", action, reason: "the run ended while this action was under way" } : skipped;
    /* eslint-enable @typescript-eslint/no-unnecessary-condition */
    return {
      kind: "failure",
      action,
      error: { name: error instanceof Error ? error.name : "Error", message: messageOf(error) },
    };
  }
}

/** Why an action may not be run; `undefined` when it may. */
export async function denialOf<Action extends ToolCall>(
  action: Action,
  context: ActionContext,
  { policy }: Pick<Gates<Action>, "policy">,
): Promise<string | undefined> {
  if (!policy) return undefined;
  try {
    const ruling = await unlessAborted(context.signal, () => policy(action, context));
    const { allowed, reason } =
      typeof ruling === "string" ? { allowed: ruling, reason: `the policy says ${ruling}` } : ruling;
    return allowed === "yes" ? undefined : reason;
  } catch (error) {
    return `the policy itself failed (${messageOf(error)})`;
  }
}
