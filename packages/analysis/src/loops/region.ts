import { getterOf } from "../bind/getters.js";
import { runsInPlace } from "../flow/callbacks.js";
import type { Frame } from "../flow/paths.js";
import type { FileContext } from "../file/file-context.js";
import { bare, forEachChild, isFunction, isWithin } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";

const MAX_DEPTH = 5;
const MAX_NODES = 60_000;

/** A node that runs in a turn of the cycle, and the calls through which it is reached. */
export interface RegionNode {
  readonly node: Node;
  readonly frame: Frame | undefined;
}

/**
 * The code of one turn: the body of the cycle, its callbacks, and the functions of the same file
 * that it calls, each with the call it is reached by.
 */
export function readRegion(context: FileContext, cycle: Cycle): readonly RegionNode[] {
  const nodes: RegionNode[] = [];
  for (const root of rootsOf(cycle)) visit(root, undefined, 0);
  return nodes;

  function visit(node: Node, frame: Frame | undefined, depth: number): void {
    if (nodes.length > MAX_NODES) return;
    if (isFunction(node)) {
      // A function that is only written down here runs where it is called.
      if (runsInPlace(context.tree, node)) enter(node, undefined, frame, depth);
      return;
    }
    nodes.push({ node, frame });
    if (node.type === "ClassDeclaration" || node.type === "ClassExpression") return;
    forEachChild(node, (child) => {
      visit(child, frame, depth);
    });
    if (node.type === "MemberExpression") {
      const getter = getterOf(context, node);
      if (getter !== undefined && !isOnPath(getter, frame)) enter(getter, undefined, frame, depth);
    }
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const later = node.type === "CallExpression" ? cycle.booked.get(node) : undefined;
      if (later !== undefined && !isOnPath(later, frame)) enter(later, undefined, frame, depth);
      const fn = context.bindings.calleeOf(node);
      if (fn !== undefined && !isOnPath(fn, frame) && !isLetGo(context, cycle, node, fn)) enter(fn, node, frame, depth);
    }
  }

  function enter(
    fn: FunctionNode,
    call: CallExpression | NewExpression | undefined,
    caller: Frame | undefined,
    depth: number,
  ): void {
    if (depth >= MAX_DEPTH) return;
    const frame: Frame = { fn, call, caller };
    for (const parameter of fn.params) visit(parameter, frame, depth + 1);
    visit(fn.body, frame, depth + 1);
  }

  function isOnPath(fn: FunctionNode, frame: Frame | undefined): boolean {
    if (isWithin(cycle.node, fn)) return true;
    for (let current = frame; current !== undefined; current = current.caller) if (current.fn === fn) return true;
    return false;
  }
}

/** `void work(job)` starts something and goes on without it: what it does is no part of the turn. */
export function isLetGo(context: FileContext, cycle: Cycle, call: Node, fn: FunctionNode): boolean {
  const parent = context.tree.parentOf(call);
  return (
    parent?.type === "UnaryExpression" && parent.operator === "void" && !cycle.members.some((member) => member === fn)
  );
}

/** The parts of a cycle that run every turn. */
function rootsOf(cycle: Cycle): Node[] {
  const { node } = cycle;
  switch (node.type) {
    case "ForStatement":
      return [node.test, node.body, node.update].filter((part) => part !== null);
    case "WhileStatement":
      return [node.test, node.body];
    case "DoWhileStatement":
      return [node.body, node.test];
    case "ForInStatement":
    case "ForOfStatement":
      return [node.left, node.body];
    default:
      return [...node.params, node.body];
  }
}

/** Names the chain of calls that leads to a node, so that one node reached in two ways is told apart. */
export function frameKey(frame: Frame | undefined): string {
  return frame === undefined ? "" : `${frameKey(frame.caller)}>${frame.call?.range[0] ?? `f${frame.fn.range[0]}`}`;
}

/** The arguments a frame's function was called with, by parameter. */
export function argumentOf(frame: Frame, index: number): Node | undefined {
  const argument = frame.call?.arguments[index];
  return argument === undefined || argument.type === "SpreadElement" ? undefined : bare(argument);
}
