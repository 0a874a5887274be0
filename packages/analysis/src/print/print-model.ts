import type { AgentLoop, Bound, Effect, Exit, FileModel, PassedCycle, Run } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import type { Span } from "../syntax/node.js";

/** Turns an offset into a line, counted from 1. */
export type LineOf = (offset: number) => number;

export function lineCounter(text: string): LineOf {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/**
 * Prints what is known about the loops of a file, with the evidence: the text that `explain` shows
 * and that tests keep as snapshots.
 *
 * @param text The file's text; positions are printed as lines of it.
 * @param line Print only what stands on or round this line (counted from 1).
 */
export function printModel(model: FileModel, text: string, line?: number): string {
  const lineOf = lineCounter(text);
  const isAsked = (span: Span): boolean =>
    line === undefined || (lineOf(span.start) <= line && line <= lineOf(span.end));
  const parts = [
    ...model.loops
      .filter((loop) => isAsked(loop.shape.statement) || isAsked(loop.head))
      .map((loop) => printLoop(loop, lineOf)),
    ...model.runs.filter((run) => isAsked(run.span)).map((run) => printRun(run, lineOf)),
    ...model.retries
      .filter(({ span }) => isAsked(span))
      .map(({ span, callee, repeats, bounded, evidence }) =>
        printFound(`retry :${lineOf(span.start)} ${callee} repeats ${repeats}, bounded: ${bounded}`, evidence, lineOf),
      ),
    ...model.deadLimits
      .filter(({ span }) => isAsked(span))
      .map(({ span, text: limit, fault, of, evidence }) =>
        printFound(`limit :${lineOf(span.start)} \`${limit}\` of ${of}: ${fault}`, evidence, lineOf),
      ),
    ...model.forcedChoices
      .filter(({ span }) => isAsked(span))
      .map(({ span, text: choice, evidence }) =>
        printFound(`forced :${lineOf(span.start)} \`${choice}\``, evidence, lineOf),
      ),
    ...model.missedSignals
      .filter(({ span }) => isAsked(span))
      .map(({ span, callee, signal, evidence }) =>
        printFound(`signal :${lineOf(span.start)} ${signal} does not reach ${callee}`, evidence, lineOf),
      ),
    ...model.effects.filter((effect) => isAsked(effect.span)).map((effect) => printEffect(effect, lineOf)),
    ...model.tools
      .filter(({ span }) => isAsked(span))
      .map(({ span, name, certainty, errors, approved, evidence }) =>
        printFound(
          `tool :${lineOf(span.start)} ${name ?? "without a name"} (${certainty}), failures: ${errors}, approved: ${approved}`,
          evidence,
          lineOf,
        ),
      ),
    ...model.toolCalls
      .filter(({ span }) => isAsked(span))
      .map(({ span, callee, certainty, failure, keyed, evidence }) =>
        printFound(
          `runs tool :${lineOf(span.start)} ${callee} (${certainty}), failure: ${failure}, keyed: ${keyed}`,
          evidence,
          lineOf,
        ),
      ),
    ...model.keys
      .filter(({ span }) => isAsked(span))
      .map(({ span, callee, text, fault, evidence }) =>
        printFound(`key :${lineOf(span.start)} \`${text}\` of ${callee}: ${fault ?? "sound"}`, evidence, lineOf),
      ),
    ...model.failurePoints
      .filter(({ span }) => isAsked(span))
      .map(({ span, kind, callee, evidence }) =>
        printFound(`failure :${lineOf(span.start)} ${kind} ${callee}`, evidence, lineOf),
      ),
    ...model.unapproved
      .filter(({ span }) => isAsked(span))
      .map(({ span, kind, callee, evidence }) =>
        printFound(`unapproved :${lineOf(span.start)} ${kind} ${callee}`, evidence, lineOf),
      ),
    ...model.delegationCycles
      .filter(({ span }) => isAsked(span))
      .map(({ span, members, evidence }) =>
        printFound(`delegation :${lineOf(span.start)} round ${members.join(", ")}`, evidence, lineOf),
      ),
    ...model.selfTriggers
      .filter(({ span }) => isAsked(span))
      .map(({ span, raise, event, evidence }) =>
        printFound(`event :${lineOf(span.start)} ${raise} raises ${event} again`, evidence, lineOf),
      ),
    ...model.handoffs
      .filter(({ span }) => isAsked(span))
      .map(({ span, from, to, evidence }) =>
        printFound(`hand-off :${lineOf(span.start)} raw text of ${from} to ${to}`, evidence, lineOf),
      ),
    ...model.memoryWrites
      .filter(({ span }) => isAsked(span))
      .map(({ span, callee, from, evidence }) =>
        printFound(`memory :${lineOf(span.start)} ${callee} keeps raw text of ${from}`, evidence, lineOf),
      ),
    ...model.passed
      .filter((cycle) => line === undefined || isAsked(cycle.head))
      .map((cycle) => printPassed(cycle, lineOf)),
  ];
  return parts.length === 0 ? "no loop that asks a model\n" : `${parts.join("\n")}\n`;
}

function printLoop(loop: AgentLoop, lineOf: LineOf): string {
  const at = (span: Span): string => `:${lineOf(span.start)}`;
  const lines = [
    `${loop.kind} ${at(loop.head)} agent loop, bounded: ${loop.bounded}${loop.ceiling === undefined ? "" : ` (${loop.ceiling} rounds)`}, budget: ${loop.budgeted}`,
  ];
  for (const call of loop.calls) {
    lines.push(`  asks ${call.callee} ${at(call.span)} (${call.certainty})`);
    for (const evidence of call.evidence) lines.push(`    ${printEvidence(evidence, lineOf)}`);
  }
  for (const evidence of loop.feedback) lines.push(`  feedback: ${printEvidence(evidence, lineOf)}`);
  for (const bound of loop.bounds) lines.push(...printBound(bound, lineOf));
  for (const escape of loop.bounded === "yes" ? [] : loop.escapes) lines.push(`  goes round unbounded ${at(escape)}`);
  for (const doubt of loop.doubts) lines.push(...printDoubt("unknown", doubt, lineOf));
  for (const doubt of loop.budgetDoubts) lines.push(...printDoubt("unknown budget", doubt, lineOf));
  lines.push(
    `  acts: ${loop.acts}, progress: ${loop.progress}, history ${loop.history.name ?? "-"}: grows ${loop.history.grows}, trimmed ${loop.history.trimmed}${loop.lost === undefined ? "" : `, lost: ${loop.lost.how} ${loop.lost.what} :${lineOf(loop.lost.span.start)}`}`,
  );
  for (const exit of loop.exits) lines.push(printExit(exit, lineOf));
  for (const tool of loop.tools) {
    lines.push(
      `  runs tool ${tool.callee} ${at(tool.span)} (${tool.certainty}), failure: ${tool.failure}, keyed: ${tool.keyed}`,
      ...tool.evidence.map((evidence) => `    ${printEvidence(evidence, lineOf)}`),
    );
  }
  return lines.join("\n");
}

function printDoubt(about: string, doubt: Evidence, lineOf: LineOf): string[] {
  return [
    `  ${about}: ${printEvidence(doubt, lineOf)}`,
    ...(doubt.settledBy ? [`    settled by ${doubt.settledBy}`] : []),
  ];
}

function printBound(bound: Bound, lineOf: LineOf): string[] {
  const limit = bound.limit === undefined ? "" : ` limit ${bound.limit}`;
  const fault = bound.fault === undefined ? "" : `, ${bound.fault}`;
  const lines = [
    `  bound ${bound.measure} \`${bound.text}\` :${lineOf(bound.span.start)}${limit}, covers: ${bound.covers}${fault}`,
  ];
  if (bound.covers === "no") for (const escape of bound.escapes) lines.push(`    slips past :${lineOf(escape.start)}`);
  return lines;
}

function printExit(exit: Exit, lineOf: LineOf): string {
  const reasons = exit.evidence.map((evidence) => printEvidence(evidence, lineOf)).join("; ");
  return `  exit :${lineOf(exit.span.start)} decided by ${exit.decidedBy}, ${exit.result}${reasons === "" ? "" : ` (${reasons})`}`;
}

function printRun(run: Run, lineOf: LineOf): string {
  const version = run.version === undefined ? "" : `@${run.version}`;
  const lines = [
    `run :${lineOf(run.head.start)} ${run.callee} (${run.sdk}${version}), bounded: ${run.bounded}, budget: ${run.budgeted}, at the limit: ${run.atLimit}`,
  ];
  for (const limit of run.limits)
    lines.push(
      `  limit ${limit.option.option} (${limit.option.measure}): ${limit.value ?? "?"}, effective: ${limit.effective}${limit.fault === undefined ? "" : `, ${limit.fault}`}`,
    );
  for (const evidence of run.evidence) lines.push(`  ${printEvidence(evidence, lineOf)}`);
  for (const doubt of doubtsOf(run)) lines.push(...printDoubt("unknown", doubt, lineOf));
  return lines.join("\n");
}

/** Why nobody knows whether a run is bounded, and what would settle it. */
function doubtsOf({ bounded, limits, callee }: Run): Evidence[] {
  if (bounded !== "unknown") return [];
  const unread = limits.filter(({ effective }) => effective === "unknown");
  if (unread.length === 0)
    return [
      {
        what: `nothing that ${callee} takes counts its steps`,
        settledBy: "a deadline, or an abort signal that a clock raises",
      },
    ];
  return unread.map(({ option, given }) => {
    const name = option.option.slice(option.option.lastIndexOf(".") + 1);
    return {
      what: `what \`${name}\` is worth cannot be read`,
      ...(given && { at: given }),
      settledBy: `\`${name}\` with a number, or with a condition that counts, written where it is given`,
    };
  });
}

function printEffect(effect: Effect, lineOf: LineOf): string {
  const repeated =
    effect.repeatedBy.length === 0
      ? "not repeated"
      : `repeated by ${effect.repeatedBy.map((one) => `${one.by} :${lineOf(one.span.start)}`).join(", ")}`;
  return printFound(
    `effect :${lineOf(effect.span.start)} ${effect.verb} ${effect.callee} (${effect.certainty}), ${effect.keyed}, ${repeated}`,
    effect.evidence,
    lineOf,
  );
}

function printFound(head: string, evidence: readonly Evidence[], lineOf: LineOf): string {
  return [head, ...evidence.map((each) => `  ${printEvidence(each, lineOf)}`)].join("\n");
}

function printPassed(cycle: PassedCycle, lineOf: LineOf): string {
  return `${cycle.kind} :${lineOf(cycle.head.start)} no agent loop: ${cycle.why}`;
}

function printEvidence(evidence: Evidence, lineOf: LineOf): string {
  const place = evidence.at
    ? ` :${lineOf(evidence.at.start)}`
    : evidence.elsewhere
      ? ` (${evidence.elsewhere.file}#${evidence.elsewhere.name})`
      : "";
  return `${evidence.what}${place}`;
}
