import type { EffectVerb, LimitOption, Measure, ReplyShape } from "../catalogue/schema.js";
import type { Span } from "../syntax/node.js";
import type { FileLayout } from "./file-layout.js";
import type { DelegationCycle } from "./delegations.js";
import type { SelfTrigger } from "./handlers.js";
import type { Handoff } from "./handoffs.js";
import type { Unapproved } from "../tools/approvals.js";
import type { FailurePoint } from "../failures/failure-points.js";
import type { IdempotencyKey } from "../effects/idempotency-keys.js";
import type { ToolUse } from "../tools/tool-use.js";
import type { ToolDefinition } from "../tools/tools.js";
import type { Evidence, Judgement } from "./judgement.js";
import type { MemoryWrite } from "./memory-writes.js";

/** How a call was recognised: by where it comes from, by how its result is used, or by its name alone. */
export type Certainty = "proven" | "shaped" | "named";

export type LoopKind =
  "while" | "do-while" | "for" | "recursion" | "timer" | "event" | "queue" | "graph" | "delegation" | "retry" | "run";

/** A call that asks a language model. */
export interface ModelCall {
  readonly span: Span;
  /** The callee as written: `client.chat.completions.create`. */
  readonly callee: string;
  readonly certainty: Certainty;
  /** From the call to the SDK, through which functions and files. */
  readonly evidence: readonly Evidence[];
  readonly reply: ReplyShape | undefined;
  /** The variable the reply is kept in, as written, when there is one. */
  readonly replyName: string | undefined;
  /** The statement the call stands in. */
  readonly statement: Span;
  /** Expressions over `replyName` that count the tokens of this call, ready to be added up; empty when unknown. */
  readonly tokens: string | undefined;
  /** What has to be inserted before `tokens` can be evaluated: a name in the pattern that takes the reply apart. */
  readonly tokensNeed: Insertion | undefined;
  /** The statement behind which `tokens` can be evaluated. */
  readonly tokensBehind: Span;
  /** How the elements of a stream tell what they have used, where they do. */
  readonly stream: StreamCount | undefined;
  /** Where an abort signal can be handed over; `undefined` when it cannot, or one is. */
  readonly signal: SignalPlace | undefined;
  readonly streams: boolean;
  /** The call stands in another function than the cycle's own body. */
  readonly nested: boolean;
}

/** A `for await` in which the tokens of a stream can be counted. */
export interface StreamCount {
  readonly statement: Span;
  /** The stream in its head. */
  readonly stream: Span;
  /** Its body without the braces. */
  readonly body: Span;
  /** Figures of each element, and the test that has to hold for it to have one. */
  readonly counts: readonly { readonly when: string | undefined; readonly tokens: string; readonly mayLack: boolean }[];
  /** Each figure is that of all elements so far. */
  readonly grows: boolean;
  /** The option without which there are no figures; `undefined` when it is set, or none is needed. */
  readonly option: SignalPlace | undefined;
}

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** How a call can be given an abort signal. */
export interface SignalPlace {
  readonly at: number;
  /** The option's name; what stands round it is put before and behind. */
  readonly option: string;
  readonly before: string;
  readonly after: string;
}

/** A call that runs a tool the model asked for, or an effect that stands in the loop itself. */
export interface ToolCall {
  readonly span: Span;
  readonly callee: string;
  readonly statement: Span;
  readonly certainty: Certainty;
  /** Why we believe that the model chooses what runs here. */
  readonly evidence: readonly Evidence[];
  /** What happens to a failure of the tool. */
  readonly failure: "observed" | "ends-loop" | "swallowed" | "unknown";
  /** The handler that swallows it. */
  readonly handler: Span | undefined;
  /** The settings name it. */
  readonly named: boolean;
  /** What runs is not written in this file. */
  readonly opaque: boolean;
  /** Absent where an argument cannot simply be added. */
  readonly shape: DispatchShape | undefined;
  readonly keyed: Judgement;
  readonly approved: Judgement;
  /** How the turn uses it; `undefined` where no statement of its own does. */
  readonly use: ToolUse | undefined;
}

