import type { FileContext } from "../file/file-context.js";
import { textOf } from "../file/file-context.js";
import type { Bound } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { placeOfId } from "../project/module-summary.js";
import { bare, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { RegionNode } from "./region.js";

/**
 * What may bound a cycle that leads through other files: of their functions only the calls are
 * known, and a limit of this file may be moved by what they hand back in.
 */
export function readDoubtsAbroad(
  context: FileContext,
  cycle: Cycle,
  region: readonly RegionNode[],
  bounds: readonly Bound[],
): Evidence[] {
  if (cycle.abroad.length === 0) return [];
  const there = cycle.abroad.flatMap((shape): Evidence[] => {
    const details = context.project?.detailsOf(shape);
    const why = details?.asksHuman
      ? "waits for a person"
      : details === undefined ||
          details.comparesSizes ||
          details.mayGuard !== undefined ||
          shape.facts.contract?.what === "bound"
        ? "compares sizes, and may hold a limit"
        : undefined;
    if (why === undefined) return [];
    const what = `\`${placeOfId(shape.id).name}\`, through which it comes round, ${why}`;
    return [{ what, at: spanOf(cycle.head), settledBy: "a limit in this file on the depth or the turns" }];
  });
  const here = [
    ...bounds.filter(({ covers }) => covers !== "yes").map(({ text, span }) => ({ text, at: span })),
    ...region
      .filter(({ node }) => comparesHandedIn(context, cycle, node))
      .map(({ node }) => ({ text: textOf(context, node), at: spanOf(node) })),
  ].map(({ text, at }) => ({
    what: `what \`${text}\` compares may move in another file`,
    at,
    settledBy: "a count that is moved and compared in this file",
  }));
  return [...there, ...here];
}

/** `depth > 20` with what the function of the cycle is handed: in another file, one may be added to it. */
function comparesHandedIn({ scopes }: FileContext, cycle: Cycle, node: Node): boolean {
  if (node.type !== "BinaryExpression" || !/^[<>]=?$/.test(node.operator)) return false;
  return [node.left, node.right].some((side) => {
    let root = bare(side);
    while (root.type === "MemberExpression") root = bare(root.object);
    const variable = root.type === "Identifier" ? scopes.variableOf(root) : undefined;
    return variable?.kind === "parameter" && cycle.members.some((member) => member === variable.definition);
  });
}

/**
 * The one file in which a cycle through several is reported: where its model is asked, or else the
 * first one by name.
 *
 * @param asks whether this file asks a model in a turn, by itself.
 */
export function reportingFile({ file }: FileContext, cycle: Cycle, asks: boolean): string {
  const others = new Map<string, boolean>();
  for (const { id, facts } of cycle.abroad) {
    const { file: path } = placeOfId(id);
    others.set(path, (others.get(path) ?? false) || facts.asks !== undefined);
  }
  const files = [[file.path, asks] as const, ...others];
  const asking = files.filter(([, askedThere]) => askedThere);
  const [first = file.path] = (asking.length > 0 ? asking : files).map(([path]) => path).sort();
  return first;
}
