import type { FileContext } from "../file/file-context.js";
import type { Frame } from "../flow/paths.js";
import { bare, findProperty, forEachChild, isFunction, isWithin } from "../syntax/node.js";
import type { Identifier, Node } from "../syntax/node.js";
import type { Cycle } from "./cycle.js";
import { givenArgument } from "./places.js";
import type { SentInput } from "./sent-input.js";

/** Options that say who is asked, or how the answer is drawn: another one makes it another question. */
const CHOICES = [
  "model",
  "modelId",
  "modelName",
  "deployment",
  "deploymentName",
  "provider",
  "engine",
  "client",
  "agent",
  "agentId",
  "assistant_id",
  "temperature",
  "topP",
  "top_p",
  "seed",
];

/**
 * Whether each turn asks somebody else: the next model of a list after one that failed, another
 * sample at a higher temperature. Then nothing is lost when the same words are sent.
 */
export function asksAnother(context: FileContext, cycle: Cycle, { call, frame, parts }: SentInput): boolean {
  const chosen = [call.node.callee, ...call.node.arguments.flatMap((argument) => choicesIn(argument))];
  return chosen.some(
    (node) => !parts.some((part) => part.node === bare(node)) && dependsOnTurn(context, cycle, node, frame),
  );
}

function choicesIn(argument: Node): Node[] {
  const value = bare(argument);
  if (value.type !== "ObjectExpression") return isFunction(value) ? [] : [value];
  return CHOICES.flatMap((name) => findProperty(value, name)?.value ?? []);
}

const MAX_DEPTH = 6;

/** Whether a value is the item or the number of the turn, was picked by it, or is changed on the way round. */
function dependsOnTurn(context: FileContext, cycle: Cycle, node: Node, frame: Frame | undefined, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  let found = false;
  const visit = (inner: Node): void => {
    if (found || isFunction(inner)) return;
    if (inner.type === "Identifier") {
      found = isOfTurn(context, cycle, inner, frame, depth);
      return;
    }
    forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

function isOfTurn(
  context: FileContext,
  cycle: Cycle,
  identifier: Identifier,
  frame: Frame | undefined,
  depth: number,
): boolean {
  const variable = context.scopes.variableOf(identifier);
  if (variable === undefined) return false;
  if (variable.writes.some((write) => isWithin(write.node, cycle.node))) return true;
  const { definition } = variable;
  if (definition.type === "VariableDeclarator") {
    const loop = context.tree.parentOf(context.tree.parentOf(definition) ?? definition);
    if ((loop?.type === "ForOfStatement" || loop?.type === "ForInStatement") && loop === cycle.node) return true;
    return (
      definition.init !== null &&
      isWithin(definition, cycle.node) &&
      dependsOnTurn(context, cycle, definition.init, frame, depth + 1)
    );
  }
  for (let home = frame; home !== undefined; home = home.caller) {
    if (home.fn !== definition) continue;
    const given = givenArgument(home, variable);
    return given !== undefined && dependsOnTurn(context, cycle, given.argument, home.caller, depth + 1);
  }
  return false;
}
