import { bare, dottedName, isFunction, keyName, propertyName, settled } from "../syntax/node.js";
import type { Identifier, Node } from "../syntax/node.js";
import type { FileContext } from "../file/file-context.js";

/** A place where a part of a reply is read. */
export interface ReplyUse {
  /** From the reply to the part, `[]` for elements and `name()` for calls. */
  readonly path: readonly string[];
  /** The outermost expression that is still this part. */
  readonly node: Node;
  readonly how: "shown" | "tested" | "handed" | "kept" | "whole";
}

const SHOWS =
  /^(?:console|log|logger|debug|process\.stdout|process\.stderr|this\.log|this\.logger|chalk|ora|spinner|ui)(?:\.|$)|(?:^|\.)(?:log|debug|info|warn|error|trace|print|println|display|show|render)$/i;

/** Every use of what a call gives back, through variables and destructuring in the same function. */
export function readReplyUses(context: FileContext, call: Node): ReplyUse[] {
  const { tree, scopes } = context;
  const uses: ReplyUse[] = [];
  follow(call, [], 0);
  return uses;

  function follow(node: Node, path: readonly string[], depth: number): void {
    let value = node;
    let here = path;
    for (let up = tree.parentOf(value); up !== undefined; up = tree.parentOf(value)) {
      if (bare(up) === bare(value) || (up.type === "AwaitExpression" && settled(up) === settled(value))) value = up;
      else if (up.type === "MemberExpression" && up.object === value) {
        here = [...here, propertyName(up) ?? "[]"];
        value = up;
      } else if (up.type === "CallExpression" && up.callee === value && here.length > 0) {
        here = [...here.slice(0, -1), `${here.at(-1) ?? ""}()`];
        value = up;
      } else break;
    }
    const parent = tree.parentOf(value);
    if (parent?.type === "VariableDeclarator" && parent.init === value && depth < 4)
      return bind(parent.id, here, depth);
    if (
      parent?.type === "AssignmentExpression" &&
      parent.right === value &&
      parent.left.type === "Identifier" &&
      depth < 4
    ) {
      const variable = scopes.variableOf(parent.left);
      for (const read of variable?.reads ?? [])
        if (read !== parent.left && read.range[0] > parent.range[1]) follow(read, here, depth + 1);
      return;
    }
    uses.push({ path: here, node: value, how: useOf(context, value, here) });
  }

  function bind(pattern: Node, path: readonly string[], depth: number): void {
    switch (pattern.type) {
      case "Identifier":
        return readsOf(pattern, path, depth);
      case "AssignmentPattern":
        return bind(pattern.left, path, depth);
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") bind(property.argument, path, depth);
          else bind(property.value, [...path, keyName(property) ?? "[]"], depth);
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element) bind(element, [...path, "[]"], depth);
        return;
      default:
    }
  }

  function readsOf(identifier: Identifier, path: readonly string[], depth: number): void {
    for (const read of scopes.variableOf(identifier)?.reads ?? []) follow(read, path, depth + 1);
  }
}

function useOf(context: FileContext, node: Node, path: readonly string[]): ReplyUse["how"] {
  const { tree } = context;
  for (let child = node, up = tree.parentOf(node); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "IfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
      case "ConditionalExpression":
        return up.test === child ? "tested" : up.type === "ConditionalExpression" ? useOf(context, up, path) : "kept";
      case "SwitchStatement":
        return "tested";
      case "UnaryExpression":
        if (up.operator === "!") return "tested";
        break;
      case "BinaryExpression":
        if (/^(?:[!=]==?|[<>]=?|in|instanceof)$/.test(up.operator)) return "tested";
        break;
      case "LogicalExpression":
        if (up.left === child && up.operator === "&&") return "tested";
        break;
      case "CallExpression":
        if (SHOWS.test(dottedName(up.callee) ?? "")) return "shown";
        break;
      case "ReturnStatement":
      case "YieldExpression":
        return path.length === 0 && up.argument !== null && bare(up.argument) === bare(node) ? "whole" : "handed";
      case "ExpressionStatement":
        return "handed";
      case "VariableDeclarator":
      case "AssignmentExpression":
        return "kept";
      case "BlockStatement":
        return "kept";
      default:
        if (isFunction(up))
          return up.body === child ? (path.length === 0 && bare(child) === bare(node) ? "whole" : "handed") : "kept";
    }
  }
  return "kept";
}
