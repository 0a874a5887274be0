/**
 * The form of what we know about SDKs.
 *
 * A row speaks about one *access path* of a package:
 *
 * - `generateText`: an export;
 * - `OpenAI#.chat.completions.create`: a member of an instance (`#`) of an exported class;
 * - `createOpenAI()`: what a call of an export returns;
 * - `StructuredModel#`: an instance of something the package does not export by name; a `returns` row says which call makes it;
 * - `*` stands for one name or, beside letters, for the rest of one (`*Command#`), `**` for any number of names.
 *
 * Type-only exports are exports: a parameter typed `BaseChatModel` is a `BaseChatModel#`.
 *
 * An *argument path* says where something stands in a call:
 *
 * - `0.messages`: property `messages` of the first argument;
 * - `1`: the second argument, `-1` the last one;
 * - `0.tools[].execute`: in any element of a list, or in any value of an object;
 * - `new`: the object the call is made on;
 * - `new.0.stopWhen`: an option of the constructor (or factory) that made that object;
 * - `0.new.0.messages`: an option of the constructor that made the first argument;
 * - `with.0.recursionLimit`: an argument of a later call that gave back the same object with more options;
 * - `return.event`: a property of what the function returns (only where a path speaks about a function).
 *
 * A *reply path* leads from what a call returns to a part of it; `[]` stands for any element,
 * `[type=tool_use]` for those whose `type` is `tool_use` (a value without dots), `finalContent()` for a call without arguments,
 * and the empty path for the whole: `choices[].message.tool_calls`.
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
  /** The published types do not show what the row speaks about; `note` says why it is here all the same. */
  readonly untyped?: boolean;
  readonly note?: string;
}

/** An option and the values of it that a row speaks about. */
export interface OptionValue {
  readonly option: ArgumentPath;
  readonly values: readonly (string | number | boolean | null)[];
}

/** Where the parts of a reply are. */
export interface ReplyShape {
  readonly text?: readonly ReplyPath[];
  readonly toolCalls?: readonly ReplyPath[];
  /** Why the model stopped. */
  readonly finish?: readonly ReplyPath[];
  /** Each provider behind the SDK has the reason at another one of these paths. */
  readonly finishVaries?: boolean;
  /** Values of `finish` that mean: the model is through. */
  readonly finished?: readonly string[];
  /** Values of `finish` that mean: it wants tools. */
  readonly wantsTools?: readonly string[];
  /** Values of `finish` that mean: the reply is not whole (length, filter, refusal, pause). */
  readonly incomplete?: readonly string[];
  /** Output checked against a schema. */
  readonly structured?: readonly ReplyPath[];
  /** Names on these paths that the published types let a reply be without. */
  readonly mayLack?: readonly string[];
  readonly usage?: UsageShape;
  /** The message to append to the history. */
  readonly message?: readonly ReplyPath[];
}

/** Where a reply counts its tokens: one total, or parts that have to be added. */
export interface UsageShape {
  /** Every reply has it, with all its figures; elsewhere it may be missing. */
  readonly always?: boolean;
  readonly total?: ReplyPath;
  readonly parts?: readonly ReplyPath[];
  /** Money, where the SDK reports it. */
  readonly cost?: ReplyPath;
}

/** Where the elements of a stream count its tokens. */
export interface StreamUsageShape {
  /** Property of what the call gives that holds the elements, where it is not the stream itself. */
  readonly in?: string;
  /** Figures to be added up: each in elements of the `type` it names, or in whichever has it; `always`: those all do. */
  readonly figures: readonly { readonly type?: string; readonly path: ReplyPath; readonly always?: boolean }[];
  /** The property that names the type of an element, where it is not `type`. */
  readonly tag?: string;
  /** Each figure is that of all elements so far: only the last one counts. */
  readonly grows?: boolean;
  /** There are figures only when this option is true; `empties`: a list that is empty in the element that has them. */
  readonly asked?: { readonly option: ArgumentPath; readonly empties?: string };
}

