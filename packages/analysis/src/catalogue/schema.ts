/**
 * The form of what we know about SDKs.
 *
 * A row speaks about one *access path* of a package:
 *
 * - `generateText`: an export;
 * - `OpenAI#.chat.completions.create`: a member of an instance (`#`) of an exported class;
 * - `createOpenAI()`: what a call of an export returns;
 * - `*` stands for one name, `**` for any number of names.
 *
 * An *argument path* says where something stands in a call:
 *
 * - `0.messages`: property `messages` of the first argument;
 * - `1`: the second argument;
 * - `new.0.stopWhen`: an option of the constructor (or factory) that made the object the call is made on.
 *
 * A *reply path* leads from what a call returns to a part of it; `[]` stands for any element:
 * `choices[].message.tool_calls`.
 */
export type AccessPath = string;
export type ArgumentPath = string;
export type ReplyPath = string;

/** Where a row was read, so that anybody can read it again. */
export interface Source {
  /** `openai@7.59.0` */
  readonly tarball: string;
  /** `lib/AbstractChatCompletionRunner.js:13`; absent when the row follows from the SDK's documentation only. */
  readonly place?: string;
  /** `read`: found in the package; `executed`: also run against a fake transport; `unverified`: neither. */
  readonly verified: "read" | "executed" | "unverified";
}

export interface RowBase {
  readonly at: AccessPath | readonly AccessPath[];
  /** First version the row holds for, dotted (`5`, `0.20`); absent: from the beginning. */
  readonly since?: string;
  /** Last version the row holds for, compared on the parts that are given (`6` includes 6.49). */
  readonly until?: string;
  readonly source: Source;
  readonly note?: string;
}

/** Where the parts of a reply are. */
export interface ReplyShape {
  readonly text?: readonly ReplyPath[];
  readonly toolCalls?: readonly ReplyPath[];
  /** Why the model stopped. */
  readonly finish?: readonly ReplyPath[];
  /** Values of `finish` that mean: the model is through. */
  readonly finished?: readonly string[];
  /** Values of `finish` that mean: it wants tools. */
  readonly wantsTools?: readonly string[];
  /** Values of `finish` that mean: the reply is not whole (length, filter, refusal, pause). */
  readonly incomplete?: readonly string[];
  /** Output checked against a schema. */
  readonly structured?: readonly ReplyPath[];
  readonly usage?: UsageShape;
  /** The message to append to the history. */
  readonly message?: readonly ReplyPath[];
}

/** Where a reply counts its tokens: one total, or parts that have to be added. */
export interface UsageShape {
  readonly total?: ReplyPath;
  readonly parts?: readonly ReplyPath[];
  /** Money, where the SDK reports it. */
  readonly cost?: ReplyPath;
}

/** A call that asks a language model once. */
export interface ModelCallRow extends RowBase {
  readonly kind: "model-call";
  /** What comes back; the SDK's first reply shape when absent. */
  readonly reply?: ReplyShape;
  readonly streams?: boolean;
  /** Where the messages or the prompt go in. */
  readonly input?: readonly ArgumentPath[];
  readonly tools?: ArgumentPath;
  readonly signal?: ArgumentPath;
  readonly timeout?: ArgumentPath;
  readonly toolChoice?: ForcedChoice;
  /** The conversation lives in the object or on the server: earlier turns need not be sent again. */
  readonly keepsHistory?: boolean;
}

/** Where a tool choice is given, and which values force a call. */
export interface ForcedChoice {
  readonly option: ArgumentPath;
  /** Literals that force (`required`, `any`); an object is read by its `type`, `mode` or `function` property. */
  readonly forcing: readonly string[];
  /** The SDK takes the choice back after the first turn. */
  readonly resets?: boolean;
}

