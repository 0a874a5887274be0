import { bare, forEachChild, isFunction, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { walk } from "../file/walk.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";

/** Where something was said: what answers there is said in the same place. */
const PLACES =
  /^(?:in_?guild|guild(?:_?id)?|channel(?:_?(?:id|type))?|chat(?:_?(?:id|type))?|room(?:_?id)?|team(?:_?id)?|workspace(?:_?id)?|repo(?:sitory)?|is_?thread|is_?text_?based|is_?DM_?based|thread_?ts)$/i;
/** How the thing stands that was spoken about: saying something more about it changes none of them. */
const STATES = /^(?:state|locked|draft|archived|merged|closed|open|pull_request)$/;
/** Calls that may change how the thing stands. */
const CHANGES =
  /update|close|lock|archive|merge|delete|edit|set|transition|patch|leave|create_?(?:thread|channel)|start_?thread/i;

/**
 * Whether an effect is an answer to the event, in the place where that happened: it is a method of what the event
 * holds, or a part of the event says where it goes.
 */
export function isAnswerTo(analysis: LoopAnalysis, handler: FunctionNode, raise: CallExpression): boolean {
  const callee = bare(raise.callee);
  return (
    (callee.type === "MemberExpression" && mentionsEvent(analysis, handler, callee.object, 0)) ||
    raise.arguments.some((argument) => mentionsEvent(analysis, handler, argument, 0))
  );
}

/** Whether a part of the event says where it happened or how its subject stands, which the answer leaves as it was. */
export function isSubject(handler: FunctionNode, part: Node): boolean {
  const value = settled(part);
  const steps: string[] = [];
  for (let step: Node = value; step.type === "MemberExpression"; step = settled(step.object))
    steps.push(propertyName(step) ?? "");
  const last = steps[0];
  if (last === undefined) return false;
  if (steps.some((step) => PLACES.test(step))) return true;
  return (
    STATES.test(last) && !walk(handler.body, (node) => node.type === "CallExpression" && CHANGES.test(calledName(node)))
  );
}

function calledName(call: CallExpression): string {
  const callee = bare(call.callee);
  return callee.type === "MemberExpression"
    ? (propertyName(callee) ?? "")
    : callee.type === "Identifier"
      ? callee.name
      : "";
}

/** Whether the event is in an expression, also by a name that is taken out of it. */
function mentionsEvent(analysis: LoopAnalysis, handler: FunctionNode, node: Node, depth: number): boolean {
  if (depth > 6) return false;
  const { scopes } = analysis.context;
  if (node.type === "Identifier") {
    const variable = scopes.variableOf(node);
    if (variable === undefined) return false;
    const { definition } = variable;
    if (variable.kind === "parameter") {
      if (definition === handler || !isFunction(definition)) return definition === handler;
      const index = definition.params.findIndex((parameter) => parameter === variable.identifier);
      const sites = analysis.context.bindings.sitesOf(definition);
      return (
        index >= 0 &&
        sites.length > 0 &&
        sites.every((site) => {
          const given = site.arguments[index];
          return given !== undefined && mentionsEvent(analysis, handler, given, depth + 1);
        })
      );
    }
    if (definition.type !== "VariableDeclarator" || definition.init === null) return false;
    const init = settled(definition.init);
    return (
      (init.type === "Identifier" || init.type === "MemberExpression") &&
      mentionsEvent(analysis, handler, init, depth + 1)
    );
  }
  let found = false;
  forEachChild(node, (child) => {
    // The name of a property is no name of a variable.
    if (node.type === "MemberExpression" && child === node.property && !node.computed) return;
    if (node.type === "Property" && child === node.key && !node.computed && !node.shorthand) return;
    found ||= mentionsEvent(analysis, handler, child, depth);
  });
  return found;
}
