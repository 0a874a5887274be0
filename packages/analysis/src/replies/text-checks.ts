import { conditionsOf, homeOf } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, isWithin, settled } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { findRows } from "../file/file-context.js";
import type { RawReply } from "./raw-replies.js";

/** Names of calls that look at what they are given. Only used to stay silent. */
export const CHECKS: RegExp =
  /assert|valid|check|verif|ensure|guard|moderat|approv|sanit|review|inspect|scan|judge|evaluat|confirm|polic|accept|parse|schema|safe|allow|invariant|expect|screen|filter|redact|classif|detect/i;
const TELLS =
  /^(?:console|logger|log|debug|span|trace|metrics)\b|(?:^|\.)(?:log|info|debug|warn|error|trace|emit|write|send|print|push|setAttribute)$/;

/** Whether something may look at the text of a reply before it is used at a place: a condition, a check, a person. */
export function mayBeChecked(analysis: LoopAnalysis, use: Node, reply: RawReply): boolean {
  const { tree } = analysis.context;
  const home = homeOf(tree, use);
  // What was asked before there was any reply says nothing of it.
  const isAfter = (test: Node): boolean => !isWithin(reply.call.node, home) || test.range[0] > reply.call.node.range[0];
  if (conditionsOf(tree, use, home).some(({ test }) => isAfter(test) && asksMore(analysis, test))) return true;
  return checksBetween(analysis, use, reply, home);
}

/** A test that is more than "is there anything at all". */
function asksMore(analysis: LoopAnalysis, test: Node): boolean {
  const expression = settled(test);
  if (asksHowItEnded(analysis, expression)) return false;
  switch (expression.type) {
    case "UnaryExpression":
      return expression.operator !== "typeof" && asksMore(analysis, expression.argument);
    case "LogicalExpression":
      return asksMore(analysis, expression.left) || asksMore(analysis, expression.right);
    case "Literal":
      return false;
    case "Identifier":
    case "MemberExpression": {
      // A name for the answer of a check, an approval or another reply.
      return analysis.origins
        .of(expression)
        .some(
          (origin) =>
            origin.kind === "call" ||
            origin.kind === "human" ||
            origin.kind === "oracle" ||
            origin.kind === "text-match" ||
            (origin.kind === "reply" && analysis.origins.aspectsOf(expression).has("structured")),
        );
    }
    case "BinaryExpression": {
      const sides = [settled(expression.left), settled(expression.right)];
      const plain = sides.some(
        (side) =>
          (side.type === "Literal" && (side.value === null || side.value === 0 || side.value === "")) ||
          (side.type === "Identifier" && side.name === "undefined"),
      );
      return (
        !plain && analysis.origins.of(expression).some((origin) => origin.kind !== "literal" && origin.kind !== "state")
      );
    }
    case "CallExpression": {
      const callee = dottedName(expression.callee) ?? "";
      return !/(?:^|\.)(?:trim|Boolean|isArray)$/.test(callee);
    }
    default:
      return true;
  }
}

/** `reply.finishReason !== "stop"`, `ENDED.includes(reply.stop_reason)`: that the model came to an end says nothing of what it wrote. */
function asksHowItEnded({ origins }: LoopAnalysis, expression: Node): boolean {
  const operands =
    expression.type === "BinaryExpression"
      ? [expression.left, expression.right]
      : expression.type === "CallExpression"
        ? expression.arguments
        : [];
  return operands.some((operand) => {
    const aspects = [...origins.aspectsOf(operand)];
    return aspects.length > 0 && aspects.every((aspect) => aspect === "finish" || aspect === "usage");
  });
}

/** A call between the reply and its use that is given the text and may throw over it. */
function checksBetween(analysis: LoopAnalysis, use: Node, reply: RawReply, home: Node): boolean {
  const { context } = analysis;
  let found = false;
  const visit = (node: Node): void => {
    if (found || node.range[0] >= use.range[0]) return;
    if (
      node.type === "CallExpression" &&
      node.range[0] > reply.call.node.range[0] &&
      !isWithin(use, node) &&
      isGivenText(node) &&
      mayCheck(node)
    )
      found = true;
    forEachChild(node, visit);
  };
  visit(isFunction(home) ? home.body : home);
  return found;

  function isGivenText(call: CallExpression): boolean {
    return call.arguments.some((argument) => mentions(argument));
  }

  function mentions(node: Node): boolean {
    if (node.type === "Identifier") {
      const variable = context.scopes.variableOf(node);
      return variable !== undefined && reply.through.includes(variable);
    }
    let inside = false;
    forEachChild(node, (child) => {
      inside ||= mentions(child);
    });
    return inside;
  }

  function mayCheck(call: CallExpression): boolean {
    const name = dottedName(call.callee) ?? "";
    if (TELLS.test(name)) return false;
    if (CHECKS.test(name)) return true;
    const entity = context.bindings.entityOf(call.callee);
    if (findRows(context, entity, "human-gate").length > 0) return true;
    // A statement of its own, whose answer nobody takes, is there to throw.
    const parent = context.tree.parentOf(bare(call));
    const statement = parent?.type === "AwaitExpression" ? context.tree.parentOf(parent) : parent;
    return statement?.type === "ExpressionStatement" && entity.kind === "unknown";
  }
}
