import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, isFunction, isWithin } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { isWait } from "./pacing.js";
import { placeOf } from "./places.js";
import type { LimitTest } from "./limit-tests.js";
import type { RegionNode } from "./region.js";

/** Where a cycle moves its own limit away (`cap += 25`), again and again and without asking anybody. */
export function findRaise(analysis: LoopAnalysis, test: LimitTest, region: readonly RegionNode[]): Node | undefined {
  if (test.limitNode === undefined) return undefined;
  const limits = placesIn(analysis.context, test.limitNode, test);
  limits.delete(test.place);
  if (limits.size === 0) return undefined;
  return region.find(({ node, frame }) => {
    if (node.type !== "AssignmentExpression" || !raises(node)) return false;
    const place = placeOf(analysis.context, node.left, frame);
    return place !== undefined && limits.has(place) && !isGranted(analysis, node);
  })?.node;
}

/** `cap += 25`, `cap = cap + 25`, `cap *= 2`. */
function raises(node: TSESTree.AssignmentExpression): boolean {
  if (node.operator === "+=" || node.operator === "*=") return true;
  const value = bare(node.right);
  return (
    node.operator === "=" &&
    value.type === "BinaryExpression" &&
    (value.operator === "+" || value.operator === "*") &&
    (isSame(value.left, node.left) || isSame(value.right, node.left))
  );
}

function isSame(a: Node, b: Node): boolean {
  const name = dottedName(a);
  return name !== undefined && name === dottedName(b);
}

function placesIn(context: FileContext, node: Node, test: LimitTest): Set<string> {
  const value = bare(node);
  if (value.type === "BinaryExpression")
    return new Set([...placesIn(context, value.left, test), ...placesIn(context, value.right, test)]);
  const place = placeOf(context, value, test.frame);
  return new Set(place === undefined ? [] : [place]);
}

/** A person has said yes to it, or it can happen only once. */
function isGranted(analysis: LoopAnalysis, raise: Node): boolean {
  const { tree } = analysis.context;
  let child = raise;
  for (let up = tree.parentOf(raise); up !== undefined && !isFunction(up); child = up, up = tree.parentOf(up)) {
    const tests =
      up.type === "IfStatement" && up.consequent === child
        ? required(up.test)
        : up.type === "LogicalExpression" && up.operator === "&&" && up.right === child
          ? required(up.left)
          : [];
    if (tests.some((part) => asksPerson(analysis, part) || isOnce(analysis, part, up))) return true;
  }
  return false;
}

/** The conditions that all have to hold. */
function required(test: Node): Node[] {
  const value = bare(test);
  return value.type === "LogicalExpression" && value.operator === "&&"
    ? [...required(value.left), ...required(value.right)]
    : [value];
}

function asksPerson(analysis: LoopAnalysis, part: Node): boolean {
  if (analysis.origins.of(part).some((origin) => origin.kind === "human")) return true;
  const value = bare(part.type === "AwaitExpression" ? part.argument : part);
  if (value.type === "CallExpression") return isWait(analysis, value) || isPersonName(value);
  if (value.type !== "Identifier") return false;
  const definition = analysis.context.scopes.variableOf(value)?.definition;
  return definition?.type === "VariableDeclarator" && definition.init !== null && asksPerson(analysis, definition.init);
}

function isPersonName(call: CallExpression): boolean {
  return /(?:ask|confirm|prompt|approv|consent)\w*(?:user|human|person|operator)?$/i.test(
    dottedName(call.callee) ?? "",
  );
}

/** `!extended`, where `extended` becomes true on the same way. */
function isOnce(analysis: LoopAnalysis, part: Node, guard: Node): boolean {
  if (part.type !== "UnaryExpression" || part.operator !== "!") return false;
  const flag = dottedName(part.argument);
  if (flag === undefined) return false;
  return analysis.context.tree.assignments.some((assignment) => {
    const value = bare(assignment.right);
    return (
      dottedName(assignment.left) === flag &&
      value.type === "Literal" &&
      value.value === true &&
      isWithin(assignment, guard)
    );
  });
}
