import type { TSESTree } from "@typescript-eslint/types";
import type { Frame } from "../flow/paths.js";
import { bare, dottedName, isFunction } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";
import type { Cycle } from "./cycle.js";

/**
 * The statement by which a `catch` round a cycle ends its function for an error that is thrown in the cycle.
 *
 * @param frame the call through which the throwing function was entered, where it is not the cycle's own.
 * @returns `undefined` when the error is caught before, passed on, or when nobody can say what happens to it.
 */
export function answerOutside(
  tree: Tree,
  cycle: Cycle,
  thrown: TSESTree.ThrowStatement,
  frame: Frame | undefined,
): TSESTree.ReturnStatement | undefined {
  if (isFunction(cycle.node)) return undefined;
  if (handlerRound(tree, thrown, cycle.node) !== undefined) return undefined;
  for (let current = frame; current?.call !== undefined; current = current.caller)
    if (handlerRound(tree, current.call, cycle.node) !== undefined) return undefined;
  const handler = handlerRound(tree, cycle.node, undefined);
  return handler && answerIn(handler, classOf(thrown));
}

/** The handler that takes what fails at a node, up to the end of its function or a node round it. */
function handlerRound(tree: Tree, node: Node, within: Node | undefined): TSESTree.CatchClause | undefined {
  for (
    let child: Node = node, up = tree.parentOf(node);
    up !== undefined && up !== within && !isFunction(up);
    child = up, up = tree.parentOf(up)
  ) {
    if (up.type === "TryStatement" && up.block === child && up.handler !== null) return up.handler;
  }
  return undefined;
}

function classOf({ argument }: TSESTree.ThrowStatement): string | undefined {
  const value = bare(argument);
  return value.type === "NewExpression" ? dottedName(value.callee) : undefined;
}

function answerIn(handler: TSESTree.CatchClause, thrown: string | undefined): TSESTree.ReturnStatement | undefined {
  for (const statement of handler.body.body) {
    switch (statement.type) {
      case "ReturnStatement":
        return statement;
      case "IfStatement": {
        const asked = askedClass(statement.test, handler);
        if (asked === undefined || thrown === undefined) return undefined;
        // Another class may be a parent of this one.
        if (asked !== thrown) return undefined;
        return lastOf(statement.consequent);
      }
      case "ExpressionStatement":
      case "VariableDeclaration":
        continue;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** `error instanceof BudgetExceeded` */
function askedClass(test: Node, { param }: TSESTree.CatchClause): string | undefined {
  const asked = bare(test);
  if (asked.type !== "BinaryExpression" || asked.operator !== "instanceof" || asked.left.type !== "Identifier")
    return undefined;
  return param?.type === "Identifier" && asked.left.name === param.name ? dottedName(asked.right) : undefined;
}

function lastOf(statement: Node): TSESTree.ReturnStatement | undefined {
  if (statement.type === "ReturnStatement") return statement;
  const last = statement.type === "BlockStatement" ? statement.body.at(-1) : undefined;
  return last?.type === "ReturnStatement" ? last : undefined;
}
