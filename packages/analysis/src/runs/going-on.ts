import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, forEachChild, isFunction, isWithin, propertyName } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import { readArgument } from "../file/argument-paths.js";
import { findRows } from "../file/file-context.js";

/** What may be asked of a state without counting anything. */
const LOOKS = /^(?:get|has|includes|at|find|findLast|some|every|startsWith|endsWith|trim|toLowerCase|toString)$/;

/**
 * Whether a function that says if a run goes on leaves that to the model: it only asks whether a field of the
 * state holds something, and each of these fields is written by tools and by nobody else.
 *
 * `false` also when that cannot be seen: the function may count, or a number may be kept elsewhere.
 */
export function leavesEndToTools(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  const fields = fieldsAsked(analysis, fn);
  return fields !== undefined && fields.size > 0 && [...fields].every((field) => isWrittenByTools(analysis, field));
}

/** The fields whose presence the function asks for; `undefined` when it does anything else. */
function fieldsAsked(analysis: LoopAnalysis, fn: FunctionNode): ReadonlySet<string> | undefined {
  const { scopes } = analysis.context;
  const fields = new Set<string>();
  const asks = (node: Node): boolean => {
    const value = bare(node);
    switch (value.type) {
      case "LogicalExpression":
        return asks(value.left) && asks(value.right);
      case "UnaryExpression":
        return value.operator === "!" && asks(value.argument);
      case "MemberExpression": {
        const name = propertyName(value);
        if (name === undefined || !startsAtParameter(value)) return false;
        fields.add(name);
        return true;
      }
      case "CallExpression": {
        const callee = bare(value.callee);
        const [key, ...others] = value.arguments;
        if (
          callee.type !== "MemberExpression" ||
          !LOOKS.test(propertyName(callee) ?? "") ||
          others.length > 0 ||
          !startsAtParameter(callee)
        )
          return false;
        if (key?.type !== "Literal" || typeof key.value !== "string") return false;
        fields.add(key.value);
        return true;
      }
      default:
        return false;
    }
  };
  const says = (node: Node): boolean => {
    switch (node.type) {
      case "BlockStatement":
        return node.body.every(says);
      case "IfStatement":
        return asks(node.test) && says(node.consequent) && (node.alternate === null || says(node.alternate));
      case "ReturnStatement":
        return node.argument === null || names(node.argument);
      default:
        return false;
    }
  };
  /** What is handed back is one of the workers, or nothing. */
  const names = (node: Node): boolean => {
    const value = bare(node);
    if (value.type === "ConditionalExpression")
      return asks(value.test) && names(value.consequent) && names(value.alternate);
    return value.type === "Identifier" || value.type === "Literal" || value.type === "MemberExpression";
  };
  const startsAtParameter = (node: Node): boolean => {
    let root = bare(node);
    while (root.type === "MemberExpression" || root.type === "CallExpression")
      root = bare(root.type === "MemberExpression" ? root.object : root.callee);
    const variable = root.type === "Identifier" ? scopes.variableOf(root) : undefined;
    return variable?.kind === "parameter" && variable.definition === fn;
  };
  const plain = fn.body.type === "BlockStatement" ? says(fn.body) : names(fn.body);
  return plain ? fields : undefined;
}

/** Whether a field is written in this file, and only by functions that run because the model asked for them. */
function isWrittenByTools(analysis: LoopAnalysis, field: string): boolean {
  const { tree } = analysis.context;
  const bodies = toolBodies(analysis);
  let written = 0;
  let elsewhere = false;
  const visit = (node: Node): void => {
    if (writes(node, field)) {
      written++;
      elsewhere ||= !bodies.some((body) => isWithin(node, body));
    }
    forEachChild(node, visit);
  };
  visit(tree.program);
  return written > 0 && !elsewhere;
}

function writes(node: Node, field: string): boolean {
  switch (node.type) {
    case "AssignmentExpression":
      return node.left.type === "MemberExpression" && propertyName(node.left) === field;
    case "UpdateExpression":
      return node.argument.type === "MemberExpression" && propertyName(node.argument) === field;
    case "CallExpression": {
      const callee = bare(node.callee);
      const [key] = node.arguments;
      return (
        callee.type === "MemberExpression" &&
        propertyName(callee) === "set" &&
        key?.type === "Literal" &&
        key.value === field
      );
    }
    default:
      return false;
  }
}

function toolBodies({ context }: LoopAnalysis): FunctionNode[] {
  return [...context.tree.calls, ...context.tree.news].flatMap((call) =>
    findRows(context, context.bindings.entityOf(call.callee), "tool").flatMap(({ row }) => {
      const places = typeof row.execute === "string" ? [row.execute] : row.execute;
      return places.flatMap((place): FunctionNode[] => {
        const given = readArgument(context, call, place);
        const fn = given.state === "given" ? bare(given.node) : undefined;
        return fn !== undefined && isFunction(fn) ? [fn] : [];
      });
    }),
  );
}
