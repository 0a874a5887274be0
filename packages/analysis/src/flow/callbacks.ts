import { bare, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import type { Tree } from "../syntax/tree.js";
import { settlesPromise } from "./promise-executors.js";

/** When a function that is handed to a call runs: in that call (once, or for each of some items), or later, if ever. */
export type CallbackUse = "once" | "any-number" | "later";

const ANY_NUMBER = new Set([
  "map",
  "forEach",
  "filter",
  "some",
  "every",
  "find",
  "findIndex",
  "findLast",
  "reduce",
  "reduceRight",
  "flatMap",
  "sort",
  "toSorted",
  "catch",
  "from",
  "replace",
  "replaceAll",
]);

/** Calls that keep the function: event handlers, routes, tools, subscriptions, hooks of a component. */
const KEEPS =
  /^(?:on|once|off|use|all|get|post|put|patch|route|command|action|tool|handle|watch|listen|setInterval|schedule|cron)$|^(?:on[A-Z]|use[A-Z]|add(?!$)|register|remove|subscribe|define|create|declare|set[A-Z](?!imeout|mmediate)|make|build|implement|prepend|append)/;

export function callbackUse(callee: Node, constructs: boolean): CallbackUse {
  const expression = bare(callee);
  const name =
    expression.type === "Identifier"
      ? expression.name
      : expression.type === "MemberExpression"
        ? (propertyName(expression) ?? "")
        : "";
  // A constructor keeps the functions it is given, but for `new Promise(…)`.
  if (constructs) return name === "Promise" ? "once" : "later";
  if (ANY_NUMBER.has(name)) return "any-number";
  return KEEPS.test(name) ? "later" : "once";
}

/** Whether a function runs where it stands: called on the spot, or handed to a call that runs it. */
export function runsInPlace(tree: Tree, fn: FunctionNode): boolean {
  if (fn.type === "FunctionDeclaration") return false;
  const parent = tree.parentOf(fn);
  if (parent?.type === "Property") return isRunOption(tree, parent);
  if (parent?.type !== "CallExpression" && parent?.type !== "NewExpression") return false;
  return (
    parent.callee === fn ||
    callbackUse(parent.callee, parent.type === "NewExpression") !== "later" ||
    settlesPromise(tree, fn)
  );
}

/** Whether a function runs only when a promise is rejected: `ask().catch(fn)`, `ask().then(use, fn)`. */
export function isRejectionHandler(tree: Tree, fn: FunctionNode): boolean {
  const call = tree.parentOf(fn);
  const callee = call?.type === "CallExpression" ? bare(call.callee) : undefined;
  if (call?.type !== "CallExpression" || callee?.type !== "MemberExpression") return false;
  const name = propertyName(callee);
  return (name === "catch" && call.arguments[0] === fn) || (name === "then" && call.arguments[1] === fn);
}

/** Names of options that hold the work itself: `new Retryable({ executor: async () => … }).get()`, `await retry({ fn: … })`. */
const WORK = /^(?:executor|fn|func|task|operation|work|attempt)$/;

/** Whether a function is the work of a call that is waited for. */
function isRunOption(tree: Tree, property: Node): boolean {
  const options = tree.parentOf(property);
  const call = options && tree.parentOf(options);
  if (property.type !== "Property" || options?.type !== "ObjectExpression" || !WORK.test(keyName(property) ?? ""))
    return false;
  if (call?.type === "CallExpression") return tree.parentOf(call)?.type === "AwaitExpression";
  if (call?.type !== "NewExpression") return false;
  const member = tree.parentOf(call);
  const used = member && tree.parentOf(member);
  return member?.type === "MemberExpression" && used?.type === "CallExpression" && used.callee === member;
}

/** The functions in whose run a node is evaluated: the one it stands in, and those round callbacks that run in place. */
export function runnersOf(tree: Tree, node: Node): FunctionNode[] {
  const runners: FunctionNode[] = [];
  for (let owner = tree.ownerOf(node); isFunction(owner); owner = tree.ownerOf(owner)) {
    runners.push(owner);
    if (!runsInPlace(tree, owner)) break;
  }
  return runners;
}
