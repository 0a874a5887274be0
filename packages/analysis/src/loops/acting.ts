import { calledToolsOf } from "../tools/tool-calls.js";
import { readArgument } from "../file/argument-paths.js";
import type { ToolCall } from "../model/file-model.js";
import type { Judgement } from "../model/judgement.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { LoopAnalysis } from "./loop-analysis.js";
import type { RegionNode } from "./region.js";

/** Calls that only keep, show or reshape what they are given. */
const KEEPS_OR_SHOWS =
  /^(?:push|unshift|add|append|set|concat|join|map|filter|forEach|flatMap|some|every|find|reduce|includes|has|keys|values|entries|stringify|parse|String|Number|Boolean|isArray|from|log|debug|info|warn|error|trace|write|emit|dispatchEvent|send|yield|enqueue|next|then|test|slice|assign|freeze|structuredClone|resolve|all|allSettled|isString|length|toString|trim)$|^(?:log|print|format|render|show|display|record|track|count|estimate|to[A-Z]|is[A-Z]|has[A-Z]|get[A-Z]|extract|collect|normali[sz]e|convert|summar|save|store|persist|notify|report|on[A-Z]|update|set[A-Z]|create|build|make|validate|check|sign|hash|describe|serialize|append|push)/;

/**
 * Whether a turn carries out what the model asked for: a tool is dispatched here, or the tool calls
 * of a reply are handed to something that does it.
 */
export function readActing(
  analysis: LoopAnalysis,
  region: readonly RegionNode[],
  tools: readonly ToolCall[],
): Judgement {
  if (tools.length > 0) return "yes";
  let mayAct = false;
  for (const { node } of region) {
    if (node.type !== "CallExpression") continue;
    if (analysis.calls.at(node) !== undefined) {
      if (runsTools(analysis, node)) return "yes";
      continue;
    }
    if (!takesUp(analysis, node)) continue;
    if (isAwaited(analysis, node)) return "yes";
    mayAct = true;
  }
  return mayAct ? "unknown" : "no";
}

/** The calls of a turn that are handed what the model asked for, and that the turn waits for. */
export function findActingCalls(analysis: LoopAnalysis, region: readonly RegionNode[]): CallExpression[] {
  return region.flatMap(({ node }) =>
    node.type === "CallExpression" &&
    analysis.calls.at(node) === undefined &&
    takesUp(analysis, node) &&
    isAwaited(analysis, node)
      ? [node]
      : [],
  );
}

function takesUp(analysis: LoopAnalysis, call: CallExpression): boolean {
  if (handsEachOn(analysis, call)) return true;
  return !isShownOrKept(call) && takesWhatWasAskedFor(analysis, call);
}

/** `calls.map(answer)`: each tool call is handed to a function that has a name. */
function handsEachOn(analysis: LoopAnalysis, call: CallExpression): boolean {
  const callee = bare(call.callee);
  const [first] = call.arguments;
  if (callee.type !== "MemberExpression" || !/^(?:map|forEach|flatMap)$/.test(propertyName(callee) ?? "")) return false;
  const name = first === undefined ? undefined : dottedName(first);
  return (
    name !== undefined &&
    !KEEPS_OR_SHOWS.test(name.slice(name.lastIndexOf(".") + 1)) &&
    calledToolsOf(analysis).isList(callee.object)
  );
}

/** A framework call that is given tools runs them itself. */
function runsTools(analysis: LoopAnalysis, node: CallExpression): boolean {
  const call = analysis.calls.at(node);
  if (call?.how !== "run" || call.row?.row.kind !== "run" || call.row.row.tools === undefined) return false;
  const given = readArgument(analysis.context, node, call.row.row.tools);
  return given.state === "given";
}

function isShownOrKept(call: CallExpression): boolean {
  const callee = bare(call.callee);
  const name = callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee);
  return name === undefined || KEEPS_OR_SHOWS.test(name);
}

function takesWhatWasAskedFor(analysis: LoopAnalysis, call: CallExpression): boolean {
  const called = calledToolsOf(analysis);
  const given = call.arguments.map((argument) => (argument.type === "SpreadElement" ? argument.argument : argument));
  // Arguments alone may be any data of the reply; beside the name of a tool they are what it is called with.
  if (given.some((node) => called.isName(node)) && given.some((node) => called.isArguments(node))) return true;
  return given.some((node) => called.isList(node) || called.isItem(node) || isContentWithCalls(analysis, node));
}

/** A reply's content, in which text and tool calls stand side by side. */
function isContentWithCalls(analysis: LoopAnalysis, node: Node): boolean {
  return analysis.origins.of(node).some((origin) => {
    if (origin.kind !== "reply") return false;
    const first = origin.path.find((part) => part !== "[]");
    const calls = origin.call.reply?.toolCalls ?? [];
    if (first !== undefined && origin.path.length <= 2 && calls.some((path) => path.startsWith(`${first}[`)))
      return true;
    const written = origin.path.filter((part) => part !== "[]").join(".");
    return calls.some((path) => path.includes("[") && written === listOf(path));
  });
}

/** The list in which calls stand: `output.message.content` of `output.message.content[].toolUse`. */
function listOf(path: string): string {
  return path.slice(0, path.lastIndexOf("[")).replaceAll(/\[[^\]]*\]/g, "");
}

function isAwaited(analysis: LoopAnalysis, call: CallExpression): boolean {
  const { tree } = analysis.context;
  for (let up = tree.parentOf(call), child: Node = call; up !== undefined; child = up, up = tree.parentOf(up)) {
    if (up.type === "AwaitExpression") return true;
    // `await act(call).catch(…)`, `await Promise.all(calls.map((call) => act(call)))`
    if (up.type === "MemberExpression" && up.object === child) continue;
    if (
      up.type === "CallExpression" ||
      up.type === "ArrayExpression" ||
      up.type === "ArrowFunctionExpression" ||
      up.type === "SpreadElement" ||
      up.type === "ChainExpression"
    )
      continue;
    if (up.type === "ReturnStatement" || up.type === "YieldExpression") return true;
    return false;
  }
  return false;
}
