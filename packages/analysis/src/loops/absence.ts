import type { Frame } from "../flow/paths.js";
import { definitionsOf } from "../file/arguments.js";
import type { FileContext } from "../file/file-context.js";
import { bare, keyName, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { placeOf } from "./places.js";
import type { LimitTest } from "./limit-tests.js";
import type { RegionNode } from "./region.js";

/** A condition that asks whether there is a limit at all: `maxTurns === undefined`. */
export interface AbsenceTest {
  readonly node: Node;
  readonly frame: Frame | undefined;
  /** The outcome that means "no limit". */
  readonly absentWhen: boolean;
  /** `possible`: nobody has to give one; `chosen`: there is a default, which a caller may switch off; `never`: it is always given. */
  readonly absent: "possible" | "chosen" | "never";
}

/** Conditions by which a limit that is not given lets every turn through. */
export function readAbsenceTests(
  context: FileContext,
  tests: readonly LimitTest[],
  region: readonly RegionNode[],
): AbsenceTest[] {
  const limits = new Map<string, LimitTest>();
  for (const test of tests) {
    const place = test.limitNode && placeOf(context, test.limitNode, test.frame);
    if (place !== undefined && !limits.has(place)) limits.set(place, test);
  }
  if (limits.size === 0) return [];
  const found: AbsenceTest[] = [];
  for (const { node, frame } of region) {
    const asked = askedAbsence(context, node);
    const limit = asked && limits.get(placeOf(context, asked.subject, frame) ?? "");
    if (asked === undefined || limit === undefined) continue;
    found.push({ node, frame, absentWhen: asked.absentWhen, absent: canBeAbsent(context, limit) });
  }
  return found;
}

function askedAbsence(context: FileContext, node: Node): { subject: Node; absentWhen: boolean } | undefined {
  switch (node.type) {
    case "BinaryExpression": {
      const isEqual = node.operator === "===" || node.operator === "==";
      const isUnequal = node.operator === "!==" || node.operator === "!=";
      if ((isEqual || isUnequal) && meansNone(node.right))
        return { subject: withoutTypeof(node.left), absentWhen: isEqual };
      if ((isEqual || isUnequal) && meansNone(node.left))
        return { subject: withoutTypeof(node.right), absentWhen: isEqual };
      // `maxTurns <= 0 ||` and `maxTurns > 0 &&`
      if (!isSmall(node.right)) return undefined;
      if (node.operator === "<=" || node.operator === "<") return { subject: node.left, absentWhen: true };
      return node.operator === ">" || node.operator === ">=" ? { subject: node.left, absentWhen: false } : undefined;
    }
    case "Identifier":
    case "MemberExpression":
      return isAskedForTruth(context, node) ? { subject: node, absentWhen: false } : undefined;
    case "CallExpression": {
      const callee = bare(node.callee);
      const [subject] = node.arguments;
      const isFinite =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "isFinite";
      return isFinite && subject && subject.type !== "SpreadElement" ? { subject, absentWhen: false } : undefined;
    }
    default:
      return undefined;
  }
}

function withoutTypeof(node: Node): Node {
  return node.type === "UnaryExpression" && node.operator === "typeof" ? node.argument : node;
}

/** Values that people write for "no limit". */
function meansNone(node: Node): boolean {
  const value = bare(node);
  if (value.type === "Identifier") return value.name === "undefined" || value.name === "Infinity";
  if (value.type === "Literal") return value.value === null || value.value === 0 || value.value === "undefined";
  return (
    value.type === "UnaryExpression" &&
    (value.operator === "void" || (value.argument.type === "Literal" && value.argument.value === 1))
  );
}

function isSmall(node: Node): boolean {
  const value = bare(node);
  return value.type === "Literal" && (value.value === 0 || value.value === 1);
}

function isAskedForTruth(context: FileContext, node: Node): boolean {
  const parent = context.tree.parentOf(node);
  switch (parent?.type) {
    case "UnaryExpression":
      return parent.operator === "!";
    case "LogicalExpression":
      return parent.left === node && parent.operator !== "??";
    case "IfStatement":
    case "ConditionalExpression":
      return parent.test === node;
    default:
      return false;
  }
}

function canBeAbsent(context: FileContext, { limit, limitNode }: LimitTest): AbsenceTest["absent"] {
  const value = limitNode && bare(limitNode);
  const definitions =
    value?.type === "Identifier" || value?.type === "MemberExpression" ? definitionsOf(context, value) : undefined;
  if (definitions !== undefined && definitions.length > 0) return definitions.includes("absent") ? "possible" : "never";
  if (limit.value === undefined) return value !== undefined && startsWithNumber(context, value) ? "chosen" : "possible";
  // A default that itself means "none" is no default.
  return limit.value <= 0 ? "possible" : "chosen";
}

/** `maxTurns?: number = 15`: a field that whoever makes the object may set, and that holds a number when nobody does. */
function startsWithNumber(context: FileContext, limit: Node): boolean {
  if (limit.type !== "MemberExpression" || bare(limit.object).type !== "ThisExpression") return false;
  const name = propertyName(limit);
  return (context.tree.classOf(limit)?.body.body ?? []).some((field) => {
    if (field.type !== "PropertyDefinition" || field.value === null || keyName(field) !== name) return false;
    const held = bare(field.value);
    return held.type === "Literal" && typeof held.value === "number" && held.value > 0;
  });
}