/** A call that asks a language model once. */
export interface ModelCallRow extends RowBase {
  readonly kind: "model-call";
  /** What comes back; the SDK's own reply shape when absent, unless the call streams. */
  readonly reply?: ReplyShape;
  /** The same call also asks models that write nothing: one inside of a function or class named for embeddings is none of ours. */
  readonly servesAll?: boolean;
  /** The call always gives a stream. */
  readonly streams?: boolean;
  /** The call gives a stream when this option is true, wherever the version in use has it. */
  readonly streamOption?: ArgumentPath | readonly ArgumentPath[];
  /** What each element of the stream is like. */
  readonly chunk?: ReplyShape;
  readonly streamUsage?: StreamUsageShape;
  /** Where the messages or the prompt go in. */
  readonly input?: readonly ArgumentPath[];
  /** Where the model is named, when that is not the option `model`. */
  readonly model?: ArgumentPath;
  readonly tools?: ArgumentPath;
  readonly signal?: ArgumentPath;
  readonly timeout?: ArgumentPath;
  readonly toolChoice?: ForcedChoice;
  /** A key option the SDK accepts and never sends. */
  readonly fakeKey?: readonly ArgumentPath[];
  /** The conversation lives in the object or on the server: earlier turns need not be sent again. */
  readonly keepsHistory?: boolean;
  /** Options that make the server keep the conversation, for calls that do not always do so. */
  readonly continues?: readonly ArgumentPath[];
}

/** Where a tool choice is given, and which values force a call. */
export interface ForcedChoice {
  readonly option: ArgumentPath;
  /** Literals that force (`required`, `any`); an object is read by its `type`, `mode` or `function` property. */
  readonly forcing: readonly string[];
  /** The SDK takes the choice back after the first turn. */
  readonly resets?: boolean;
  /** With these values it no longer does. */
  readonly resetsUnless?: OptionValue;
  /** A choice that names one tool ends the run after that tool was called. */
  readonly namedEnds?: boolean;
  /** With these values any tool call ends the run. */
  readonly endsIf?: OptionValue;
}

/** A step that is repeated for as long as a function says so. */
export interface RepeatedStep {
  /** The body of the step, or the agent that is one. */
  readonly body: readonly ArgumentPath[];
  /** The function that inside of the step does the work, an argument path of the call that makes the step. */
  readonly execute: ArgumentPath;
  readonly condition: ArgumentPath;
  /** Property of the condition's parameter that holds what the step gave back. */
  readonly output: string;
  /** Property of the condition's parameter that counts the rounds. */
  readonly count: string;
}

/** A call inside which a loop runs: model, tools, model. */
export interface RunRow extends RowBase {
  readonly kind: "run";
  readonly reply?: ReplyShape;
  readonly limits: readonly LimitOption[];
  readonly repeats?: RepeatedStep;
  /** What the caller sees when the limit is hit. */
  readonly atLimit: "throws" | "silent" | "flagged" | "never";
  /** How a silent end can be told: reply paths that have to be looked at. */
  readonly silentSigns?: readonly ReplyPath[];
  /** Handlers that may turn an exceeded limit into a result, and the property of what they return that becomes the reply. */
  readonly limitAnswers?: readonly { readonly option: ArgumentPath; readonly answer: string }[];
  readonly input?: readonly ArgumentPath[];
  readonly tools?: ArgumentPath;
  /** Where the functions of tools stand that are written as plain objects: `0.tools[].function.function`. */
  readonly execute?: readonly ArgumentPath[];
  /** `tools`: without tools it is a single model call; `edges`: a graph, which comes round only where its edges do. */
  readonly loops?: "always" | "tools" | "edges";
  /** No option limits it: it goes on until the model stops asking, or a signal ends it. */
  readonly endless?: boolean;
  readonly signal?: ArgumentPath;
  readonly timeout?: ArgumentPath;
  readonly toolChoice?: ForcedChoice;
  /** The argument that names the agent that runs. */
  readonly agent?: ArgumentPath;
  readonly toolErrors?: "observed" | "ends-run";
  readonly streams?: boolean;
  readonly chunk?: ReplyShape;
  readonly streamUsage?: StreamUsageShape;
  /** A function the SDK asks before every step; what it returns overrides options of that step. */
  readonly prepare?: ArgumentPath;
  /** Where a person or a policy is asked before a tool runs. */
  readonly approval?: readonly ArgumentPath[];
  /** Options that let every tool run unasked. */
  readonly bypass?: readonly OptionValue[];
  /** The conversation lives in the object or on the server: earlier turns need not be sent again. */
  readonly keepsHistory?: boolean;
}