/** Why a bound cannot take effect. */
export type BoundFault =
  | "never-moves"
  | "jumped-over"
  | "infinite"
  | "not-a-number"
  | "reset"
  | "raised"
  | "re-enters"
  | "chosen-by-model"
  | "absent-means-unlimited"
  | "too-large";

/** Why a limit that is written down cannot take effect; what a `Bound` suffers from, and what goes wrong beyond cycles. */
export type LimitFault =
  | BoundFault
  /** Another option makes the SDK ignore it. */
  | "overruled"
  /** The SDK (of the installed version) accepts the option and ignores it. */
  | "ignored"
  /** The tool whose call would end the run is not among its tools. */
  | "not-registered"
  /** A condition that could count is given no number. */
  | "no-number"
  /** Declared, and never compared or passed on. */
  | "unused"
  /** Counted and shown next to its limit, and never compared with it. */
  | "only-shown"
  /** Every one of several parallel spenders looks at the budget before any of them has spent. */
  | "checked-too-early";

/** A limit that cannot take effect. */
export interface DeadLimit {
  /** Where it is mended. */
  readonly span: Span;
  /** The limit as written. */
  readonly text: string;
  readonly fault: LimitFault;
  /** What goes on for ever, or goes on without that limit. */
  readonly of: string;
  /** Of a number that may be none: where it is parsed, and the number its text falls back on. */
  readonly parsed?: { readonly span: Span; readonly fallback: number | undefined };
  readonly evidence: readonly Evidence[];
}

/**
 * The one limit report of a cycle that nothing effective bounds.
 *
 * `retries`: it comes round only from a `catch`; `ineffective`: a limit exists and can never take
 * effect; `unbounded`: everything else.
 */
export type LimitDefect = "retries" | "ineffective" | "unbounded";

/** A condition owned by the code that can end the cycle. */
export interface Bound {
  readonly measure: Measure;
  /** The quantity and the limit as written: `step < MAX_STEPS`. */
  readonly text: string;
  readonly span: Span;
  /** The limit in rounds (or in the measure's unit) when it can be computed. */
  readonly limit: number | undefined;
  /** Whether it covers every way round that asks the model. */
  readonly covers: Judgement;
  /** Statements by which a turn slips past it. */
  readonly escapes: readonly Span[];
  readonly fault: BoundFault | undefined;
  /** The variable that counts, when a variable of its own does and every count is a statement of its own. */
  readonly counter?: Counter | undefined;
  readonly evidence: readonly Evidence[];
}

export interface Counter {
  readonly name: string;
  /** The statements that count: `steps++;`. */
  readonly moves: readonly Span[];
  /** The head of the loop holds the test. */
  readonly inHead: boolean;
  /** Something else than the test and the counting reads it inside of the cycle. */
  readonly usedElsewhere: boolean;
}

/** Who decides that the cycle is left here. */
export type Decider =
  "ceiling" | "budget" | "oracle" | "model-text" | "model-signal" | "abort" | "human" | "error" | "unknown";

export interface Exit {
  readonly span: Span;
  readonly decidedBy: Decider;
  /** What the caller gets. */
  readonly result: "success" | "failure" | "same-as-success" | "throws" | "unknown";
  /** The condition that decides, when there is one. */
  readonly test: Span | undefined;
  /** Where the cycle asks the question that decides; the condition may only keep its answer. */
  readonly decision: Span | undefined;
  /** The statement that hands the result to the caller, when it is known. */
  readonly handsOver: Span | undefined;
  readonly evidence: readonly Evidence[];
}

