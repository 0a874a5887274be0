import { anySignal } from "./any-signal.js";
import { largerUsage, type Usage, usageOf } from "./usage.js";

/** Why a budget ends a loop. `unmetered`: a reply reported no usage, so a token or cost limit can no longer be kept. */
export type BudgetReason = "steps" | "tokens" | "cost" | "time" | "denials" | "unmetered" | "aborted";

/** Price of a model, in any one currency per million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** The limits of a loop. At least one of `steps`, `tokens`, `cost` and `timeMs` must be given. */
export interface BudgetOptions {
  /** Most steps. A step is one model call; a denied action costs one more. */
  readonly steps?: number;
  /** Most tokens, input and output together. */
  readonly tokens?: number;
  /** Most money, in the currency of `price` or of the cost that the SDK reports. */
  readonly cost?: number;
  /** Most time, in milliseconds of running; the time between a crash and its resumption is not counted. */
  readonly timeMs?: number;
  /** Most denied actions. */
  readonly denials?: number;
  /** Lets a caller or a person end the loop. It is an exit and no limit: nobody need ever raise it. */
  readonly signal?: AbortSignal;
  /** Turns tokens into cost where the reply reports no cost itself. */
  readonly price?: TokenPrice;
  /** Tokens charged for a reply that reports no usage. Without it such a reply ends the loop as `unmetered`. */
  readonly assumeTokens?: number;
  /** A budget that this one is a part of, say of the agent that delegates: it is charged too, and its end is the end here. */
  readonly parent?: Budget;
  /**
   * The clock, in milliseconds. Default `performance.now`, which no one can set.
   * Should it jump all the same: back gives no time back, forward can only end the loop early.
   */
  readonly now?: () => number;
}

/** What has been spent; plain data, to be kept with the state of a run. */
export interface BudgetSnapshot {
  readonly steps: number;
  readonly tokens: number;
  readonly cost: number;
  readonly elapsedMs: number;
  readonly denials: number;
  readonly unmetered: boolean;
}

export interface Budget {
  /** The limit that has been reached, or `undefined` while there is something left. Ask before each model call. */
  exhausted(): BudgetReason | undefined;
  /**
   * Asks for one step and charges it, in one go, so that parallel callers cannot both take the last one.
   * @returns the limit that refuses the step, in which case nothing is charged; `undefined` when it is granted.
   */
  step(): BudgetReason | undefined;
  /** Charges what a reply used; any reply or usage object that `usageOf` can read. */
  use(reply: unknown): void;
  /**
   * Hands on what a stream gives and charges what its elements report, once they are through or the reader leaves.
   * A stream that reports nothing counts as a reply without usage: OpenAI has to be asked for it, by `stream_options`.
   */
  meter<Element>(stream: AsyncIterable<Element>): AsyncGenerator<Element, void, undefined>;
  /** Charges figures measured in another way. @throws {RangeError} for one that is negative or not finite. */
  charge(spent: { readonly tokens?: number; readonly cost?: number }): void;
  /** Counts a denied action. It costs a step: else a model that keeps asking for what it may not have runs for ever. */
  denied(): void;
  /** Aborts when the caller aborts or the time is up: pass it to the model call and to the tools. */
  readonly signal: AbortSignal;
  /** What has been spent so far. */
  snapshot(): BudgetSnapshot;
  /** Continues from what an earlier process had spent. */
  restore(snapshot: BudgetSnapshot): void;
}

const LIMITS = ["steps", "tokens", "cost", "timeMs"] as const;
/** Longer timers fire at once in every engine; whoever waits that long is ended by `exhausted` all the same. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Makes the budget of one run.
 *
 * @throws {RangeError} when no limit is given, or one is negative, `NaN` or infinite, and so could never take effect.
 */
