import type { Counter } from "../model/file-model.js";
import type { FileContext } from "../file/file-context.js";
import { isWithin, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { Quantity } from "./quantities.js";

/** The variable behind a quantity, when the cycle counts it with statements of their own. */
export function readCounter(context: FileContext, cycle: Cycle, quantity: Quantity): Counter | undefined {
  const [test] = quantity.tests;
  if (test === undefined || quantity.moves.length === 0) return undefined;
  const statements = quantity.moves.map(({ node, change, amount }) => {
    const parent = context.tree.parentOf(node);
    const counts = change === "up" && (amount === undefined || amount.type === "Literal");
    return counts && parent?.type === "ExpressionStatement" && isWithin(parent, cycle.node) ? parent : undefined;
  });
  const known = statements.filter((statement) => statement !== undefined);
  const counted = known[0]?.type === "ExpressionStatement" ? countedVariable(context, known[0].expression) : undefined;
  if (known.length < statements.length || counted === undefined) return undefined;
  const tests = quantity.tests.map(({ node }) => node);
  const inHead =
    "test" in cycle.node &&
    cycle.node.test !== null &&
    tests.some((node) => isPartOf(context, node, cycle.node, "test"));
  const usedElsewhere = counted.reads.some(
    (read) => isWithin(read, cycle.node) && ![...known, ...tests].some((node) => isWithin(read, node)),
  );
  return { name: counted.name, moves: known.map(spanOf), inHead, usedElsewhere };
}

function countedVariable(context: FileContext, expression: Node): { name: string; reads: readonly Node[] } | undefined {
  const target =
    expression.type === "UpdateExpression"
      ? expression.argument
      : expression.type === "AssignmentExpression"
        ? expression.left
        : undefined;
  const variable = target?.type === "Identifier" ? context.scopes.variableOf(target) : undefined;
  return variable && { name: variable.name, reads: variable.reads };
}

function isPartOf(context: FileContext, node: Node, loop: Node, part: "test"): boolean {
  let current: Node | undefined = node;
  for (let up = context.tree.parentOf(node); up !== undefined; current = up, up = context.tree.parentOf(up)) {
    if (up === loop) return "test" in up && up[part] === current;
  }
  return false;
}
