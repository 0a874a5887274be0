import { valueOf } from "../bind/values.js";
import { bare, dottedName, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { walk } from "../file/walk.js";
import type { Condition } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { objectPlace } from "../loops/places.js";

/**
 * Whether what a handler puts into its queue is of the model's making: a worker that only moves on to the next page
 * is not fed by the model.
 *
 * A reply also comes back when it is written to a store that the handler reads. There the message itself says
 * nothing of it, so only one that is sent without any condition certainly goes round for ever.
 */
export function isFedByReply(
  analysis: LoopAnalysis,
  handler: FunctionNode,
  raise: CallExpression,
  conditions: readonly Condition[],
): boolean {
  return (
    carriesReply(analysis, handler, raise) ||
    (!isPutOff(analysis, handler, raise) &&
      (sendsTheSame(analysis, handler, raise) || (conditions.length === 0 && keepsReplyInStore(analysis, handler))))
  );
}

function carriesReply(analysis: LoopAnalysis, handler: FunctionNode, call: CallExpression): boolean {
  return call.arguments.some(
    (argument) =>
      argument.type !== "SpreadElement" &&
      (holdsReply(analysis, argument) || isFilledWithReply(analysis, argument, handler)),
  );
}

/** The event goes out as it came in: nothing in it has moved on, as the number of a page would. */
function sendsTheSame({ context }: LoopAnalysis, fn: FunctionNode, call: CallExpression): boolean {
  let ofEvent = 0;
  const isSame = (node: Node): boolean => {
    const value = bare(node);
    if (value.type === "Literal") return true;
    if (value.type === "ObjectExpression")
      return value.properties.every((property) =>
        isSame(property.type === "SpreadElement" ? property.argument : property.value),
      );
    let root: Node = value;
    while (root.type === "MemberExpression") root = bare(root.object);
    const variable = root.type === "Identifier" ? context.scopes.variableOf(root) : undefined;
    if (variable?.kind !== "parameter" || variable.definition !== fn || variable.writes.length > 0) return false;
    ofEvent++;
    return true;
  };
  return call.arguments.every((argument) => argument.type !== "SpreadElement" && isSame(argument)) && ofEvent > 0;
}

function holdsReply({ origins }: LoopAnalysis, node: Node): boolean {
  return origins.of(node).some((origin) => origin.kind === "reply");
}

/** The event itself goes round again, after the reply was put into it: `trip.messages.push(message)`. */
function isFilledWithReply(analysis: LoopAnalysis, argument: Node, handler: FunctionNode): boolean {
  const name = dottedName(argument);
  if (name === undefined) return false;
  const isPart = (target: Node): boolean => dottedName(target)?.startsWith(`${name}.`) === true;
  return walk(handler, (node) => {
    if (node.type === "AssignmentExpression") return isPart(node.left) && holdsReply(analysis, node.right);
    if (node.type !== "CallExpression") return false;
    const callee = bare(node.callee);
    return (
      callee.type === "MemberExpression" &&
      ADDS.test(propertyName(callee) ?? "") &&
      isPart(callee) &&
      node.arguments.some((added) => holdsReply(analysis, added))
    );
  });
}

const ADDS = /^(?:push|unshift|append|add|set)$/;

/** Words for a message that comes later, and for waiting before it is sent: work that is done once a day is meant to go on. */
const LATER = /delay|countdown|schedule|sleep|wait|^ts$|^at$|notBefore|deliver|visibility|expiration|repeat|every/i;

function isPutOff({ context }: LoopAnalysis, handler: FunctionNode, raise: CallExpression): boolean {
  const waits = walk(handler.body, (node) =>
    node.type === "CallExpression" ? LATER.test(dottedName(node.callee)?.split(".").at(-1) ?? "") : undefined,
  );
  return (
    waits ||
    raise.arguments.some((argument) =>
      walk(argument.type === "SpreadElement" ? argument : valueOf(context, argument).node, (node) =>
        node.type === "Property" ? LATER.test(keyName(node) ?? "delay") : node.type === "SpreadElement",
      ),
    )
  );
}

/** `await chapters.upsert(id, response)` of a handler that also asks `chapters.of(story)`. */
function keepsReplyInStore(analysis: LoopAnalysis, handler: FunctionNode): boolean {
  const { context, calls } = analysis;
  const read = new Set<string>();
  const written = new Set<string>();
  walk(handler.body, (node) => {
    if (node.type !== "CallExpression" || calls.at(node) !== undefined) return undefined;
    const callee = bare(node.callee);
    if (callee.type !== "MemberExpression") return undefined;
    const store = objectPlace(context, callee.object, undefined);
    if (store === undefined) return undefined;
    (node.arguments.some((argument) => holdsReply(analysis, argument)) ? written : read).add(store);
    return undefined;
  });
  return [...written].some((store) => read.has(store));
}
