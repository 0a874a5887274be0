import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { ToolCall } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import type { Node, Span } from "../syntax/node.js";
import type { CalledTools } from "../tools/called-tools.js";
import type { FoundTool } from "../tools/tools.js";
import { readCallAnswers } from "./call-answers.js";
import type { CallAnswers } from "./call-answers.js";
import { findEscapingFailures } from "./escaping-failures.js";
import type { FailureMend } from "./failure-mends.js";
import { findHiddenFailures } from "./hidden-failures.js";
import { findLetOutFailures } from "./let-out-failures.js";
import { readNamedLookups } from "./named-lookups.js";
import type { NamedLookups } from "./named-lookups.js";
import { findUnansweredCalls } from "./unanswered-calls.js";

/** A failure of a tool that the model never hears of. */
export interface FailurePoint {
  readonly span: Span;
  /**
   * `ends-run`: the tool throws, and nothing catches it before the run has ended;
   * `arguments`: so does the parsing of what the model wrote;
   * `unanswered`: it is caught, and the call gets no answer;
   * `silent`: the tool itself hides the failure and returns nothing;
   * `let-out`: what runs the tools is told to let their failures out;
   * `missing`: a name that no tool has gives nothing, and that is the answer;
   * `skipped`: the call is passed over without an answer;
   * `first-only`: only the first call of a reply is answered, and the model is asked again;
   * `first-few`: so are only as many as a number says;
   * `unmatched`: a name for which there is no branch gets none either;
   * `unknown-name`: a name that no tool has ends the run.
   */
  readonly kind:
    | "ends-run"
    | "arguments"
    | "unanswered"
    | "silent"
    | "let-out"
    | "missing"
    | "skipped"
    | "first-only"
    | "first-few"
    | "unmatched"
    | "unknown-name";
  readonly callee: string;
  readonly statement: Span;
  /** How the failure can be turned into something the model reads. */
  readonly mend: FailureMend | undefined;
  readonly evidence: readonly Evidence[];
}

/** What is known of a file when its failure points are looked for. */
export interface FailureSearch {
  readonly analysis: LoopAnalysis;
  readonly called: CalledTools;
  readonly answers: CallAnswers;
  readonly lookups: NamedLookups;
  readonly tools: readonly FoundTool[];
  readonly toolCalls: readonly ToolCall[];
  /** The cycles of the file. */
  readonly loops: readonly Node[];
}

/** The places of a file where a failing tool ends the run or vanishes. */
export function readFailurePoints(
  analysis: LoopAnalysis,
  called: CalledTools,
  tools: readonly FoundTool[],
  toolCalls: readonly ToolCall[],
  loops: readonly Node[],
): FailurePoint[] {
  const { context } = analysis;
  // A tool that fails in a test is to fail the test.
  if (/\.(?:test|spec)\.|(?:^|\/)__tests__\//.test(context.file.path)) return [];
  const search: FailureSearch = {
    analysis,
    called,
    answers: readCallAnswers(context, called),
    lookups: readNamedLookups(context, called),
    tools,
    toolCalls,
    loops,
  };
  const points = new Map<number, FailurePoint>();
  // What stands at one place is said once, the graver thing first.
  for (const find of [findEscapingFailures, findUnansweredCalls, findHiddenFailures, findLetOutFailures])
    for (const point of find(search)) if (!points.has(point.span.start)) points.set(point.span.start, point);
  return [...points.values()].sort((a, b) => a.span.start - b.span.start);
}
