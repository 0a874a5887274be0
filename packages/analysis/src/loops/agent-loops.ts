import type { AgentLoop, Bound, Exit, ModelCall, PassedCycle, ToolCall } from "../model/file-model.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { readSignalPlace } from "../runs/signal-place.js";
import { readTokens } from "../replies/tokens.js";
import { readToolCalls } from "../tools/tool-calls.js";
import { isFunction, spanOf } from "../syntax/node.js";
import { readCoverage } from "./bounds.js";
import type { Coverage } from "./bounds.js";
import type { Cycle } from "./cycle.js";
import { readCycles } from "./cycles.js";
import { readDoubtsAbroad, reportingFile } from "./cycles-abroad.js";
import { readBudgetDoubts, readDoubts } from "./doubts.js";
import { readExits } from "./exits.js";
import type { FoundExit } from "./exits.js";
import { readFeedback } from "./feedback.js";
import { readLimitDefect } from "./limit-defect.js";
import { asksGuardBudget } from "./guard-budgets.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { findOutsideItems } from "./outside-items.js";
import { readRegion } from "./region.js";
import type { RegionNode } from "./region.js";
import { withoutResampling } from "./resampling.js";
import { readSentInputs } from "./sent-input.js";
import { readShape } from "./shape.js";
import { readTurnFacts } from "./turn-facts.js";

export interface FoundLoop {
  readonly loop: AgentLoop;
  readonly cycle: Cycle;
  readonly region: readonly RegionNode[];
  readonly exits: readonly FoundExit[];
}

export interface LoopFindings {
  readonly loops: readonly FoundLoop[];
  readonly passed: readonly PassedCycle[];
}

/** The agent loops of a file, and the cycles that ask a model without being one. */
export function readAgentLoops(analysis: LoopAnalysis): LoopFindings {
  const loops: FoundLoop[] = [];
  const passed: PassedCycle[] = [];
  if (analysis.calls.isEmpty()) return { loops, passed };
  for (const cycle of readCycles(analysis.context, analysis.calls)) {
    const region = readRegion(analysis.context, cycle);
    const calls = modelCallsOf(analysis, cycle, region);
    if (calls.length === 0) continue;
    const home = reportingFile(analysis.context, cycle, asksHere(analysis, region));
    if (home !== analysis.context.file.path) {
      const why = `it is reported in \`${home.slice(home.lastIndexOf("/") + 1)}\`, through which it comes round`;
      passed.push({ kind: cycle.kind, head: spanOf(cycle.head), why, evidence: [] });
      continue;
    }
    const coverage = readCoverage(analysis, cycle, region);
    const pass = (why: string, evidence: readonly Evidence[] = []): void => {
      passed.push({ kind: cycle.kind, head: spanOf(cycle.head), why, evidence });
    };
    if (!coverage.asksModel) {
      pass("every way round ends before the model is asked again");
      continue;
    }
    if (coverage.paced) {
      pass("every turn first waits for something outside");
      continue;
    }
    const exits = withoutResampling(
      analysis,
      cycle,
      region,
      readSentInputs(analysis, cycle, region),
      readExits(analysis, cycle, region, coverage),
    );
    const feedback = readFeedback(analysis, cycle, region, exits, coverage);
    if (feedback.length === 0) {
      pass("nothing that comes back decides whether or how the next turn runs");
      continue;
    }
    loops.push({ loop: assemble(analysis, cycle, region, calls, coverage, exits, feedback), cycle, region, exits });
  }
  return { loops, passed };
}

