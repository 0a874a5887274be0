import { unlessAborted } from "./abortable.js";
import { type Budget, type BudgetReason, createBudget } from "./budget.js";
import { carryOut, denialOf } from "./carry-out.js";
import { type Answer, judged } from "./check.js";
import type { ToolCall } from "./fingerprint.js";
import type { Verdict } from "./judgement.js";
import type {
  ActionContext,
  EscalationReason,
  LoopOptions,
  LoopResult,
  LoopState,
  Observation,
  Outcome,
  Proposal,
  Turn,
} from "./loop-contract.js";
import { createProgressMonitor, type ProgressMonitor } from "./progress.js";
import { noTelemetry } from "./telemetry.js";
import { messageOf } from "./thrown.js";

/**
 * Runs an agent loop with every gate in place. Per turn: budget and progress are checked before the model is asked;
 * the policy rules before a tool is run; denials cost budget; failures go back to the model as observations; a claim
 * to be done counts only when `verify` says yes; the state is written down before anything is done.
 *
 * @returns how the run ended; it ends at the limit at the latest, and says which.
 * @throws {TypeError} when `resume` is the state of another task or of an unknown version.
 * @throws whatever `persist`, `onTurn`, `onStop` or `effects.key` throws; the last persisted state can be resumed.
 */
export async function runLoop<Action extends ToolCall, Output>(
  options: LoopOptions<Action, Output>,
): Promise<LoopResult<Action, Output>> {
  const { name = "agent", task, telemetry = noTelemetry } = options;
  const attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": name,
    "gen_ai.conversation.id": task,
  };
  return telemetry.span(`invoke_agent ${name}`, attributes, async (add) => {
    const result = await new Loop(options).run();
    add({
      "agent_loop.status": result.status,
      "agent_loop.reason": result.reason,
      "agent_loop.steps": result.spent.steps,
      "agent_loop.tokens": result.spent.tokens,
    });
    if (result.status === "escalated") add({ "error.type": result.reason });
    await options.onStop?.(result);
    return result;
  });
}

/** A proposal that was drawn, with the verdict on it where one had to be sought to choose it. */
interface Draw<Action extends ToolCall, Output> {
  readonly proposal: Proposal<Action, Output>;
  readonly verdict?: Verdict;
}

type Pending<Action extends ToolCall, Output> = NonNullable<LoopState<Action, Output>["pending"]>;

/** Ends the run from wherever it is thrown; never leaves `run`. */
class Stop extends Error {
  readonly reason: EscalationReason;

  constructor(reason: EscalationReason, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.reason = reason;
  }
}

class Loop<Action extends ToolCall, Output> {
  readonly #options: LoopOptions<Action, Output>;
  readonly #budget: Budget;
  readonly #progress: ProgressMonitor;
  #trajectory: readonly Turn<Action, Output>[] = [];
  #pending: LoopState<Action, Output>["pending"];
  #outcome: Outcome<Output> | undefined;
  /** Set while the first action without an observation may have been started by a process that died. */
  #resumed = false;

  constructor(options: LoopOptions<Action, Output>) {
    const { budget, progress, resume } = options;
    this.#options = options;
    this.#budget = "exhausted" in budget ? budget : createBudget(budget);
    this.#progress = progress && "stuck" in progress ? progress : createProgressMonitor(progress);
    if (resume) this.#restore(resume);
  }

  async run(): Promise<LoopResult<Action, Output>> {
    let error: unknown;
    try {
      while (!this.#outcome) await this.#carryOut(this.#pending ?? (await this.#decide()));
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      this.#outcome = { status: "escalated", reason: stop.reason, detail: stop.message };
      error = stop.cause;
      await this.#save();
    }
    return {
      ...this.#outcome,
      trajectory: this.#trajectory,
      spent: this.#budget.snapshot(),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** Asks the model, unless something says that it must not be asked any more. */
  async #decide(): Promise<Pending<Action, Output>> {
    const stuck = this.#progress.stuck();
    if (stuck) throw new Stop(stuck.reason, stuck.detail);
    const { proposal, verdict } = await this.#draw();
    const { usage: _charged, ...kept } = proposal;
    const asked: readonly unknown[] =
      proposal.kind === "finish"
        ? [{ tool: "finish", args: proposal.output }]
        : proposal.actions.length > 0
          ? proposal.actions
          : ["nothing"];
    for (const call of asked) this.#progress.record(call);
    this.#pending = {
      proposal: kept,
      observations: verdict && proposal.kind === "finish" ? [completion(verdict)] : [],
    };
    await this.#save();
    return this.#pending;
  }

  /** Draws a proposal: the first of a sure model, of an unsure one the first that can be verified, or the surest. */
  async #draw(): Promise<Draw<Action, Output>> {
    const { below = 0, attempts = 1 } = this.#options.sampleWhenUnsure ?? {};
    let surest: Draw<Action, Output> | undefined;
    for (let attempt = 1; ; attempt++) {
      const refused = this.#budget.step();
      if (refused && surest) return surest;
      if (refused) throw new Stop(refused, limitSentence(refused));
      await this.#save(); // the step is on record before it is taken, so that crashing and resuming cannot go on for ever
      const proposal = await this.#ask();
      this.#budget.use(proposal.usage);
      const { confidence = 1 } = proposal;
      if (confidence >= below) return { proposal };
      const verdict = await this.#prejudge(proposal);
      if (verdict.passed === "yes") return { proposal, verdict };
      if (!surest || confidence > (surest.proposal.confidence ?? 1)) surest = { proposal, verdict };
      if (!(attempt < attempts)) return surest;
    }
  }

