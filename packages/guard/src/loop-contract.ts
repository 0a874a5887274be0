import type { Budget, BudgetOptions, BudgetReason, BudgetSnapshot } from "./budget.js";
import type { Answer } from "./check.js";
import type { EffectStore } from "./effect-store.js";
import type { ToolCall } from "./fingerprint.js";
import type { IdempotentOptions } from "./idempotent.js";
import type { Judgement, Verdict } from "./judgement.js";
import type { ProgressMonitor, ProgressOptions, ProgressReason, ProgressSnapshot } from "./progress.js";
import type { Telemetry } from "./telemetry.js";

/** What the model wants next: tools to be run, or the work to be taken as done. Either is a proposal and no more. */
export type Decision<Action extends ToolCall, Output> =
  { readonly kind: "act"; readonly actions: readonly Action[] } | { readonly kind: "finish"; readonly output: Output };

/** A decision as the trajectory keeps it. */
export type Proposed<Action extends ToolCall, Output> = Decision<Action, Output> & {
  /** How sure the model is, from 0 to 1, where that is known. */
  readonly confidence?: number;
  /** What the model said, as plain data, so that the next call can be given it. */
  readonly message?: unknown;
};

export type Proposal<Action extends ToolCall, Output> = Proposed<Action, Output> & {
  /** The reply or its usage, as `usageOf` can read it; charged to the budget and not kept. */
  readonly usage?: unknown;
};

/** What became of each action, or of the claim to be done. Every action gets one: a model must never wait for an answer to its call. */
export type Observation<Action extends ToolCall> =
  | { readonly kind: "result"; readonly action: Action; readonly result: unknown }
  | {
      readonly kind: "failure";
      readonly action: Action;
      readonly error: { readonly name: string; readonly message: string };
    }
  | { readonly kind: "denied" | "skipped"; readonly action: Action; readonly reason: string }
  /** It may have happened, and was not done again: the model, or a person, has to look. */
  | { readonly kind: "in-doubt"; readonly action: Action; readonly reason: string }
  | { readonly kind: "accepted" | "refused"; readonly verdict: Verdict };

export interface Turn<Action extends ToolCall, Output> {
  /** 1 for the first. */
  readonly turn: number;
  readonly proposal: Proposed<Action, Output>;
  readonly observations: readonly Observation<Action>[];
}

export type EscalationReason = BudgetReason | ProgressReason | "model-error" | "stopped";

export type Outcome<Output> =
  | { readonly status: "completed"; readonly reason: "verified"; readonly detail: string; readonly output: Output }
  | { readonly status: "escalated"; readonly reason: EscalationReason; readonly detail: string };

/** How a run ended and how it got there. Only `completed` is success; it means that the verifier said yes. */
export type LoopResult<Action extends ToolCall, Output> = Outcome<Output> & {
  readonly trajectory: readonly Turn<Action, Output>[];
  readonly spent: BudgetSnapshot;
  /** What the model call threw, when the reason is `model-error`. Not part of the persisted state. */
  readonly error?: unknown;
};

/** Everything needed to go on after a crash. Plain data, provided that messages, outputs and results are. */
export interface LoopState<Action extends ToolCall, Output> {
  readonly version: 1;
  readonly task: string;
  readonly budget: BudgetSnapshot;
  readonly progress: ProgressSnapshot;
  readonly trajectory: readonly Turn<Action, Output>[];
  /** A proposal that is being carried out: written down before anything is done. */
  readonly pending?: Omit<Turn<Action, Output>, "turn">;
  readonly outcome?: Outcome<Output>;
}

export interface TurnContext<Action extends ToolCall, Output> {
  readonly task: string;
  readonly turn: number;
  readonly trajectory: readonly Turn<Action, Output>[];
  readonly spent: BudgetSnapshot;
  /** Pass it to the model call: it aborts at the time limit and when the caller gives up. */
  readonly signal: AbortSignal;
}

export interface ActionContext {
  readonly task: string;
  readonly turn: number;
  /** The idempotency key, where `effects` gives the action one: pass it to an API that takes one. */
  readonly key?: string;
  readonly signal: AbortSignal;
}

export interface VerifyCompletionContext extends ActionContext {
  /** How sure the model is, where it said so. */
  readonly confidence?: number;
}

/** Leave to run an action; `unknown` is no leave. */
export type Ruling = Judgement | { readonly allowed: Judgement; readonly reason: string };

export interface LoopOptions<Action extends ToolCall, Output> {
  /** Id of the task. It must be the same when the run is resumed. */
  readonly task: string;
  /** Limits, or a budget to share with others. */
  readonly budget: Budget | BudgetOptions;
  /** Settings for noticing repeats and stalls, or a monitor of your own. */
  readonly progress?: ProgressMonitor | ProgressOptions;
  /** Reads the state that matters to the task, after each turn; without it only repeats are noticed, no stalls. */
  readonly readState?: () => unknown;
  /** Asks the model. A throw ends the run as `model-error`, to be resumed: retries of the call itself are the SDK's business. */
  readonly propose: (context: TurnContext<Action, Output>) => Promise<Proposal<Action, Output>>;
  /** Decides before each action. One that throws has given no leave. Default: every action is allowed. */
  readonly policy?: (action: Action, context: ActionContext) => Ruling | Promise<Ruling>;
  /** Runs one action. A throw becomes an observation. */
  readonly act: (action: Action, context: ActionContext) => unknown;
  /** Decides, outside the model, whether the work is done; a `tieredVerifier` fits. Anything but yes refuses. */
  readonly verify: (output: Output, context: VerifyCompletionContext) => Verdict | Answer | Promise<Verdict | Answer>;
  /** Which actions are effects, and where they are remembered. */
  readonly effects?: {
    readonly store: EffectStore;
    /** The key of an effect, from `keyFor`; `undefined` for an action that only reads and may be run again. */
    readonly key: (action: Action, context: { readonly task: string; readonly turn: number }) => string | undefined;
    readonly options?: IdempotentOptions<unknown>;
  };
  /** Draws again when the model is unsure, and keeps the first proposal that can be verified; each draw costs budget. */
  readonly sampleWhenUnsure?: {
    /** A proposal with less confidence than this is unsure, from 0 to 1. */
    readonly below: number;
    /** Most draws for one turn, the first included. */
    readonly attempts: number;
    /** Judges a proposal to act before anything is done. Default: the policy does. Claims to be done go to `verify`. */
    readonly verify?: (actions: readonly Action[]) => Answer | Promise<Answer>;
  };
  /** Writes the state down: before each model call, before and between actions, and at the end. If it throws, the run stops there. */
  readonly persist?: (state: LoopState<Action, Output>) => void | Promise<void>;
  /** The last persisted state, to go on from it. */
  readonly resume?: LoopState<Action, Output>;
  /** Sees each finished turn and may end the run: the place for a check of your own. */
  /* eslint-disable @typescript-eslint/no-invalid-void-type -- A hook that only looks returns nothing. */
  readonly onTurn?: (
    turn: Turn<Action, Output>,
  ) => void | { readonly stop: string } | Promise<void | { readonly stop: string }>;
  /* eslint-enable @typescript-eslint/no-invalid-void-type */
  /** Sees how the run ended, also when it ended well. */
  readonly onStop?: (result: LoopResult<Action, Output>) => void | Promise<void>;
  /** Where spans go, for example `await openTelemetry()`. */
  readonly telemetry?: Telemetry | undefined;
  /** Name of the agent in spans. Default "agent". */
  readonly name?: string;
}
