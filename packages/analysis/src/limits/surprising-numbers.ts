import { endsTheTurns } from "../flow/leaving.js";
import { limitValue } from "../loops/limits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FoundLoop } from "../loops/agent-loops.js";
import { isFunction, isWithin, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { textOf } from "../file/file-context.js";
import type { DeadLimit } from "../model/file-model.js";
import { isLimitName } from "./limit-names.js";

const PARSERS = new Set(["Number", "parseInt", "parseFloat", "Number.parseInt", "Number.parseFloat"]);

/**
 * Limits read from text that guard a model call: with `MAX=unlimited` in the environment the number
 * is NaN, the comparison is never true, and the guard lets everything through.
 *
 * Agent loops have their own reading of such a limit, and runs theirs.
 */
export function readSurprisingNumbers(analysis: LoopAnalysis, loops: readonly FoundLoop[]): DeadLimit[] {
  const { context } = analysis;
  return context.tree.calls.flatMap((call): DeadLimit[] => {
    if (!isParser(analysis, call) || limitValue(context, analysis.origins, call).fault !== "not-a-number") return [];
    for (const use of usesOf(analysis, call)) {
      if (limitValue(context, analysis.origins, use).fault !== "not-a-number") continue;
      const test = guardOf(analysis, use);
      if (test === undefined || loops.some(({ cycle }) => isWithin(test, cycle.node))) continue;
      const owner = context.tree.ownerOf(test);
      const asked = isFunction(owner) ? analysis.calls.madeBy(owner) : analysis.calls.all[0];
      if (asked === undefined) continue;
      const declaration = context.tree.statementOf(call);
      return [
        {
          span: spanOf(declaration),
          text: textOf(context, use),
          fault: "not-a-number",
          of: asked.callee,
          evidence: [
            {
              what: `\`${textOf(context, test)}\` is never true when \`${textOf(context, call)}\` is NaN`,
              at: spanOf(test),
            },
          ],
        },
      ];
    }
    return [];
  });
}

function isParser(analysis: LoopAnalysis, call: CallExpression): boolean {
  const name = analysis.context.file.text.slice(call.callee.range[0], call.callee.range[1]);
  return PARSERS.has(name);
}

/** The places where a parsed number is used: where it stands, or where its variable is read. */
function usesOf(analysis: LoopAnalysis, call: CallExpression): Node[] {
  const { tree, scopes } = analysis.context;
  const parent = tree.parentOf(call);
  if (parent?.type !== "VariableDeclarator") return parent?.type === "BinaryExpression" ? [call] : [];
  if (parent.id.type !== "Identifier" || parent.init === null || settled(parent.init) !== call) return [];
  const variable = scopes.variableOf(parent.id);
  return variable !== undefined && isLimitName(variable.name) ? [...variable.reads] : [];
}

/** The condition that is never true because of a NaN in it, when a way out hangs on it. */
function guardOf(analysis: LoopAnalysis, use: Node): Node | undefined {
  const { tree } = analysis.context;
  const comparison = tree.parentOf(use);
  if (comparison?.type !== "BinaryExpression" || !/^[<>]=?$/.test(comparison.operator)) return undefined;
  let node: Node = comparison;
  for (let up = tree.parentOf(node); up !== undefined; node = up, up = tree.parentOf(up)) {
    // With `&&` and `||` the comparison may still be the only thing that could end it.
    if (up.type === "LogicalExpression") continue;
    return up.type === "IfStatement" && up.test === node && endsTheTurns(up.consequent) ? comparison : undefined;
  }
  return undefined;
}