/** A call inside which a loop runs: model, tools, model. */
export interface RunRow extends RowBase {
  readonly kind: "run";
  readonly reply?: ReplyShape;
  readonly limits: readonly LimitOption[];
  /** What the caller sees when the limit is hit. */
  readonly atLimit: "throws" | "silent" | "flagged" | "never";
  /** How a silent end can be told: reply paths that have to be looked at. */
  readonly silentSigns?: readonly ReplyPath[];
  readonly input?: readonly ArgumentPath[];
  readonly tools?: ArgumentPath;
  /** `tools`: without tools it is a single model call. */
  readonly loops?: "always" | "tools";
  readonly signal?: ArgumentPath;
  readonly timeout?: ArgumentPath;
  readonly toolChoice?: ForcedChoice;
  /** The argument that names the agent that runs. */
  readonly agent?: ArgumentPath;
  readonly toolErrors?: "observed" | "ends-run";
  readonly streams?: boolean;
}

export type Measure = "steps" | "depth" | "tokens" | "cost" | "time" | "items" | "human";

/** An option that limits a run. */
export interface LimitOption {
  readonly option: ArgumentPath;
  readonly measure: Measure;
  /** The limit when the option is absent; `null` when there is none. */
  readonly default: number | null;
  /** Spellings of "for ever": numbers, `null`, `Infinity`, `NaN`, `fraction` (any number that is not whole), `negative`. */
  readonly unlimited?: readonly (number | null | "Infinity" | "NaN" | "fraction" | "negative" | "empty-list")[];
  /** The option takes stop conditions (rows of kind `stop-condition`), alone or in a list. */
  readonly conditions?: boolean;
  /** Giving this option takes away the default of that one. */
  readonly replaces?: readonly ArgumentPath[];
  /** The option is accepted and ignored. */
  readonly inert?: boolean;
}

/** A value that a run takes as a stop condition. */
export interface StopConditionRow extends RowBase {
  readonly kind: "stop-condition";
  /** `model`: only the model can make it true; `never`: nothing does. */
  readonly measure: Measure | "model" | "never";
  /** Where the number or the names stand. */
  readonly count?: ArgumentPath;
  readonly names?: ArgumentPath;
  /** Compared with `===`: zero, negatives, fractions and NaN never match. */
  readonly exact?: boolean;
}

/** A call or constructor whose result is another known thing. */
export interface ReturnsRow extends RowBase {
  readonly kind: "returns";
  /** An access path in this SDK, or `other-package:path`. */
  readonly type: string;
  /** The result is the object it was called on, with more options. */
  readonly same?: boolean;
}

/** A call that makes a tool out of a function. */
export interface ToolRow extends RowBase {
  readonly kind: "tool";
  readonly execute: ArgumentPath | readonly ArgumentPath[];
  readonly name?: ArgumentPath;
  readonly schema?: ArgumentPath;
  /** Where a person or a policy is asked before it runs. */
  readonly approval?: readonly ArgumentPath[];
  /** What a throw inside becomes. */
  readonly errors: "observed" | "ends-run" | "unknown";
  /** Parameter of `execute` with an id that is stable for one tool call, e.g. `1.toolCallId`. */
  readonly callId?: ArgumentPath;
}

export type EffectVerb = "write" | "create" | "send" | "pay" | "deploy" | "delete" | "run";

/** A call that changes the world outside. */
export interface EffectRow extends RowBase {
  readonly kind: "effect";
  readonly verb: EffectVerb;
  /** Where an idempotency key goes; the API honours it. */
  readonly key?: readonly ArgumentPath[];
  /** A key option the SDK accepts and never sends. */
  readonly fakeKey?: readonly ArgumentPath[];
  /** Doing it twice is doing it once: upsert, put, ensure. */
  readonly idempotent?: boolean;
  /** Cannot be taken back. */
  readonly destructive?: boolean;
  /** The request object this call merely sends is built by these classes (`client.send(new XCommand())`). */
  readonly command?: ArgumentPath;
  /** The method is read from this argument, as in `fetch(url, { method: "POST" })`. */
  readonly method?: ArgumentPath;
  /** Where the request's headers are. */
  readonly headers?: ArgumentPath;
  /** Calls on the result that make it idempotent (`onConflictDoNothing`). */
  readonly idempotentWith?: readonly string[];
}

