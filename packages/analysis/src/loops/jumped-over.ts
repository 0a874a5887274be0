import { constantOf } from "../file/arguments.js";
import type { FileContext } from "../file/file-context.js";
import { bare } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { startOf } from "./limit-tests.js";
import type { LimitTest } from "./limit-tests.js";
import type { Move } from "./moves.js";
import type { Quantity } from "./quantities.js";

/** A counter that goes in steps past the one number it is compared with: from 0 by twos, and `n !== 15`. */
export function isJumpedOver(context: FileContext, { moves }: Quantity, { node, limit }: LimitTest): boolean {
  if (node.type !== "BinaryExpression" || !/^[!=]==?$/.test(node.operator) || limit.value === undefined) return false;
  const steps = new Set(moves.map(stepOf));
  const [step] = steps;
  if (steps.size !== 1 || step === undefined || step < 2) return false;
  const counter = [bare(node.left), bare(node.right)].find(
    (side) => side.type === "Identifier" && isMoved(context, moves, side),
  );
  const from = counter?.type === "Identifier" ? startOf(context, counter) : undefined;
  const start = from && constantOf(context, from);
  return typeof start === "number" && (limit.value - start) % step !== 0;
}

/** By how much a move goes on, when that is a number that is written there. */
function stepOf({ node }: Move): number | undefined {
  if (node.type === "UpdateExpression") return 1;
  if (node.type !== "AssignmentExpression" || !/^[+-]=$/.test(node.operator)) return undefined;
  const amount = bare(node.right);
  return amount.type === "Literal" && typeof amount.value === "number" && Number.isInteger(amount.value)
    ? amount.value
    : undefined;
}

/** Whether every value that a variable gets after its first one is one of these moves. */
function isMoved({ scopes }: FileContext, moves: readonly Move[], side: Node): boolean {
  const variable = side.type === "Identifier" ? scopes.variableOf(side) : undefined;
  return (
    variable !== undefined &&
    variable.writes.length > 0 &&
    variable.writes.every((write) => moves.some(({ node }) => node === write.node))
  );
}
