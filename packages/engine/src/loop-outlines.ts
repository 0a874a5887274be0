import type { AgentLoop, Evidence, FileModel, Judgement, Program, Run, SourcePort, Span } from "@agent-loop/analysis";
import { locateSymbol } from "./locate-symbol.js";
import { ownersOf } from "./named-owners.js";
import { Positions } from "./positions.js";

/** What reports tell of a loop or of a framework's run, whether or not anything is found in it. */
export interface LoopOutline {
  readonly kind: AgentLoop["kind"];
  /** What asks the model, as written, and how it was recognised; `sdk` for a run of a framework. */
  readonly calls: readonly { readonly callee: string; readonly certainty: "proven" | "shaped" | "named" | "sdk" }[];
  readonly bounded: Judgement;
  readonly budgeted: Judgement;
  /** The limits that take effect: what they measure, and how they are written. */
  readonly bounds: readonly { readonly measure: string; readonly text: string }[];
  /** Its lines, first and last. */
  readonly lines: LineRange;
  /** Code elsewhere that makes it what it is: the functions it calls, in this file or in others. */
  readonly reaches: readonly LineRangeOfFile[];
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface LineRangeOfFile extends LineRange {
  readonly path: string;
}

export interface OutlineInput {
  readonly model: FileModel;
  readonly text: string;
  readonly program: Program;
  readonly port: SourcePort;
}

/** The loops and runs of a file, in the order of the text. */
export function outlineLoops(input: OutlineInput): LoopOutline[] {
  const { model, text } = input;
  if (model.loops.length + model.runs.length === 0) return [];
  const positions = new Positions(text);
  return [
    ...model.loops.map((loop) => outlineLoop(loop, input, positions)),
    ...model.runs.map((run) => outlineRun(run, input, positions)),
  ].sort((a, b) => a.lines.from - b.lines.from);
}

function outlineLoop(loop: AgentLoop, input: OutlineInput, positions: Positions): LoopOutline {
  const whole = loop.shape.statement;
  return {
    kind: loop.kind,
    calls: loop.calls.map(({ callee, certainty }) => ({ callee, certainty })),
    bounded: loop.bounded,
    budgeted: loop.budgeted,
    bounds: loop.bounds
      .filter(({ fault, covers }) => fault === undefined && covers === "yes")
      .map(({ measure, text }) => ({ measure, text })),
    lines: linesOf(whole, positions),
    reaches: reaches(evidenceOf(loop), whole, input, positions),
  };
}

function outlineRun(run: Run, input: OutlineInput, positions: Positions): LoopOutline {
  return {
    kind: "run",
    calls: [{ callee: run.callee, certainty: "sdk" }],
    bounded: run.bounded,
    budgeted: run.budgeted,
    bounds: run.limits
      .filter(({ effective }) => effective === "yes")
      .map(({ option, value }) => ({ measure: option.measure, text: `${value ?? "a limit"} ${option.measure}` })),
    lines: linesOf(run.span, positions),
    reaches: reaches(evidenceOf(run), run.span, input, positions),
  };
}

/** The evidence that tells which code makes a loop or a run what it is. */
export function evidenceOf(each: AgentLoop | Run): Evidence[] {
  if ("sdk" in each) return [...each.evidence, ...each.limits.flatMap(({ evidence }) => evidence)];
  return [...each.calls, ...each.tools, ...each.bounds, ...each.exits].flatMap(({ evidence }) => evidence);
}

function reaches(
  evidence: readonly Evidence[],
  whole: Span,
  { model, program, port }: OutlineInput,
  positions: Positions,
): LineRangeOfFile[] {
  const found = evidence.flatMap(({ at, elsewhere }): LineRangeOfFile[] => {
    if (at !== undefined) {
      if (at.start >= whole.start && at.end <= whole.end) return [];
      const [outermost] = ownersOf(program, at.start).filter(
        ({ span }) => span.start > whole.start || span.end < whole.end,
      );
      return [{ path: model.path, ...linesOf(outermost?.span ?? at, positions) }];
    }
    const place = elsewhere && locateSymbol(elsewhere, port);
    return elsewhere === undefined || place === undefined
      ? []
      : [{ path: elsewhere.file, ...linesOf(place.whole, new Positions(place.text)) }];
  });
  return [...new Map(found.map((range) => [`${range.path}:${range.from}:${range.to}`, range])).values()];
}

function linesOf({ start, end }: Span, positions: Positions): LineRange {
  return { from: positions.at(start).line, to: positions.at(end).line };
}