/** A call that runs a function again when it fails. */
export interface RetryRow extends RowBase {
  readonly kind: "retry";
  /** The function that is repeated; absent when a client's own requests are. */
  readonly calls?: ArgumentPath;
  readonly limit?: LimitOption;
  readonly timeLimit?: LimitOption;
  /** What decides whether to try again. */
  readonly condition?: ArgumentPath;
  /** Requests that are never repeated by default: those with an effect. */
  readonly skipsEffects?: boolean;
}

/** A step of a workflow engine: its result is stored and replayed, so the effect in it happens once. */
export interface DurableRow extends RowBase {
  readonly kind: "durable";
  readonly calls: ArgumentPath;
}

/** A function that is run again from the top when a later step fails or resumes. */
export interface ReplayRow extends RowBase {
  readonly kind: "replay";
  readonly calls: ArgumentPath;
}

/** A way from an effect to the event that it raises. */
export interface ChannelRow extends RowBase {
  readonly kind: "channel";
  /** The registration: `app.message(handler)`; `event` says which argument names the event, `handler` the function. */
  readonly handler: ArgumentPath;
  readonly event?: ArgumentPath;
  readonly events?: readonly string[];
  /** Effects (access paths) that raise the event again. */
  readonly raisedBy: readonly AccessPath[];
  /** Properties of the event that say who caused it. */
  readonly selfSigns: readonly string[];
  /** The SDK leaves out what the program itself has caused. */
  readonly filtersOwn?: boolean;
}

/** An agent object that can hand work to others. */
export interface AgentRow extends RowBase {
  readonly kind: "agent";
  readonly name?: ArgumentPath;
  readonly tools?: ArgumentPath;
  readonly handoffs?: readonly ArgumentPath[];
  readonly model?: ArgumentPath;
  readonly limits?: readonly LimitOption[];
  readonly toolChoice?: ForcedChoice;
}

/** A graph built in code. */
export interface GraphRow extends RowBase {
  readonly kind: "graph";
  readonly addNode: string;
  readonly addEdge: string;
  readonly addConditionalEdges: string;
  readonly compile: string;
  /** Calls on the compiled graph that run it. */
  readonly runs: readonly string[];
  readonly start: readonly string[];
  readonly end: readonly string[];
  readonly limits: readonly LimitOption[];
}

/** Storing something beyond the run. */
export interface MemoryRow extends RowBase {
  readonly kind: "memory";
  readonly value: ArgumentPath;
}

/** A place that waits for a person. */
export interface HumanGateRow extends RowBase {
  readonly kind: "human-gate";
}

/** Something outside that hands over one item at a time: a queue, a socket, a stream. */
export interface SourceOfItemsRow extends RowBase {
  readonly kind: "items-from-outside";
}

/** An HTTP host that answers as a model. */
export interface EndpointRow {
  readonly kind: "endpoint";
  /** A host or a path fragment of the URL: `api.openai.com`, `/chat/completions`. */
  readonly url: string;
  readonly reply: ReplyShape;
  readonly source: Source;
}

export interface ErrorClassRow extends RowBase {
  readonly kind: "error-class";
  readonly means: "limit" | "abort" | "retryable" | "tool" | "other";
}

export type Row =
  | ModelCallRow
  | RunRow
  | StopConditionRow
  | ReturnsRow
  | ToolRow
  | EffectRow
  | RetryRow
  | DurableRow
  | ReplayRow
  | ChannelRow
  | AgentRow
  | GraphRow
  | MemoryRow
  | HumanGateRow
  | SourceOfItemsRow
  | ErrorClassRow;

/** Everything we know about one SDK. */
export interface Sdk {
  readonly id: string;
  /** Package names whose exports the paths start from; subpaths (`ai/rsc`) count as their package unless listed themselves. */
  readonly packages: readonly string[];
  /** The newest version the rows were checked against, by package. A newer major gives `unknown`. */
  readonly checked: Readonly<Record<string, string>>;
  /** Exports that have the shape of another one: `default` and `AzureOpenAI` of `OpenAI`. */
  readonly same?: Readonly<Record<string, string>>;
  /** The reply shape of the SDK's model calls, where a row gives none. */
  readonly reply?: ReplyShape;
  readonly rows: readonly Row[];
  readonly endpoints?: readonly EndpointRow[];
}
