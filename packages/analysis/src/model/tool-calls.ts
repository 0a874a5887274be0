import type { ToolCall } from "./file-model.js";
import { calleeText, isNamed } from "./file-context.js";
import type { Cycle } from "../loops/cycle.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { RegionNode } from "../loops/region.js";
import { bare, isFunction, keyName, propertyName, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { Judgement } from "./judgement.js";

/** The calls of a turn that run what the model asked for. */
export function readToolCalls(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): ToolCall[] {
  const { context } = analysis;
  const found: ToolCall[] = [];
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression" || analysis.calls.at(node) !== undefined) continue;
    if (frame?.call !== undefined && !cycle.members.some((member) => member === frame.fn)) continue;
    const named = isNamed(context, node, context.settings.toolCalls);
    if (!named && !isDispatch(analysis, node)) continue;
    found.push({
      span: spanOf(node),
      callee: calleeText(context, node),
      statement: spanOf(context.tree.statementOf(node)),
      certainty: named ? "proven" : "shaped",
      evidence: [{ what: named ? `the settings name \`${calleeText(context, node)}\` as a tool call` : "the model chooses which function runs here", at: spanOf(node) }],
      failure: failureOf(analysis, cycle, node),
      keyed: isKeyed(analysis, node),
      approved: "unknown",
    });
  }
  return found;
}

/** `tools[call.name](…)` and `registry.get(call.name).execute(…)`: the reply says what is called. */
function isDispatch(analysis: LoopAnalysis, call: CallExpression): boolean {
  let callee = bare(call.callee);
  for (let depth = 0; depth < 4; depth++) {
    if (callee.type === "MemberExpression") {
      if (callee.computed && propertyName(callee) === undefined && comesFromCalls(analysis, callee.property)) return true;
      callee = bare(callee.object);
    } else if (callee.type === "CallExpression") {
      const inner = bare(callee.callee);
      if (inner.type === "MemberExpression" && propertyName(inner) === "get" && callee.arguments.some((argument) => comesFromCalls(analysis, argument))) return true;
      return false;
    } else if (callee.type === "Identifier") {
      const definition = analysis.context.scopes.variableOf(callee)?.definition;
      if (definition?.type !== "VariableDeclarator" || !definition.init) return false;
      callee = bare(definition.init);
    } else return false;
  }
  return false;
}

function comesFromCalls(analysis: LoopAnalysis, node: Node): boolean {
  return analysis.origins.aspectsOf(node).has("tool-calls");
}

/** What becomes of an error: caught in the turn, or the end of the cycle. */
function failureOf(analysis: LoopAnalysis, cycle: Cycle, call: CallExpression): ToolCall["failure"] {
  const { tree } = analysis.context;
  for (let child: Node = call, up = tree.parentOf(call); up !== undefined && up !== cycle.node; child = up, up = tree.parentOf(up)) {
    if (up.type === "TryStatement" && up.block === child && up.handler) return "observed";
    if (up.type === "CallExpression" && up.callee.type === "MemberExpression" && propertyName(up.callee) === "catch") return "observed";
    if (up.type === "CallExpression" && up.callee.type === "MemberExpression" && propertyName(up.callee) === "allSettled") return "observed";
    if (isFunction(up) && !cycle.members.some((member) => member === up)) continue;
  }
  return "ends-loop";
}

function isKeyed(analysis: LoopAnalysis, call: CallExpression): Judgement {
  const names: string[] = [];
  const collect = (node: Node): void => {
    const value = bare(node);
    if (value.type !== "ObjectExpression") return;
    for (const property of value.properties) {
      if (property.type !== "Property") continue;
      const name = keyName(property);
      if (name !== undefined) names.push(name);
      collect(property.value);
    }
  };
  call.arguments.forEach(collect);
  void analysis;
  return names.some((name) => /idempoten|dedup|operation_?id|request_?id/i.test(name)) ? "yes" : "no";
}
