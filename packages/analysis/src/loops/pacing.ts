import { findRows, isNamed } from "../file/file-context.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import { bare, dottedName, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, LoopNode } from "../syntax/node.js";
import { contractOfCall } from "../file/file-context.js";

/** Names of calls that hand over what somebody outside has sent: waited for, never made up by the model. */
const AWAITS_OUTSIDE =
  /(?:^|\.)(?:question|prompt(?:User|For\w*)?|askUser|askHuman|ask_user|waitFor(?:User|Human|Input|Message|Approval|Event|Next|Job)\w*|readLine|readline|getUserInput|getInput|userInput|nextMessage|nextJob|nextTask|receive|receiveMessage|receiveMessages|dequeue|blpop|brpop|bzpopmin|xread|xReadGroup|take|accept|select|multiselect|confirm|input)$/i;

/** Names of functions of this file that ask a person, whichever way they do it. */
const ASKS_PERSON =
  /(?:^|\.)(?:ask_?(?:user|human)\w*|waitFor(?:User|Human|Input|Approval|Message)\w*|getUserInput|promptUser\w*)$/i;

/** Whether a call waits for something outside the program: a person, a queue, an event. */
export function isWait(analysis: LoopAnalysis, call: CallExpression): boolean {
  const { context } = analysis;
  if (isNamed(context, call, context.settings.humanGates)) return true;
  const entity = context.bindings.entityOf(call.callee);
  if (findRows(context, entity, "human-gate").length > 0) return true;
  if (findRows(context, entity, "items-from-outside").length > 0) return true;
  if (contractOfCall(context, call)?.what === "humanGate") return true;
  if (
    entity.kind === "remote" &&
    entity.shape.kind === "function" &&
    context.project?.detailsOf(entity.shape)?.asksHuman === true
  )
    return true;
  const name = dottedName(call.callee);
  if (context.bindings.calleeOf(call) !== undefined) return name !== undefined && ASKS_PERSON.test(name);
  if (name === undefined || analysis.calls.at(call) !== undefined) return false;
  const isAwaited = context.tree.parentOf(call)?.type === "AwaitExpression";
  const last = call.arguments.at(-1);
  const isToldLater = last !== undefined && isFunction(last) && name.endsWith(".question");
  return (isAwaited && AWAITS_OUTSIDE.test(name)) || isToldLater;
}

/** `rl.question("> ", (line) => …)`: the callback runs when the person has answered. */
export function isCalledWithAnswer(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  const call = analysis.context.tree.parentOf(fn);
  return (
    call?.type === "CallExpression" && call.callee !== fn && call.arguments.at(-1) === fn && isWait(analysis, call)
  );
}

/** A `for await` takes what comes from outside, unless it drives a run or a generator of this file. */
export function isFedFromOutside(analysis: LoopAnalysis, loop: LoopNode): boolean {
  if (loop.type !== "ForOfStatement" || !loop.await) return false;
  const source = bare(loop.right);
  if (source.type !== "CallExpression") return true;
  if (analysis.calls.at(source) !== undefined) return true;
  const fn = analysis.context.bindings.calleeOf(source);
  return fn === undefined || !isFunction(fn);
}

const STOPS_TIMER = new Set(["clearInterval", "clearTimeout", "globalThis.clearInterval", "window.clearInterval"]);

/** A call after which an interval does not come round again. */
export function stopsTimer(call: CallExpression): boolean {
  const name = dottedName(call.callee);
  if (name !== undefined && STOPS_TIMER.has(name)) return true;
  const callee = bare(call.callee);
  return (
    callee.type === "MemberExpression" &&
    /^(?:close|unref|dispose)$/.test(propertyName(callee) ?? "") &&
    /timer|interval/i.test(dottedName(callee.object) ?? "")
  );
}
