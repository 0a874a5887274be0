import { callbackUse, runsInPlace } from "../flow/callbacks.js";
import type { FileContext } from "../file/file-context.js";
import { bare, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";

/** Values are followed this far; what is handed through more places is not looked for. */
const MAX_PLACES = 200;
const FILLS = new Set(["push", "unshift", "add", "set"]);

/**
 * Whether what a call gives comes back to the caller of the function it stands in: returned or
 * yielded, by itself, as a part of something, or after something was made from it.
 *
 * Such a function is a way to the call, however much else it does.
 */
export function isHandedBack({ tree, scopes }: FileContext, call: CallExpression, fn: FunctionNode): boolean {
  const seen = new Set<Node>();
  const open: Node[] = [call];
  const readsOf = (pattern: Node): void => {
    for (const target of boundBy(pattern)) open.push(...(scopes.variableOf(target)?.reads ?? []));
  };

  /** What the owner of a `return` or `yield` gives: to the caller, or to the call that runs it in place. */
  const leaves = (node: Node): boolean => {
    const owner = tree.ownerOf(node);
    if (owner === fn) return true;
    if (!isFunction(owner) || !runsInPlace(tree, owner)) return false;
    let runner = tree.parentOf(owner);
    while (runner !== undefined && runner.type !== "CallExpression" && runner.type !== "NewExpression")
      runner = tree.parentOf(runner);
    if (runner !== undefined) open.push(runner);
    return false;
  };

  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    if (seen.size > MAX_PLACES) return false;
    seen.add(node);
    const up = tree.parentOf(node);
    if (up === undefined) continue;
    switch (up.type) {
      case "ReturnStatement":
        if (leaves(up)) return true;
        break;
      case "YieldExpression":
        // What is yielded in a callback is that of the generator itself: arrows cannot yield.
        if (leaves(up)) return true;
        open.push(up);
        break;
      case "ArrowFunctionExpression":
        if (up.body !== node) break;
        if (up === fn) return true;
        if (runsInPlace(tree, up)) {
          let runner = tree.parentOf(up);
          while (runner !== undefined && runner.type !== "CallExpression" && runner.type !== "NewExpression")
            runner = tree.parentOf(runner);
          if (runner !== undefined) open.push(runner);
        }
        break;
      case "VariableDeclarator":
        if (up.init === node) readsOf(up.id);
        break;
      case "AssignmentExpression":
        if (up.right !== node) break;
        open.push(up);
        readsOf(rootOf(up.left));
        break;
      case "ForOfStatement":
        if (up.right !== node) break;
        if (up.left.type === "VariableDeclaration") for (const { id } of up.left.declarations) readsOf(id);
        else readsOf(up.left);
        break;
      case "CallExpression": {
        if (up.callee === node) {
          open.push(up);
          break;
        }
        const callee = bare(up.callee);
        if (callee.type === "MemberExpression" && FILLS.has(propertyName(callee) ?? "")) readsOf(rootOf(callee.object));
        if (callbackUse(callee, false) !== "later") open.push(up);
        break;
      }
      case "MemberExpression":
        if (up.object === node) open.push(up);
        break;
      case "ConditionalExpression":
        if (up.test !== node) open.push(up);
        break;
      case "Property":
        if (up.value === node) open.push(up);
        break;
      case "AwaitExpression":
      case "ChainExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "LogicalExpression":
      case "BinaryExpression":
      case "SequenceExpression":
      case "SpreadElement":
      case "ArrayExpression":
      case "ObjectExpression":
      case "TemplateLiteral":
      case "NewExpression":
        open.push(up);
        break;
      default:
    }
  }
  return false;
}

/** `part.of.it` and `list` of `list.push(…)`: the variable whose value changes. */
function rootOf(node: Node): Node {
  let root = bare(node);
  while (root.type === "MemberExpression") root = bare(root.object);
  return root;
}

function boundBy(pattern: Node): Identifier[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return boundBy(pattern.left);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : boundBy(element)));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        boundBy(property.type === "RestElement" ? property.argument : property.value),
      );
    case "RestElement":
      return boundBy(pattern.argument);
    default:
      return [];
  }
}