  async #ask(): Promise<Proposal<Action, Output>> {
    const { task, turn, signal } = this.#context();
    try {
      return await unlessAborted(signal, () =>
        this.#options.propose({ task, turn, signal, trajectory: this.#trajectory, spent: this.#budget.snapshot() }),
      );
    } catch (error) {
      const limit = this.#budget.exhausted() ?? (signal.aborted ? "time" : undefined);
      if (limit) throw new Stop(limit, limitSentence(limit));
      throw new Stop("model-error", `the model call failed: ${messageOf(error)}`, error);
    }
  }

  /** Judges a proposal of an unsure model without doing anything. */
  #prejudge(proposal: Proposal<Action, Output>): Promise<Verdict> {
    if (proposal.kind === "finish") return this.#verify(proposal.output, proposal.confidence);
    return this.#judge("proposal", async () => {
      const verify = this.#options.sampleWhenUnsure?.verify;
      if (verify) return verify(proposal.actions);
      for (const action of proposal.actions) {
        const problem = await denialOf(action, this.#context(), this.#options);
        if (problem !== undefined) return { problem };
      }
      return "yes";
    });
  }

  /** Does what was proposed, from the first action on that has no observation yet, and ends the turn. */
  async #carryOut({ proposal, observations: earlier }: Pending<Action, Output>): Promise<void> {
    const observations = [...earlier];
    if (proposal.kind === "finish") {
      if (observations.length === 0)
        observations.push(completion(await this.#verify(proposal.output, proposal.confidence)));
    } else {
      for (const action of proposal.actions.slice(earlier.length)) {
        if (observations.length > earlier.length) await this.#save(); // on record before the next action starts
        observations.push(await carryOut(action, this.#context().turn, this.#resumed, this.#budget, this.#options));
        this.#resumed = false;
        this.#pending = { proposal, observations: [...observations] };
      }
    }
    this.#resumed = false;
    await this.#endTurn({ turn: this.#context().turn, proposal, observations });
  }

  async #endTurn(turn: Turn<Action, Output>): Promise<void> {
    const {
      proposal,
      observations: [first],
    } = turn;
    this.#trajectory = [...this.#trajectory, turn];
    this.#pending = undefined;
    if (first?.kind === "accepted" && proposal.kind === "finish") {
      this.#outcome = {
        status: "completed",
        reason: "verified",
        detail: first.verdict.detail,
        output: proposal.output,
      };
    }
    await this.#lookAtState();
    await this.#save();
    const ruling = await this.#options.onTurn?.(turn);
    if (ruling && !this.#outcome) throw new Stop("stopped", ruling.stop);
  }

  async #lookAtState(): Promise<void> {
    const { readState } = this.#options;
    if (!readState) return;
    let state: unknown;
    try {
      state = await readState();
    } catch {
      return; // a state that cannot be read says neither that the run moves nor that it stands still
    }
    this.#progress.observe(state);
  }

  #verify(output: Output, confidence: number | undefined): Promise<Verdict> {
    const context = { ...this.#context(), ...(confidence === undefined ? {} : { confidence }) };
    return this.#judge("completion", () => this.#options.verify(output, context));
  }

  #judge(name: string, judge: () => Promise<Verdict | Answer> | Verdict | Answer): Promise<Verdict> {
    return judged(name, () => unlessAborted(this.#budget.signal, judge));
  }

  #context(): ActionContext {
    return { task: this.#options.task, turn: this.#trajectory.length + 1, signal: this.#budget.signal };
  }

  async #save(): Promise<void> {
    await this.#options.persist?.({
      version: 1,
      task: this.#options.task,
      budget: this.#budget.snapshot(),
      progress: this.#progress.snapshot(),
      trajectory: this.#trajectory,
      ...(this.#pending && { pending: this.#pending }),
      ...(this.#outcome && { outcome: this.#outcome }),
    });
  }

  #restore({ version, task, budget, progress, trajectory, pending, outcome }: LoopState<Action, Output>): void {
    if ((version as number) !== 1 || task !== this.#options.task) {
      throw new TypeError(
        `runLoop: resume is version ${version} of task "${task}", and this run is version 1 of task "${this.#options.task}". Pass the state that was persisted for it.`,
      );
    }
    this.#trajectory = trajectory;
    this.#pending = pending;
    this.#resumed = pending !== undefined;
    if (outcome?.status === "escalated") {
      // Somebody has looked at it and lets it go on: what held it up is forgiven, what it spent is not.
      this.#budget.restore({ ...budget, unmetered: false });
      this.#progress.restore();
    } else {
      this.#budget.restore(budget);
      this.#progress.restore(progress);
      this.#outcome = outcome;
    }
  }
}

function completion(verdict: Verdict): Observation<never> {
  return { kind: verdict.passed === "yes" ? "accepted" : "refused", verdict };
}

function limitSentence(limit: BudgetReason): string {
  if (limit === "aborted") return "the caller ended the run";
  if (limit === "unmetered") return "a reply reported no usage, so the limit cannot be kept; set assumeTokens";
  return `the limit of ${limit} is reached`;
}