/** Where code can be put in: offsets that a scaffold needs. */
export interface LoopShape {
  /** The whole loop statement, or the function of a recursion. */
  readonly statement: Span;
  /** The same with the labels before it. */
  readonly whole: Span;
  /** It stands in a list of statements, so that others can stand before and behind it. */
  readonly inBlock: boolean;
  /** How the functions of a recursion hand something on; `undefined` when they cannot be made to. */
  readonly recursion: RecursionShape | undefined;
  /** The call that starts an interval. */
  readonly interval: IntervalShape | undefined;
  /** The body without its braces; `braced` says whether it has any. */
  readonly body: Span;
  readonly braced: boolean;
  /** The condition of the head, if it has one. */
  readonly test: Span | undefined;
  readonly label: string | undefined;
  /** Whether the condition is always true (`while (true)`, `for (;;)`). */
  readonly endless: boolean;
  /** The function (or file) that holds the cycle, and whether `return` and `await` are possible there. */
  readonly inFunction: boolean;
  readonly inAsync: boolean;
  /** That function, or the file: a name that does not occur in it is free for new variables. */
  readonly owner: Span;
}

export interface RecursionShape {
  /** The functions that get a parameter, the one at the root of the cycle first. */
  readonly members: readonly RecursiveFunction[];
  /** Calls by which they come round. */
  readonly calls: readonly RecursiveCall[];
  /** A parameter that counts already: it begins at this number, and every way round hands on one more. */
  readonly counter: { readonly name: string; readonly start: 0 | 1 } | undefined;
}

export interface RecursiveFunction {
  /** Behind the last parameter, and what has to stand there before a new one. */
  readonly parametersEnd: Insertion;
  /** For an arrow function whose parameter has no parentheses. */
  readonly parametersStart: Insertion | undefined;
}

export interface RecursiveCall {
  /** The call goes back to the root of the cycle. */
  readonly toRoot: boolean;
  /** Behind the last argument, and what has to stand there before a new one. */
  readonly argumentsEnd: Insertion;
  /** A function that is handed over by name (`setTimeout(tick, 500)`) becomes a call: what is replaced, and by what. */
  readonly replaces: Span | undefined;
}

export interface IntervalShape {
  readonly call: Span;
  readonly statement: Span;
  /** The statement is nothing but the call. */
  readonly alone: boolean;
  /** The constant its handle is kept in. */
  readonly handle: string | undefined;
}

export interface History {
  /** The list that is sent again, as written. */
  readonly name: string | undefined;
  /** The call that sends it. */
  readonly sentAt: Span | undefined;
  readonly grows: Judgement;
  readonly trimmed: Judgement;
  readonly evidence: readonly Evidence[];
}

/** A reason why the model stopped that no branch handles. */
export interface IgnoredStop {
  /**
   * `default`: a default branch makes a success of it; `spins`: the same is sent again;
   * `final`: the reply is taken as the answer because only the tool calls were looked at;
   * `rest`: every reason but that of a tool call is taken for a good end.
   */
  readonly how: "default" | "spins" | "final" | "rest";
  readonly span: Span;
  readonly what: string;
  /** What refuses such a reply; `undefined` when it cannot be written down here. */
  readonly mend: StopMend | undefined;
  readonly evidence: readonly Evidence[];
}

/** What a scaffold needs to look at a stop reason. */
export interface StopMend {
  /** The reason as an expression: `reply.stop_reason`; where it may be at several places, the first that has it. */
  readonly reasons: readonly [string, ...string[]];
  /** The SDK's values for replies that are not whole. */
  readonly incomplete: readonly string[];
  /** Its values for replies that are: an answer, or a wish for tools. */
  readonly whole: readonly string[];
  /** Where a statement can be put: in front of the one that takes the reply, or behind the loop whose head does. */
  readonly at: number;
  readonly where: "before" | "behind";
}

/** Work that ends well because the model says so, and that nothing has looked at. */
export interface UncheckedWork {
  readonly span: Span;
  /** What decides, as written. */
  readonly what: string;
  readonly evidence: readonly Evidence[];
}

