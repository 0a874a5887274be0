import type { AgentLoop, AnalysisSettings, FileModel } from "@agent-loop/analysis";
import type { Suggestion } from "../finding.js";
import { deadline } from "./deadline.js";
import type { Gate } from "./gate.js";
import { guardBudget } from "./guard-budget.js";
import { observedFailure } from "./observed-failure.js";
import { oracleStub } from "./oracle-stub.js";
import { repetitionCheck } from "./repetition-check.js";
import { FEW_STEPS, siteOf, type Site } from "./site.js";
import { isLoopStatement, stepCeiling } from "./step-ceiling.js";
import { unfinishedIn } from "./suggest.js";
import { countedCalls, tokenBudget } from "./token-budget.js";
import { weave } from "./weave.js";

/**
 * Every gate that a loop is missing, in one edit: ceiling, budget, progress, recovery, oracle.
 *
 * @returns `undefined` when none is missing, or none can be written honestly.
 */
export function engineerLoop(
  model: FileModel,
  loop: AgentLoop,
  text: string,
  settings: AnalysisSettings,
): Suggestion | undefined {
  const site = siteOf(model, loop, text, settings);
  const repeats = isLoopStatement(site) ? progress(site) : [];
  const parts = [
    ...limits(site),
    ...repeats,
    ...(isLoopStatement(site) ? [...recovery(site, repeats), ...oracle(site)] : []),
  ];
  if (parts.length === 0) return undefined;
  const gates = parts.map(({ gate }) => gate);
  const edits = weave(site, gates);
  if (edits === undefined || edits.length === 0) return undefined;
  const title = `Engineer this loop: ${parts.map(({ name }) => name).join(", ")}`;
  return { title, edits, preferred: false, ...unfinishedIn(gates) };
}

interface Part {
  /** The gate in a list of gates. */
  readonly name: string;
  readonly gate: Gate;
}

function part(name: string, gate: Gate | undefined): Part[] {
  return gate === undefined ? [] : [{ name, gate }];
}

function limits(site: Site): Part[] {
  const { loop, settings } = site;
  const needsSteps = loop.bounded === "no";
  const needsBudget = loop.budgeted === "no" && (loop.ceiling === undefined || loop.ceiling > FEW_STEPS);
  if (!needsSteps && !needsBudget) return [];
  const counts = countedCalls(site) !== undefined;
  if (settings.scaffold === "guard") {
    const gate = guardBudget(site, { steps: needsSteps, tokens: needsBudget && counts, time: needsBudget && !counts });
    if (gate !== undefined) return part("limits", gate);
  }
  return [
    ...(needsSteps ? part("step ceiling", stepCeiling(site)) : []),
    ...(needsBudget
      ? counts && isLoopStatement(site)
        ? part("token budget", tokenBudget(site))
        : part("deadline", deadline(site))
      : []),
  ];
}

function progress(site: Site): Part[] {
  return site.loop.acts !== "yes" || site.loop.progress === "yes"
    ? []
    : part("repetition check", repetitionCheck(site));
}

function recovery(site: Site, others: readonly Part[]): Part[] {
  const { body } = site.loop.shape;
  const written = others.flatMap(({ gate }) => gate.around ?? []).flatMap(({ before }) => before ?? []);
  for (const { kind, mend } of site.model.failurePoints) {
    if (
      kind !== "ends-run" ||
      mend?.form !== "use" ||
      mend.use.statement.start < body.start ||
      mend.use.statement.end > body.end
    )
      continue;
    // What moves into the `try` cannot be read by another gate before it.
    if (
      mend.lead?.declares.some((name) => written.some((line) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(line)))
    )
      continue;
    const gate = observedFailure(site, mend.use, mend.lead);
    if (gate !== undefined) return part("failures as observations", gate);
  }
  return [];
}

function oracle(site: Site): Part[] {
  const { exits, acts } = site.loop;
  // An answer to a question has no outcome that could be looked at.
  if (acts !== "yes" || exits.some(({ decidedBy }) => decidedBy === "oracle")) return [];
  const claimed = exits.filter(
    ({ decidedBy, result }) => (decidedBy === "model-text" || decidedBy === "model-signal") && result !== "throws",
  );
  return part("completion check", oracleStub(site, claimed));
}
