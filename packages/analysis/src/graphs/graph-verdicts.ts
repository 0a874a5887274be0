import { argumentsAt } from "../bind/placed-arguments.js";
import { calleeText, textOf } from "../file/file-context.js";
import { conditionsOf } from "../flow/conditions.js";
import type { Origin } from "../flow/origins.js";
import { operands } from "../loops/exits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { identityOf, VERDICT } from "../loops/self-verdicts.js";
import type { SelfVerdict } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { writesTo } from "./graphs.js";
import type { Graph, GraphEdge } from "./graphs.js";
import { statePath } from "./graph-state.js";

/** The grade that lets a graph end, where the model that gives it is the one that wrote what it grades. */
export function readGraphVerdict(
  analysis: LoopAnalysis,
  graph: Graph,
  leaving: readonly GraphEdge[],
): SelfVerdict | undefined {
  const { context, origins } = analysis;
  for (const { route, chosenBy } of leaving) {
    if (route === undefined || chosenBy === undefined) continue;
    const parts = conditionsOf(context.tree, chosenBy, route).flatMap(({ test }) => operands(test));
    // Beside another question the grade is not all that decides.
    const [test, ...others] = parts;
    if (test === undefined || others.length > 0) continue;
    for (const origin of origins.of(test)) {
      const [field, ...rest] = origin.kind === "parameter" ? statePath(origin) : [];
      if (field === undefined || !VERDICT.test(rest.at(-1) ?? field)) continue;
      const judge = judgeOf(analysis, graph, field);
      const worker = judge && workerOf(analysis, graph, judge);
      if (judge === undefined || worker === undefined) continue;
      return {
        how: "model",
        span: spanOf(test),
        what: textOf(context, test),
        evidence: [
          { what: `\`${field}\` comes from the reply of \`${judge.callee}\``, at: spanOf(judge.node) },
          { what: `\`${calleeText(context, worker.node)}\` did the work with the same model`, at: spanOf(worker.node) },
        ],
      };
    }
  }
  return undefined;
}

/** The one model call whose reply is a field of the state, or the whole update that holds it. */
function judgeOf(analysis: LoopAnalysis, graph: Graph, field: string): RecognisedCall | undefined {
  const values = writesTo(analysis.context, graph, field).map(({ value }) => value);
  const read = values.length > 0 ? values : wholeUpdates(analysis, graph);
  const judges = new Set<RecognisedCall>();
  for (const origin of read.flatMap((value) => analysis.origins.of(value))) {
    if (origin.kind === "literal") continue;
    if (origin.kind !== "reply" || origin.call.reply === undefined) return undefined;
    judges.add(origin.call);
  }
  const [judge, ...others] = judges;
  return others.length > 0 ? undefined : judge;
}

/** What nodes return that is no update written out: the structured reply itself. */
function wholeUpdates({ context, origins }: LoopAnalysis, graph: Graph): Node[] {
  return [...graph.nodes.values()].flatMap(({ fn }) =>
    fn === undefined
      ? []
      : context.tree
          .returnsOf(fn)
          .filter((value) =>
            origins
              .of(value)
              .some((origin) => origin.kind === "reply" && origin.path.length === 0 && isStructured(origin)),
          ),
  );
}

function isStructured({ call }: Origin & { kind: "reply" }): boolean {
  return call.reply?.structured?.includes("") === true;
}

/** The call of the same model that wrote what the judge is given; `undefined` when anything else has a say in it. */
function workerOf(analysis: LoopAnalysis, graph: Graph, judge: RecognisedCall): RecognisedCall | undefined {
  const { context, origins } = analysis;
  const own = identityOf(analysis, judge);
  const paths = judge.row?.row.input ?? [];
  if (own === undefined) return undefined;
  const given = paths.flatMap((path) => argumentsAt(context, judge.node, path)).map(({ node }) => node);
  const fields = given.flatMap((node) => origins.of(node));
  const workers = new Set<RecognisedCall>();
  for (const origin of fields) {
    if (origin.kind === "literal") continue;
    const [field] = origin.kind === "parameter" ? statePath(origin) : [];
    if (field === undefined) return undefined;
    for (const written of writesTo(context, graph, field).flatMap(({ value }) => origins.of(value))) {
      if (written.kind === "literal") continue;
      if (written.kind !== "reply") return undefined;
      if (written.call !== judge) workers.add(written.call);
    }
  }
  const [worker, ...others] = [...workers];
  return worker !== undefined && [worker, ...others].every((call) => identityOf(analysis, call) === own)
    ? worker
    : undefined;
}