/** A run whose end at its limit reaches the caller as a success. */
export interface FalseSuccess {
  /** `silent-limit`: the SDK ends without an error, and nobody asks; `swallowed-limit`: a catch makes a result of it; `answered-limit`: a handler of the run does. */
  readonly how: "silent-limit" | "swallowed-limit" | "answered-limit" | "unread-flag";
  readonly span: Span;
  /** The catch that swallows it. */
  readonly handler?: Span;
  readonly what: string;
  readonly evidence: readonly Evidence[];
}

/** A verdict that ends a loop, given by the one that did the work. */
export interface SelfVerdict {
  /** What the verdict and the work have in common. */
  readonly how: "own-reply" | "conversation" | "agent" | "model";
  readonly span: Span;
  readonly what: string;
  readonly evidence: readonly Evidence[];
}

/** A check that decides about an agent's work where the agent can write. */
export interface GameableCheck {
  readonly span: Span;
  readonly what: string;
  /** What both can get at: files, or a value in a store. */
  readonly place: "folder" | "record";
  readonly evidence: readonly Evidence[];
}

/** Words in a reply that end a run or a graph. */
export interface TextStop {
  readonly span: Span;
  readonly of: "run" | "graph";
  readonly what: string;
  readonly evidence: readonly Evidence[];
}

/** Something a turn found out that the next one is not told. */
export interface LostState {
  /**
   * `rebuilt`: the list is made anew in every turn; `same-input`: every turn sends the same;
   * `request`: the assistant turn that asked for a tool is not kept; `result`: what a tool answered is not.
   */
  readonly how: "rebuilt" | "same-input" | "request" | "result";
  readonly span: Span;
  /** What is concerned, as written. */
  readonly what: string;
  readonly evidence: readonly Evidence[];
}

/** A cycle with a model call that can run every turn, and feedback. */
export interface AgentLoop {
  readonly kind: LoopKind;
  /** Where a finding is shown. */
  readonly head: Span;
  readonly shape: LoopShape;
  readonly calls: readonly ModelCall[];
  readonly tools: readonly ToolCall[];
  readonly bounds: readonly Bound[];
  readonly bounded: Judgement;
  /** Statements by which a turn slips past every bound. */
  readonly escapes: readonly Span[];
  /** What may bound the cycle and cannot be read; the reasons of an `unknown`. */
  readonly doubts: readonly Evidence[];
  /** The step ceiling in rounds, when it is known. */
  readonly ceiling: number | undefined;
  /** Whether something measured in tokens, cost or time can end it. */
  readonly budgeted: Judgement;
  /** What may be a budget and cannot be read; the reasons of an `unknown`. */
  readonly budgetDoubts: readonly Evidence[];
  readonly exits: readonly Exit[];
  readonly feedback: readonly Evidence[];
  /** Whether a turn carries out what the model asked for. */
  readonly acts: Judgement;
  /** Whether a turn notices that it repeats an earlier one, or that nothing changes. */
  readonly progress: Judgement;
  readonly history: History;
  /** What does not reach the next turn, when something is known to be lost. */
  readonly lost: LostState | undefined;
  readonly ignoredStop: IgnoredStop | undefined;
  /** Where it ends well on nothing but the model's own word. */
  readonly unchecked: UncheckedWork | undefined;
  readonly selfVerdict: SelfVerdict | undefined;
  /** It comes round only from a `catch`. */
  readonly onlyRetries: boolean;
  /** `undefined` while something effective bounds it, and while nobody knows. */
  readonly limitDefect: LimitDefect | undefined;
}

/** A cycle that makes model calls and is not an agent loop, with the reason, for `explain`. */
export interface PassedCycle {
  readonly kind: LoopKind;
  readonly head: Span;
  readonly why: string;
  readonly evidence: readonly Evidence[];
}

