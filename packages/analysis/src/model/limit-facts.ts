import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import { findDeadBound } from "../loops/limit-defect.js";
import { spanOf } from "../syntax/node.js";
import { readAbortSignals } from "./abort-signals.js";
import { readForcedChoices } from "./forced-choices.js";
import type { DeadLimit, FileModel } from "./file-model.js";
import { readParallelBudgets } from "./parallel-budgets.js";
import { readRetries } from "./retries.js";
import { readRuns } from "./runs.js";
import { readSurprisingNumbers } from "./surprising-numbers.js";
import { readUnusedLimits } from "./unused-limits.js";

export type LimitFacts = Pick<FileModel, "runs" | "retries" | "deadLimits" | "forcedChoices" | "missedSignals">;

/** What limits runs and retries, and which limits of a file cannot take effect. */
export function readLimitFacts(analysis: LoopAnalysis, loops: readonly FoundLoop[]): LimitFacts {
  const { runs, dead } = readRuns(analysis);
  const { retries, dead: deadRetries } = readRetries(analysis, loops);
  const deadLimits = distinct([
    ...loops.flatMap((found) => deadBound(analysis, found)),
    ...dead,
    ...deadRetries,
    ...readSurprisingNumbers(analysis, loops),
    ...readUnusedLimits(analysis, loops, runs),
    ...readParallelBudgets(analysis),
  ]);
  return { runs, retries, deadLimits, forcedChoices: readForcedChoices(analysis, loops), missedSignals: readAbortSignals(analysis, loops) };
}

/** The limit of an agent loop that nothing else bounds. */
function deadBound(analysis: LoopAnalysis, { loop, cycle }: FoundLoop): DeadLimit[] {
  if (loop.limitDefect !== "ineffective") return [];
  const bound = findDeadBound(analysis, cycle, loop.bounds);
  if (bound?.fault === undefined) return [];
  return [{ span: spanOf(cycle.head), text: bound.text, fault: bound.fault, of: loop.calls[0]?.callee ?? "the model", evidence: [{ what: `\`${bound.text}\` is the limit`, at: bound.span }, ...bound.evidence] }];
}

/** One defect gets one report, whoever finds it. */
function distinct(limits: readonly DeadLimit[]): DeadLimit[] {
  const seen = new Set<number>();
  return limits.filter(({ span }) => !seen.has(span.start) && seen.add(span.start));
}