function assemble(
  analysis: LoopAnalysis,
  cycle: Cycle,
  region: readonly RegionNode[],
  calls: readonly FoundCall[],
  coverage: Coverage,
  exits: readonly FoundExit[],
  feedback: readonly Evidence[],
): AgentLoop {
  const items = findOutsideItems(analysis, cycle, region, exits);
  const doubts = [
    ...coverage.doubts,
    ...readDoubts(analysis, cycle, region, exits, coverage),
    ...readDoubtsAbroad(analysis.context, cycle, region, coverage.bounds),
    ...(items ? [items] : []),
  ];
  const bounded: Judgement = coverage.bounded === "no" && doubts.length > 0 ? "unknown" : coverage.bounded;
  const budgetDoubts = readBudgetDoubts(analysis, exits);
  const budgeted = asksGuardBudget(analysis.context, region) ? "yes" : budgetOf(coverage.bounds, budgetDoubts);
  const tools: ToolCall[] = readToolCalls(analysis, cycle, region);
  return {
    kind: coverage.onlyRetries ? "retry" : cycle.kind,
    head: spanOf(cycle.head),
    shape: readShape(analysis.context, cycle),
    calls: calls.map((call) => describeCall(analysis, call)),
    tools,
    bounds: coverage.bounds,
    bounded,
    escapes: coverage.escapes.map(spanOf),
    doubts,
    ceiling: ceilingOf(coverage.bounds),
    budgeted,
    budgetDoubts: budgeted === "unknown" ? budgetDoubts : [],
    exits: exits.map((exit) => describeExit(exit)),
    feedback,
    ...readTurnFacts(analysis, cycle, region, exits, tools, coverage.onlyRetries),
    onlyRetries: coverage.onlyRetries,
    limitDefect: readLimitDefect(analysis, cycle, bounded, coverage),
  };
}

/** A model call, and whether it stands in another function than the cycle's own body. */
export function describeExit({ span, decidedBy, result, test, decision, handedBy, evidence }: FoundExit): Exit {
  return { span, decidedBy, result, test, decision, handsOver: handedBy && spanOf(handedBy), evidence };
}

/** Whether a turn asks a model by itself, and not only through another file. */
function asksHere(analysis: LoopAnalysis, region: readonly RegionNode[]): boolean {
  return region.some(({ node }) => {
    const how = analysis.calls.at(node)?.how;
    return how === "model" || how === "run";
  });
}

interface FoundCall {
  readonly call: RecognisedCall;
  readonly nested: boolean;
}

/** The model calls of a turn; those behind a wrapper of this file count where the wrapper is called. */
function modelCallsOf(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): FoundCall[] {
  const own = new Map<RecognisedCall, FoundCall>();
  for (const { node, frame } of region) {
    const call = analysis.calls.at(node);
    if (call === undefined || own.has(call)) continue;
    if (call.fn !== undefined && cycle.members.some((member) => member === call.fn)) continue;
    const isOwn =
      frame === undefined || frame.call === undefined || cycle.members.some((member) => member === frame.fn);
    if (isOwn) own.set(call, { call, nested: frame !== undefined && !isFunction(cycle.node) });
  }
  return [...own.values()];
}

export function describeCall(analysis: LoopAnalysis, { call, nested }: FoundCall): ModelCall {
  const { tree } = analysis.context;
  return {
    span: spanOf(call.node),
    callee: call.callee,
    certainty: call.certainty,
    evidence: call.evidence,
    reply: call.reply,
    ...readTokens(analysis.context, call),
    signal: readSignalPlace(call),
    statement: spanOf(tree.statementOf(call.node)),
    streams: call.streams,
    nested,
  };
}

/** The smallest number of rounds after which a covering bound ends the cycle. */
function ceilingOf(bounds: readonly Bound[]): number | undefined {
  const limits = bounds
    .filter((bound) => bound.covers === "yes" && (bound.measure === "steps" || bound.measure === "depth"))
    .flatMap((bound) => (bound.limit === undefined ? [] : [bound.limit]));
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

function budgetOf(bounds: readonly Bound[], doubts: readonly Evidence[]): Judgement {
  const budgets = bounds.filter(
    (bound) => bound.measure === "tokens" || bound.measure === "cost" || bound.measure === "time",
  );
  if (budgets.some((bound) => bound.fault === undefined)) return "yes";
  return doubts.length > 0 ? "unknown" : "no";
}