/** A framework call that loops inside. */
export interface Run {
  readonly span: Span;
  readonly callee: string;
  readonly head: Span;
  readonly sdk: string;
  /** `4`, `7`, … as installed; `undefined` when nothing is installed. */
  readonly version: string | undefined;
  readonly limits: readonly RunLimit[];
  readonly bounded: Judgement;
  readonly budgeted: Judgement;
  /** A step limit is written at the call. */
  readonly stepsGiven: boolean;
  /** The number of steps it allows, when it can be computed. */
  readonly steps: number | undefined;
  readonly atLimit: "throws" | "silent" | "flagged" | "never";
  /** At a limit it would end without an error, and its text be handed on unasked. */
  readonly endsUnseen: boolean;
  /** The SDK takes a budget, a timeout or a signal, and which options they are: as written, `maxBudgetUsd`. */
  readonly budgetOptions: readonly string[];
  /** Apart from counts, a stop condition may end it when a tool is called. */
  readonly endsOnCall: boolean;
  /** The tools that such a condition names. */
  readonly stopTools: readonly string[];
  /** `undefined` while something effective bounds it, and while nobody knows. */
  readonly limitDefect: LimitDefect | undefined;
  /** Where an unbounded run is mended: the option that lifts the limit, or the call without one. */
  readonly mend: Span;
  readonly shape: RunShape;
  readonly evidence: readonly Evidence[];
}

/** Where a limit can be put into the options of a run. */
export interface RunShape {
  /** Where an abort signal can be handed over; `undefined` when it cannot, or one is. */
  readonly signal: SignalPlace | undefined;
  /** Name of the option that takes one beside the step limit, in options that do not stand in the call itself. */
  readonly signalBeside: string | undefined;
  /** The option that limits the steps, by its own name: `stopWhen`, `maxTurns`; `undefined` when the SDK has none. */
  readonly option: string | undefined;
  /** It takes stop conditions; a number otherwise. */
  readonly conditions: boolean;
  /** Name of the SDK's stop condition that counts steps, and where it is imported from. */
  readonly counter: { readonly name: string; readonly module: string } | undefined;
  /** The object literal that holds (or would hold) the option. */
  readonly object: Span | undefined;
  /** Whether that literal has any property, so that a comma is needed. */
  readonly isEmpty: boolean;
  /** Where a new last argument goes when the options object is missing altogether. */
  readonly newArgument: number | undefined;
  /** The value of the option that is written now, when it can be replaced. */
  readonly value: Span | undefined;
  /** The members of a list of conditions that is written now. */
  readonly list: Span | undefined;
  /** What a condition of a repeated step can count its rounds by. */
  readonly rounds: string | undefined;
}

export interface RunLimit {
  readonly option: LimitOption;
  /** Where the option is given; `undefined` when it is not. */
  readonly given: Span | undefined;
  readonly value: number | undefined;
  readonly effective: Judgement;
  readonly fault: LimitFault | undefined;
  readonly evidence: readonly Evidence[];
}

/** A retry round a model or tool call that is made by a library, or a loop that repeats a tool call. */
export interface Retry {
  readonly span: Span;
  readonly callee: string;
  /** A loop written by hand, not a library. */
  readonly isLoop: boolean;
  /** What is repeated, as written. */
  readonly repeats: string;
  readonly bounded: Judgement;
  /** Where it is mended: the option that lifts the cap, or the call without one. */
  readonly mend: Span;
  readonly limitDefect: LimitDefect | undefined;
  readonly evidence: readonly Evidence[];
}

/** A tool choice that forces a call in every turn of a loop or run that ends when no tool is called. */
export interface ForcedToolChoice {
  readonly span: Span;
  readonly text: string;
  /** The call that sends it again. */
  readonly callee: string;
  readonly evidence: readonly Evidence[];
}

