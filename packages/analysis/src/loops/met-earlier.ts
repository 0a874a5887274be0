import type { FileContext } from "../file/file-context.js";
import { bare, isWithin } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import type { FoundExit } from "./exits.js";

/**
 * `while (tries < max) { … catch { tries++; if (tries >= max) throw error; } }`: whoever counts has
 * left before the head of the cycle could find the limit reached, so nothing comes out there.
 */
export function isMetEarlier(context: FileContext, cycle: Cycle, exit: FoundExit): boolean {
  const { tree, scopes } = context;
  const test = "test" in cycle.node && cycle.node.test === exit.node ? bare(cycle.node.test) : undefined;
  if (test?.type !== "BinaryExpression" || !/^(?:<=?|!==?)$/.test(test.operator)) return false;
  const counter = bare(test.left);
  const limit = test.right;
  const variable = counter.type === "Identifier" ? scopes.variableOf(counter) : undefined;
  const moves = variable?.writes.filter(({ node }) => isWithin(node, cycle.node)) ?? [];
  return moves.length > 0 && moves.every(({ node }) => isAskedNext(tree.statementOf(node)));

  function isAskedNext(statement: Node): boolean {
    const block = tree.parentOf(statement);
    const next =
      block?.type === "BlockStatement" ? block.body[block.body.findIndex((one) => one === statement) + 1] : undefined;
    if (next?.type !== "IfStatement") return false;
    const asked = bare(next.test);
    const last = next.consequent.type === "BlockStatement" ? next.consequent.body.at(-1) : next.consequent;
    return (
      asked.type === "BinaryExpression" &&
      /^(?:>=?|===?)$/.test(asked.operator) &&
      written(asked.left) === written(counter) &&
      written(asked.right) === written(limit) &&
      (last?.type === "ThrowStatement" || last?.type === "ReturnStatement")
    );
  }

  function written(node: Node): string {
    return context.file.text.slice(node.range[0], node.range[1]);
  }
}
