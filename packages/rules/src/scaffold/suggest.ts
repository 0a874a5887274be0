import type { AgentLoop, AnalysisSettings, Exit, FileModel } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { deadline } from "./deadline.js";
import type { Gate } from "./gate.js";
import { guardBudget } from "./guard-budget.js";
import { oracleStub } from "./oracle-stub.js";
import { repetitionCheck } from "./repetition-check.js";
import { FEW_STEPS, siteOf, type Site } from "./site.js";
import { ceilingOf, stepCeiling } from "./step-ceiling.js";
import { countedCalls, tokenBudget } from "./token-budget.js";
import { weave } from "./weave.js";

/** What a rule knows when it asks for a mend. */
export interface ScaffoldContext {
  readonly text: string;
  readonly settings: AnalysisSettings;
}

/** Several gates that belong together. */
type Scaffold = (site: Site) => readonly Gate[] | undefined;

/** Mends of a loop that nothing bounds: a ceiling, and the budget without which it would be the next finding. */
export function suggestBound(model: FileModel, loop: AgentLoop, context: ScaffoldContext): Suggestion[] {
  return suggestions(model, loop, context, [context.settings.scaffold === "guard" ? guardedBound : inlineBound]);
}

function inlineBound(site: Site): readonly Gate[] | undefined {
  const ceiling = stepCeiling(site);
  const isEnough = ceiling !== undefined && (site.loop.budgeted !== "no" || ceilingOf(site) <= FEW_STEPS);
  const budget = isEnough ? undefined : (tokenBudget(site) ?? deadline(site));
  const gates = [ceiling, budget].filter((gate) => gate !== undefined);
  return gates.length > 0 && (ceiling !== undefined || site.loop.shape.interval !== undefined) ? gates : undefined;
}

function guardedBound(site: Site): readonly Gate[] | undefined {
  const gate = site.loop.onlyRetries
    ? undefined
    : guardBudget(site, { steps: true, tokens: true, time: countedCalls(site) === undefined });
  return gate === undefined ? inlineBound(site) : [gate];
}

/** Mends of a loop whose steps are limited, and whose cost is not. */
export function suggestBudget(model: FileModel, loop: AgentLoop, context: ScaffoldContext): Suggestion[] {
  const guard = context.settings.scaffold === "guard";
  const tokens = (site: Site): Gate | undefined =>
    guard ? guardBudget(site, { steps: false, tokens: true, time: false }) : tokenBudget(site);
  const time = (site: Site): Gate | undefined =>
    (guard ? guardBudget(site, { steps: false, tokens: false, time: true }) : undefined) ?? deadline(site);
  return suggestions(model, loop, context, [alone(tokens), alone(time)]);
}

function alone(scaffold: (site: Site) => Gate | undefined): Scaffold {
  return (site) => {
    const gate = scaffold(site);
    return gate && [gate];
  };
}

/** Mends of a loop that never notices a repetition. */
export function suggestProgress(model: FileModel, loop: AgentLoop, context: ScaffoldContext): Suggestion[] {
  return suggestions(model, loop, context, [alone(repetitionCheck)]);
}

/** Mends of an exit that the model decides alone. */
export function suggestOracle(model: FileModel, loop: AgentLoop, exit: Exit, context: ScaffoldContext): Suggestion[] {
  return suggestions(model, loop, context, [alone((site) => oracleStub(site, [exit]))]);
}

/** One suggestion for each scaffold that fits, the best first. */
export function suggestions(
  model: FileModel,
  loop: AgentLoop,
  { text, settings }: ScaffoldContext,
  scaffolds: readonly Scaffold[],
): Suggestion[] {
  const found: Suggestion[] = [];
  for (const scaffold of scaffolds) {
    const site = siteOf(model, loop, text, settings);
    const gates = scaffold(site) ?? [];
    const edits = weave(site, gates);
    if (edits !== undefined && edits.length > 0)
      found.push({ title: titleOf(gates), edits, preferred: found.length === 0, ...unfinishedIn(gates) });
  }
  return found;
}

/** What several gates leave to be written. */
export function unfinishedIn(gates: readonly Gate[]): Pick<Suggestion, "unfinished"> {
  const unfinished = gates.flatMap((gate) => gate.unfinished ?? []);
  return unfinished.length === 0 ? {} : { unfinished };
}

/** `Stop after 20 steps or 200,000 tokens with an error`. */
function titleOf(gates: readonly Gate[]): string {
  const [first, ...others] = gates.map(({ title }) => title);
  const limit = / with an error$/;
  const stop = /^Stop (?:after|at) /;
  if (first === undefined || others.length === 0) return first ?? "";
  const rest = others.map((title) => title.replace(stop, "").replace(limit, ""));
  return limit.test(first)
    ? `${first.replace(limit, "")} or ${rest.join(" or ")} with an error`
    : `${first}, and stop after ${rest.join(" or ")}`;
}