export type Measure = "steps" | "depth" | "tokens" | "cost" | "time" | "items" | "human";

/** An option that limits a run. */
export interface LimitOption {
  readonly option: ArgumentPath;
  readonly measure: Measure;
  /** Other spellings of the same option. */
  readonly or?: readonly ArgumentPath[];
  /** The limit when the option is absent; `null` when there is none. */
  readonly default: number | null;
  /** Spellings of "for ever": literals, `Infinity`, `NaN`, `fraction` (any number that is not whole), `negative`. */
  readonly unlimited?: readonly (
    number | null | boolean | "Infinity" | "NaN" | "fraction" | "negative" | "empty-list"
  )[];
  /** The option takes stop conditions (rows of kind `stop-condition`), alone or in a list. */
  readonly conditions?: boolean;
  /** Giving this option takes away the default of that one. */
  readonly replaces?: readonly ArgumentPath[];
  /** Giving this option makes the SDK ignore that one, given or not. */
  readonly overrides?: readonly ArgumentPath[];
  /** The option is accepted and ignored. */
  readonly inert?: boolean;
  /** It does not end the run, but it is not without effect: the model is told, or only the waiting ends. */
  readonly advisory?: boolean;
  /** It limits nothing, whatever it holds: it stands here for what it replaces. */
  readonly limitsNothing?: boolean;
  /** The conditions say whether the run goes on, not whether it ends. */
  readonly continues?: boolean;
  /** Parts of what a condition is given that hold replies: `0.lastResult`. */
  readonly replies?: readonly string[];
  /** What says that the run goes on is who goes on: a function that gives back the next worker. */
  readonly continuesWith?: boolean;
}

/** A value that a run takes as a stop condition. */
export interface StopConditionRow extends RowBase {
  readonly kind: "stop-condition";
  /** `model`: only the model can make it true; `never`: nothing does. */
  readonly measure: Measure | "model" | "never";
  /** Where the number or the names stand. */
  readonly count?: ArgumentPath;
  /** Other numbers, of which each is enough. */
  readonly or?: readonly ArgumentPath[];
  readonly names?: ArgumentPath;
  /** Given no number at all it is accepted, and never true. */
  readonly idleWithout?: boolean;
  /** Compared with `===`: zero, negatives, fractions and NaN never match. */
  readonly exact?: boolean;
  /** It ends the run without an error, whatever the run's own limit does, unless this option holds one of the values. */
  readonly endsSilently?: { readonly unless: ArgumentPath; readonly is: readonly string[] };
}

/** A call or constructor whose result is another known thing. */
export interface ReturnsRow extends RowBase {
  readonly kind: "returns";
  /** An access path in this SDK, or `other-package:path`. */
  readonly type: string;
  /** The result is the object it was called on, with more options. */
  readonly same?: boolean;
  /** The result hands on to these; it is of this type only when one of them is a model (`prompt.pipe(model)`). */
  readonly of?: readonly ArgumentPath[];
}

/** A property that is another known thing. */
export interface MemberRow extends RowBase {
  readonly kind: "member";
  /** An access path in this SDK, or `other-package:path`. */
  readonly type: string;
}

