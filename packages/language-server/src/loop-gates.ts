import type { AgentLoop, Bound, Evidence, Exit, FileFinding, Judgement, Run, Span } from "@agent-loop/engine";
import { DECIDERS } from "./exit-deciders.js";
import { GATE_OF_RULE, type GateId } from "./gate-rules.js";

/**
 * - `present`: there, and nothing is wrong with it
 * - `flawed`: there, with a finding
 * - `missing`: not there, and the loop needs it
 * - `unknown`: what stands there cannot be read
 * - `idle`: not there, and nothing asks for it
 */
export type GateState = "present" | "flawed" | "missing" | "unknown" | "idle";

/** One station of a loop as it is. */
export interface LoopGate {
  readonly id: GateId;
  readonly state: GateState;
  readonly facts: readonly GateFact[];
  readonly findings: readonly FileFinding[];
}

/** What is known, and where it can be seen. */
export interface GateFact {
  readonly text: string;
  readonly span: Span | undefined;
}

/** Below this many turns nobody asks for more than the ceiling. */
const FEW_TURNS = 5;

/** The stations of a hand-written loop. */
export function loopGates(loop: AgentLoop, findings: readonly FileFinding[], text: string): LoopGate[] {
  const code = (span: Span): string => firstLine(text.slice(span.start, span.end));
  const limits = loop.bounds.filter(({ measure }) => !isBudget(measure));
  const budgets = loop.bounds.filter(({ measure }) => isBudget(measure));
  const oracles = loop.exits.filter(({ decidedBy }) => decidedBy === "oracle");
  const acts = loop.acts === "yes";
  const isLong = loop.ceiling === undefined || loop.ceiling > FEW_TURNS;
  const gate = gates(findings);
  return [
    gate("entry", "present", [fact(code(loop.head).replace(/\s+\/\/.*$/, ""), loop.head)]),
    gate("ceiling", stateOf(loop.bounded, true), [
      ...limits.map(boundFact),
      ...(limits.length === 0 ? loop.doubts.map(doubtFact) : []),
    ]),
    gate("budget", stateOf(loop.budgeted, isLong), budgets.map(boundFact)),
    gate(
      "call",
      "present",
      loop.calls.map(({ callee, span }) => fact(callee, span)),
    ),
    gate(
      "tools",
      loop.tools.length > 0 ? "present" : acts ? "unknown" : "idle",
      loop.tools.map(({ callee, span }) => fact(callee, span)),
    ),
    gate(
      "recovery",
      recoveryOf(loop),
      loop.tools.map(({ callee, failure, span }) => fact(`${callee}: ${FAILURES[failure]}`, span)),
    ),
    gate("progress", acts ? stateOf(loop.progress, isLong) : loop.progress === "yes" ? "present" : "idle", []),
    gate(
      "oracle",
      oracles.length > 0 ? "present" : acts && loop.unchecked !== undefined ? "missing" : "idle",
      oracles.map((exit) => fact(code(exit.test ?? exit.span), exit.span)),
    ),
    gate(
      "exit",
      loop.exits.length > 0 ? "present" : "missing",
      loop.exits.map((exit) => exitFact(exit, code)),
    ),
  ];
}

/** The stations of a call that loops inside of its SDK. */
export function runGates(run: Run, findings: readonly FileFinding[], text: string): LoopGate[] {
  const gate = gates(findings);
  return [
    gate("entry", "present", [
      fact(`${run.callee} of ${run.sdk}${run.version === undefined ? "" : ` ${run.version}`}`, run.head),
    ]),
    gate(
      "ceiling",
      stateOf(run.bounded, true),
      run.limits.flatMap((limit) => runLimitFact(limit, text)),
    ),
    gate(
      "budget",
      run.budgetOptions.length === 0
        ? "idle"
        : run.budgeted === "yes"
          ? "present"
          : run.budgeted === "unknown"
            ? "unknown"
            : "idle",
      [],
    ),
    gate(
      "exit",
      "present",
      run.atLimit === "never" ? [] : [fact(`at its limit it ${AT_LIMIT[run.atLimit]}`, undefined)],
    ),
  ];
}

/** A limit that is neither given nor there by default is none. */
export function runLimitFact({ option, given, value, effective }: Run["limits"][number], text: string): GateFact[] {
  const name = option.option.split(".").at(-1) ?? option.option;
  const flaw = effective === "no" ? ", without effect" : "";
  if (given !== undefined) {
    const written = firstLine(text.slice(given.start, given.end));
    return [fact(`${written.startsWith(name) ? written : `${name}: ${written}`}${flaw}`, given)];
  }
  return value === undefined ? [] : [fact(`${name}: ${value} by default${flaw}`, undefined)];
}

function gates(
  findings: readonly FileFinding[],
): (id: GateId, state: GateState, facts: readonly GateFact[]) => LoopGate {
  return (id, state, facts) => {
    const own = findings.filter(({ rule }) => GATE_OF_RULE[rule] === id);
    return { id, facts, findings: own, state: own.length === 0 ? state : state === "present" ? "flawed" : "missing" };
  };
}

function stateOf(is: Judgement, needed: boolean): GateState {
  if (is === "yes") return "present";
  if (is === "unknown") return "unknown";
  return needed ? "missing" : "idle";
}

function recoveryOf({ tools, acts }: AgentLoop): GateState {
  if (tools.length === 0) return acts === "yes" ? "unknown" : "idle";
  if (tools.some(({ failure }) => failure === "swallowed" || failure === "ends-loop")) return "missing";
  return tools.some(({ failure }) => failure === "unknown") ? "unknown" : "present";
}

function isBudget(measure: Bound["measure"]): boolean {
  return measure === "tokens" || measure === "cost" || measure === "time";
}

function fact(text: string, span: Span | undefined): GateFact {
  return { text, span };
}

function boundFact({ text, measure, fault, covers, span }: Bound): GateFact {
  const flaw =
    fault !== undefined
      ? `, cannot take effect: ${fault.replaceAll("-", " ")}`
      : covers === "no"
        ? ", not on every way round"
        : "";
  return fact(`${text} (${measure})${flaw}`, span);
}

function doubtFact({ what, at }: Evidence): GateFact {
  return fact(what, at);
}

function exitFact({ decidedBy, result, test, span }: Exit, code: (span: Span) => string): GateFact {
  const how = result === "unknown" || result === "success" ? "" : `, ${result.replaceAll("-", " ")}`;
  return fact(`by ${DECIDERS[decidedBy]}${how}: ${code(test ?? span)}`, span);
}

const FAILURES: Readonly<Record<AgentLoop["tools"][number]["failure"], string>> = {
  observed: "a failure is shown to the model",
  "ends-loop": "a failure ends the loop",
  swallowed: "a failure is swallowed",
  unknown: "what becomes of a failure cannot be read",
};

export const AT_LIMIT: Readonly<Record<Exclude<Run["atLimit"], "never">, string>> = {
  throws: "throws",
  silent: "ends without a word",
  flagged: "says so in its result",
};

function firstLine(code: string): string {
  const [line = ""] = code.trim().split(/\r?\n/, 1);
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