export function createBudget(options: BudgetOptions): Budget {
  validate(options);
  const { parent, price, now = (): number => performance.now() } = options;
  const spent = { steps: 0, tokens: 0, cost: 0, elapsedMs: 0, denials: 0, unmetered: false };
  let lastReading = now();
  let signal: AbortSignal | undefined;

  const readClock = (): void => {
    const reading = now();
    spent.elapsedMs += Math.max(0, reading - lastReading);
    lastReading = reading;
  };
  const reached = (limit: number | undefined, amount: number): boolean => limit !== undefined && amount >= limit;

  const budget: Budget = {
    exhausted() {
      readClock();
      if (options.signal?.aborted) return "aborted";
      if (spent.unmetered) return "unmetered";
      if (reached(options.steps, spent.steps)) return "steps";
      if (reached(options.tokens, spent.tokens)) return "tokens";
      if (reached(options.cost, spent.cost)) return "cost";
      if (reached(options.denials, spent.denials)) return "denials";
      if (reached(options.timeMs, spent.elapsedMs)) return "time";
      return parent?.exhausted();
    },
    step() {
      const reason = budget.exhausted() ?? parent?.step();
      if (reason === undefined) spent.steps++;
      return reason;
    },
    use(reply) {
      parent?.use(reply);
      const usage = usageOf(reply);
      const tokens = usage?.totalTokens ?? options.assumeTokens;
      const cost = usage?.cost ?? priced(usage, tokens, price);
      spent.tokens += tokens ?? 0;
      spent.cost += cost ?? 0;
      spent.unmetered ||=
        (options.tokens !== undefined && tokens === undefined) || (options.cost !== undefined && cost === undefined);
    },
    async *meter(stream) {
      let usage: Usage | undefined;
      try {
        for await (const element of stream) {
          usage = largerUsage(usage, usageOf(element));
          yield element;
        }
      } finally {
        budget.use(usage);
      }
    },
    charge({ tokens = 0, cost = 0 }) {
      mustBeAmount("tokens", tokens);
      mustBeAmount("cost", cost);
      parent?.charge({ tokens, cost });
      spent.tokens += tokens;
      spent.cost += cost;
    },
    denied() {
      parent?.denied();
      spent.steps++;
      spent.denials++;
    },
    get signal() {
      signal ??= deadlineSignal();
      return signal;
    },
    snapshot() {
      readClock();
      return { ...spent };
    },
    restore(snapshot) {
      Object.assign(spent, snapshot);
      lastReading = now();
      signal = undefined;
    },
  };

  function deadlineSignal(): AbortSignal {
    readClock();
    const left = options.timeMs === undefined ? Infinity : Math.max(0, options.timeMs - spent.elapsedMs);
    const sources = [
      options.signal,
      parent?.signal,
      left <= LONGEST_TIMER_MS ? AbortSignal.timeout(Math.ceil(left)) : undefined,
    ];
    return anySignal(sources.filter((source) => source !== undefined));
  }
  return budget;
}

/** Without a split into input and output the dearer price is charged, so that a cost limit errs on the safe side. */
function priced(
  usage: Usage | undefined,
  tokens: number | undefined,
  price: TokenPrice | undefined,
): number | undefined {
  if (!price) return undefined;
  if (usage) return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
  return tokens === undefined ? undefined : (tokens * Math.max(price.input, price.output)) / 1e6;
}

function validate(options: BudgetOptions): void {
  for (const name of [...LIMITS, "denials", "assumeTokens"] as const) {
    const limit = options[name];
    if (limit !== undefined) mustBeAmount(name, limit);
  }
  if (options.parent === undefined && LIMITS.every((name) => options[name] === undefined)) {
    throw new RangeError(
      "createBudget: no limit is given, so nothing would end the loop. Write for example createBudget({ steps: 20 }).",
    );
  }
}

function mustBeAmount(name: string, amount: number): void {
  if (Number.isFinite(amount) && amount >= 0) return;
  throw new RangeError(
    `Budget: ${name} is ${amount}, which can never be reached. Write a finite number from 0 up, such as 20.`,
  );
}