/** A call that gives back one of its arguments, called or watched in another way: `promisify(exec)`, `wrapOpenAI(client)`. */
export interface WrapsRow extends RowBase {
  readonly kind: "wraps";
  readonly of: ArgumentPath;
}

/** A function given to this call gets a known thing as a parameter. */
export interface ParameterRow extends RowBase {
  readonly kind: "parameter";
  /** Where the function stands; empty when `at` is a type and the function is annotated with it. */
  readonly function: ArgumentPath;
  /** Which parameter, or which property of it: `0.step`. */
  readonly parameter: ArgumentPath;
  /** An access path in this SDK, or `other-package:path`. */
  readonly type: string;
  /** Only when another argument has one of these values. */
  readonly when?: OptionValue;
}

/**
 * A call that only sends a request object: the rows of that object's class (`SendMessageCommand#`) hold for the call,
 * with argument paths that start at its constructor (`new.0`).
 */
export interface SendsRow extends RowBase {
  readonly kind: "sends";
  readonly command: ArgumentPath;
}

/** A call that makes a tool out of a function. */
export interface ToolRow extends RowBase {
  readonly kind: "tool";
  readonly execute: ArgumentPath | readonly ArgumentPath[];
  readonly name?: ArgumentPath;
  readonly schema?: ArgumentPath;
  /** Where a person or a policy is asked before it runs; an empty list when the tool itself has no such place. */
  readonly approval?: readonly ArgumentPath[];
  /** Names of what asks for all tools of an agent: middleware, hooks, interrupts. A file that uses one may be asking. */
  readonly askedBy?: readonly string[];
  /** What a throw inside becomes. */
  readonly errors: "observed" | "ends-run" | "unknown";
  /** With these values a throw ends the run, whatever it becomes otherwise. */
  readonly throwsIf?: readonly OptionValue[];
  /** Parameter of `execute` with an id that is stable for one tool call, e.g. `1.toolCallId`. */
  readonly callId?: ArgumentPath;
}

/** Something that is put into a run to carry out the tools the model asks for. */
export interface ToolRunnerRow extends RowBase {
  readonly kind: "tool-runner";
  /** With these values what a tool throws ends the run. */
  readonly throwsIf: readonly OptionValue[];
}