/** A signal in scope that the model or tool call is not given. */
export interface MissedSignal {
  readonly span: Span;
  readonly callee: string;
  /** The signal as it can be written at the call: `ctx.signal`. */
  readonly signal: string;
  /** Where the call can be given it. */
  readonly place: SignalPlace | undefined;
  readonly evidence: readonly Evidence[];
}

/** Work that changes the world outside. */
export interface Effect {
  readonly span: Span;
  readonly callee: string;
  readonly verb: EffectVerb;
  readonly certainty: Certainty;
  readonly statement: Span;
  readonly keyed: "keyed" | "unkeyed" | "idempotent" | "durable" | "unknown";
  /** It cannot be taken back. */
  readonly destructive: boolean;
  /** Where the API takes a key, as an argument path of the catalogue; `undefined` when it takes none. */
  readonly keyOption: string | undefined;
  /** What repeats it: an agent loop, a retry, a tool body. Empty when nothing is known to. */
  readonly repeatedBy: readonly Repetition[];
  readonly evidence: readonly Evidence[];
  readonly shape: EffectShape;
}

export interface Repetition {
  readonly by: "agent-loop" | "retry" | "client" | "tool-body" | "replay" | "delivery";
  readonly span: Span;
  readonly evidence: readonly Evidence[];
}

/** What a scaffold needs to add a key. */
export interface EffectShape {
  /** Names in scope that tell one task from another, best first. */
  readonly taskNames: readonly string[];
  /** A word for what it does in its task: `refund`. */
  readonly step: string;
  /** Where the API takes a key, when it can be written there. */
  readonly keyPlace: SignalPlace | undefined;
}

/** What a scaffold needs to hand a tool call a key. */
export interface DispatchShape {
  readonly taskNames: readonly string[];
  /** The arguments that say what the model asked for, as written: the call, or its name and arguments. */
  readonly asked: readonly string[];
  /** Where the whole call is handed over: its ids, which change when the model asks for the same again. */
  readonly callIds: readonly string[];
  /** The last of the arguments ends here, and another one can follow. */
  readonly argumentsEnd: number;
  /** Where a declaration stands before every turn. */
  readonly beforeRun: number;
}

/** Everything the analysis knows about one file. */
export interface FileModel {
  readonly path: string;
  readonly loops: readonly AgentLoop[];
  readonly passed: readonly PassedCycle[];
  readonly runs: readonly Run[];
  readonly retries: readonly Retry[];
  readonly deadLimits: readonly DeadLimit[];
  readonly forcedChoices: readonly ForcedToolChoice[];
  readonly missedSignals: readonly MissedSignal[];
  readonly effects: readonly Effect[];
  readonly falseSuccesses: readonly FalseSuccess[];
  readonly uncheckedWork: readonly UncheckedWork[];
  readonly gameableChecks: readonly GameableCheck[];
  readonly textStops: readonly TextStop[];
  /** Ignored reasons of calls that stand in no agent loop of this file. */
  readonly ignoredStops: readonly IgnoredStop[];
  readonly tools: readonly ToolDefinition[];
  /** Tool calls that stand in no agent loop of this file. */
  readonly toolCalls: readonly ToolCall[];
  readonly keys: readonly IdempotencyKey[];
  readonly failurePoints: readonly FailurePoint[];
  readonly unapproved: readonly Unapproved[];
  readonly delegationCycles: readonly DelegationCycle[];
  readonly selfTriggers: readonly SelfTrigger[];
  readonly handoffs: readonly Handoff[];
  readonly memoryWrites: readonly MemoryWrite[];
  /** Names that occur in the file; a name outside of it is free for new code. */
  readonly names: ReadonlySet<string>;
  /** What stands at the top of the file, and where new declarations go. */
  readonly layout: FileLayout;
  /** Files that could not be looked at yet; an asynchronous host loads them and asks again. */
  readonly needs: readonly string[];
  /** Why nothing is known of the file, when it could not be read: it is nested too deeply, say. */
  readonly failure?: string;
}
