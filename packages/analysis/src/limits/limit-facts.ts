import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import { findDeadBound } from "../loops/limit-defect.js";
import { spanOf } from "../syntax/node.js";
import type { Span } from "../syntax/node.js";
import { readAbortSignals } from "../runs/abort-signals.js";
import { readForcedChoices } from "../runs/forced-choices.js";
import type { AgentLoop, DeadLimit, FileModel, Run } from "../model/file-model.js";
import { readForgottenVariables } from "./forgotten-variables.js";
import { readIdleConditions } from "./idle-conditions.js";
import { readParallelBudgets } from "./parallel-budgets.js";
import { readRetries } from "../runs/retries.js";
import { readRuns } from "../runs/runs.js";
import { readSurprisingNumbers } from "./surprising-numbers.js";
import { readUnusedLimits } from "./unused-limits.js";
import type { UnusedLimit } from "./unused-limits.js";

export type LimitFacts = Pick<
  FileModel,
  "loops" | "runs" | "retries" | "deadLimits" | "forcedChoices" | "missedSignals"
>;

/** What limits runs and retries, and which limits of a file cannot take effect. */
export function readLimitFacts(analysis: LoopAnalysis, loops: readonly FoundLoop[]): LimitFacts {
  const { runs, dead } = readRuns(analysis);
  const { retries, dead: deadRetries } = readRetries(analysis, loops);
  const unused = [...readUnusedLimits(analysis, loops, runs), ...readForgottenVariables(analysis, loops)];
  const deadLimits = distinct([
    ...loops.flatMap((found) => deadBound(analysis, found)),
    ...dead,
    ...deadRetries,
    ...readSurprisingNumbers(analysis, loops),
    ...unused,
    ...readParallelBudgets(analysis),
    ...readIdleConditions(analysis.context),
  ]);
  return {
    loops: loops.map(({ loop }) => withUnused(loop, unused)),
    runs: runs.map((run) => withUnused(run, unused)),
    retries,
    deadLimits: deadLimits.map(({ span, text, fault, of, evidence }) => ({
      span,
      text,
      fault,
      of,
      evidence,
      ...(fault === "not-a-number" && parsedIn(analysis, span)),
    })),
    forcedChoices: readForcedChoices(analysis, loops, runs),
    missedSignals: readAbortSignals(analysis),
  };
}

/** The number that is parsed in a declaration, so that something can be put behind it. */
function parsedIn(analysis: LoopAnalysis, span: Span): Pick<DeadLimit, "parsed"> {
  const { tree, file } = analysis.context;
  const call = tree.calls.find(
    (one) =>
      span.start <= one.range[0] &&
      one.range[1] === declaredEnd(file.text, span) &&
      /^(?:Number|parseInt|parseFloat)/.test(file.text.slice(one.range[0])),
  );
  if (call === undefined) return {};
  const text = /(?:\|\||\?\?)\s*["'](\d+)["']/.exec(file.text.slice(call.range[0], call.range[1]))?.[1];
  return { parsed: { span: spanOf(call), fallback: text === undefined ? undefined : Number(text) } };
}

/** The end of a declaration without its semicolon. */
function declaredEnd(text: string, { end }: Span): number {
  return text[end - 1] === ";" ? end - 1 : end;
}

/** A cycle without a limit, beside a limit that nothing looks at, is reported for that one. */
function withUnused<Limited extends AgentLoop | Run>(limited: Limited, unused: readonly UnusedLimit[]): Limited {
  if (limited.limitDefect !== "unbounded") return limited;
  const { start, end } = limited.head;
  return unused.some(({ within }) => within.start <= start && end <= within.end)
    ? { ...limited, limitDefect: "ineffective" }
    : limited;
}

/** The limit of an agent loop that nothing else bounds. */
function deadBound(analysis: LoopAnalysis, { loop, cycle }: FoundLoop): DeadLimit[] {
  if (loop.limitDefect !== "ineffective") return [];
  const bound = findDeadBound(analysis, cycle, loop.bounds);
  if (bound?.fault === undefined) return [];
  return [
    {
      span: spanOf(cycle.head),
      text: bound.text,
      fault: bound.fault,
      of: loop.calls[0]?.callee ?? "the model",
      evidence: [{ what: `\`${bound.text}\` is the limit`, at: bound.span }, ...bound.evidence],
    },
  ];
}

/** One defect gets one report, whoever finds it. */
function distinct(limits: readonly DeadLimit[]): DeadLimit[] {
  const seen = new Set<number>();
  return limits.filter(({ span }) => !seen.has(span.start) && seen.add(span.start));
}