/** A call that runs a tool the model asked for. */
export interface DispatchRow extends RowBase {
  readonly kind: "dispatch";
  /** The arguments the model chose. */
  readonly args: ArgumentPath;
  /** The name of the tool, where it is an argument. */
  readonly name?: ArgumentPath;
  /** What a failure of the tool becomes: `observed` is part of what comes back. */
  readonly errors: "throws" | "observed";
  readonly signal?: ArgumentPath;
  readonly timeout?: ArgumentPath;
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
  /** Fields whose names look like a key's and that the service takes for a label: two requests with the same one are two. */
  readonly labels?: readonly ArgumentPath[];
  /** Doing it twice is doing it once: upsert, put, ensure. */
  readonly idempotent?: boolean;
  /** Cannot be taken back. */
  readonly destructive?: boolean;
  /** Only with these options is it idempotent (`{ upsert: true }`). */
  readonly idempotentIf?: readonly OptionValue[];
  /** The method is read from this argument, as in `fetch(url, { method: "POST" })`: reading methods and none at all are no effect. */
  readonly method?: ArgumentPath;
  /** It is an HTTP request: where the URL and the body are (a known model endpoint makes it a model call). */
  readonly url?: ArgumentPath;
  readonly body?: ArgumentPath;
  /** The statement is read from this argument: only one that writes is an effect, `ON CONFLICT` makes it idempotent. */
  readonly sql?: ArgumentPath;
  /** What is run or removed: a constant here is nobody's choice. */
  readonly subject?: ArgumentPath;
  /** The queue, topic or channel it goes to, compared with the `topic` of a channel. */
  readonly topic?: ArgumentPath;
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
  /** Not a function stands there but an object, and this method of it is repeated: `invoke`. */
  readonly method?: string;
  /** Which of its parameters counts the attempts. */
  readonly attempt?: number;
  /** An operator: what stands before it in the pipe is repeated. */
  readonly pipes?: boolean;
  /** The client whose requests are repeated. */
  readonly client?: ArgumentPath;
  /** It repeats only when this option is given. */
  readonly when?: ArgumentPath;
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

/** A tool or a transfer that lets one agent call another. */
export interface DelegateRow extends RowBase {
  readonly kind: "delegate";
  /** The agent that is called. */
  readonly to: ArgumentPath;
  /** Each nested run has these limits of its own. */
  readonly limits?: readonly LimitOption[];
  /** The agent works in a run of its own, inside of the one that called it; a transfer goes on in the same run. */
  readonly nested?: boolean;
}

/** A way from an effect to the event that it raises. */
export interface ChannelRow extends RowBase {
  readonly kind: "channel";
  /** The registration: `app.message(handler)`; `event` says which argument names the event, `handler` the function. */
  readonly handler: ArgumentPath;
  readonly event?: ArgumentPath;
  /** The events it is about; `*` for all whose name begins so. */
  readonly events?: readonly string[];
  /** `at` is a type, and every function that takes a parameter of it is a handler. */
  readonly byType?: boolean;
  /** The queue, topic or channel it listens to. */
  readonly topic?: ArgumentPath;
  /** It is told by another call on the same object what it listens to. */
  readonly subscribed?: { readonly by: AccessPath; readonly topics: readonly ArgumentPath[] };
  /** Effects (access paths) that raise the event again. */
  readonly raisedBy: readonly AccessPath[];
  /** Properties of the event that say who caused it. */
  readonly selfSigns: readonly string[];
  /** The SDK leaves out what the program itself has caused. */
  readonly filtersOwn?: boolean;
  /** With these values it no longer does. */
  readonly filtersOwnUnless?: OptionValue;
  /** The event is also raised again when the handler returns this. */
  readonly raisedByReturn?: OptionValue;
  /** The event is also raised again when the script that handles it ends with this code. */
  readonly raisedByExit?: number;
  /** The handler is a predicate, and the SDK raises the event itself whenever it is true. */
  readonly resends?: boolean;
  /** Handlers that are known to end (access paths). */
  readonly safe?: readonly AccessPath[];
  /** Where the call that raises the event names the topic; that of its effect row when absent. */
  readonly raisedTopic?: ArgumentPath;
  /** Only what the same object raises comes back to the handler. */
  readonly sameObject?: boolean;
  /** What raises the event asks the model by itself. */
  readonly asksModel?: boolean;
  /** A condition that is true for what the program itself has caused, with `$` for the part of the event that it asks. */
  readonly ownCheck?: OwnCheckText;
  /** The event comes as plain data, over standard input or from a dispatcher, and this property of it says which it is. */
  readonly namedBy?: string;
  /** `event` lists states; these calls make one and what changes it: `const [answer, setAnswer] = useState()`. */
  readonly states?: readonly AccessPath[];
}

export interface OwnCheckText {
  /** The parameter of the handler, or the property of one, that `$` stands for: `0.message`. */
  readonly of: ArgumentPath;
  readonly test: string;
  /** How the handler is left; `return;` when absent. */
  readonly leave?: string;
}

/** An agent object that can hand work to others. */
export interface AgentRow extends RowBase {
  readonly kind: "agent";
  readonly name?: ArgumentPath;
  readonly tools?: ArgumentPath;
  readonly handoffs?: readonly ArgumentPath[];
  /** Methods that add to `handoffs` later: `supervisor.addSubAgent(writer)`. */
  readonly addedBy?: readonly string[];
  /** Calls that find an agent by its name or by the key it is registered under, and where the register is. */
  readonly foundBy?: { readonly calls: readonly AccessPath[]; readonly register: ArgumentPath };
  /** The agents in `handoffs` work in runs of their own, inside of this agent's. */
  readonly nested?: boolean;
  readonly model?: ArgumentPath;
  readonly limits?: readonly LimitOption[];
  readonly toolChoice?: ForcedChoice;
  /** A function the SDK asks before every step; what it returns overrides options of that step. */
  readonly prepare?: ArgumentPath;
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

/** A ready-made function that chooses the next node of a graph. */
export interface RouteRow extends RowBase {
  readonly kind: "route";
  /** The names it can give back, in the spelling of the graph. */
  readonly to: readonly string[];
}

/** Storing something beyond the run. */
export interface MemoryRow extends RowBase {
  readonly kind: "memory";
  readonly value: ArgumentPath;
  /** Only when what stands here is named like a memory: `MEMORY.md`, `agent:memory`. */
  readonly namedAt?: ArgumentPath;
  /** It keeps the conversation as it went, not what was learnt from it. */
  readonly conversation?: boolean;
}

/** A call that gives back a shorter list of messages. */
export interface TrimsRow extends RowBase {
  readonly kind: "trims";
  readonly messages: ArgumentPath;
}

/** A place that waits for a person. */
export interface HumanGateRow extends RowBase {
  readonly kind: "human-gate";
}

/** Something outside that hands over one item at a time: a queue, a socket, a stream. */
export interface SourceOfItemsRow extends RowBase {
  readonly kind: "items-from-outside";
  /** The function that is called for each item; absent when the items are awaited or iterated over. */
  readonly handler?: ArgumentPath;
  /** An item whose handling fails or takes too long is handed over once more. */
  readonly redelivers?: boolean;
}

/** An HTTP host that answers as a model. */
export interface EndpointRow {
  readonly kind: "endpoint";
  /**
   * A part of the URL, up to the end of its path: `api.openai.com/v1/responses`, `/chat/completions`. A star is anything.
   * A host alone would be too much: it also lists models, hands out keys and stores files.
   */
  readonly url: string;
  readonly reply: ReplyShape;
  readonly source: Source;
}

/** A call that runs a function later: once, or again and again until it is told to stop. */
export interface TimerRow extends RowBase {
  readonly kind: "timer";
  readonly calls: ArgumentPath;
  readonly repeats: boolean;
  /** The call that ends it, an access path; it takes what this call gave back. */
  readonly cleared?: AccessPath;
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
  | MemberRow
  | WrapsRow
  | ParameterRow
  | SendsRow
  | ToolRow
  | ToolRunnerRow
  | DispatchRow
  | EffectRow
  | RetryRow
  | DurableRow
  | ReplayRow
  | DelegateRow
  | ChannelRow
  | AgentRow
  | GraphRow
  | RouteRow
  | MemoryRow
  | TrimsRow
  | HumanGateRow
  | SourceOfItemsRow
  | TimerRow
  | ErrorClassRow;

/** Everything we know about one SDK. */
export interface Sdk {
  readonly id: string;
  /** Package names whose exports the paths start from; subpaths (`ai/rsc`) count as their package unless listed themselves. */
  readonly packages: readonly string[];
  /** A tool writes the packages into the project: any import through a folder of that name leads there (`../baml_client`). */
  readonly generated?: boolean;
  /** The newest version the rows were checked against, by package, and that of the package its types are in. A newer major gives `unknown`. */
  readonly checked: Readonly<Record<string, string>>;
  /**
   * Exports that have the shape of another one: `default` and `AzureOpenAI` of `OpenAI`.
   * A plain name stands for the export and its instances (`X`, `X#`); `X#` or `X()` for that beginning of a path only.
   * The empty name stands for the module itself, where a default import is all of it.
   */
  readonly same?: Readonly<Record<string, string>>;
  /** The reply shape of the SDK's model calls, where a row gives none. */
  readonly reply?: ReplyShape;
  readonly rows: readonly Row[];
  readonly endpoints?: readonly EndpointRow[];
}
