import type { TSESTree } from "@typescript-eslint/types";
import { contains } from "../flow/origins.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, Span } from "../syntax/node.js";
import type { CalledTools, Iteration } from "./called-tools.js";
import { calleeText, findRows, textOf } from "./file-context.js";
import type { ToolCall } from "./file-model.js";
import type { Evidence } from "./judgement.js";
import { fateOfFailure, isNothing, isParse } from "./tool-failures.js";
import type { FoundTool } from "./tools.js";

/** A failure of a tool that the model never hears of. */
export interface FailurePoint {
  readonly span: Span;
  /**
   * `ends-run`: the tool throws, and nothing catches it before the run has ended;
   * `arguments`: so does the parsing of what the model wrote;
   * `unanswered`: it is caught, and the call gets no answer;
   * `silent`: the tool itself hides the failure and returns nothing;
   * `skipped`: the call is passed over without an answer.
   */
  readonly kind: "ends-run" | "arguments" | "unanswered" | "silent" | "skipped";
  readonly callee: string;
  readonly statement: Span;
  readonly evidence: readonly Evidence[];
}

const ANSWERS = /^(?:push|unshift|add|append|set|concat|send|emit|write|enqueue|submit|answer|respond|yield|addToolResult|addToolOutput|addMessage|record|resolve)/i;
const ID_KEYS = new Set(["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "callId", "tool_callId"]);

/** The places of a file where a failing tool ends the run or vanishes. */
export function readFailurePoints(analysis: LoopAnalysis, called: CalledTools, tools: readonly FoundTool[], toolCalls: readonly ToolCall[], loops: readonly Node[]): FailurePoint[] {
  const { context } = analysis;
  const { tree } = context;
  const points = new Map<number, FailurePoint>();
  const add = (point: FailurePoint): void => {
    if (!points.has(point.span.start)) points.set(point.span.start, point);
  };
  const unguarded: Span[] = [];

  for (const call of toolCalls) {
    const { span, callee, statement, evidence } = call;
    if (call.failure === "ends-loop") {
      unguarded.push(span);
      add({ span, kind: "ends-run", callee, statement, evidence });
    } else if (call.failure === "swallowed") {
      add({ span: call.handler ?? span, kind: "unanswered", callee, statement, evidence: [{ what: `\`${callee}\` fails here`, at: span }] });
    }
  }
  for (const call of tree.calls) addParse(call);
  for (const tool of tools) {
    if (!isFunction(tool.node)) continue;
    addSilence(tool, tool.node);
    if (tool.errors === "ends-run") addThrow(tool, tool.node);
  }
  for (const node of tree.continues) addSkip(node);
  return [...points.values()].sort((a, b) => a.span.start - b.span.start);

  /** `JSON.parse(call.function.arguments)`: the model may have stopped in the middle. */
  function addParse(call: CallExpression): void {
    const [text] = call.arguments;
    if (!isParse(call) || text === undefined || text.type === "SpreadElement" || !called.isArguments(text)) return;
    const iteration = called.iterationOf(call);
    const loop = loops.filter((one) => contains(one, call)).at(-1);
    if (iteration === undefined) return;
    // One `try` round both mends both.
    const { range } = iteration.node;
    if (unguarded.some((span) => range[0] <= span.start && span.end <= range[1])) return;
    const stop = loop ?? ownerOf(iteration);
    if (fateOfFailure(context, call, stop).kind !== "escapes") return;
    add({ span: spanOf(call), kind: "arguments", callee: calleeText(context, call), statement: spanOf(tree.statementOf(call)), evidence: [{ what: `\`${textOf(context, text)}\` is what the model wrote`, at: spanOf(text) }] });
  }

  function ownerOf(iteration: Iteration): Node {
    return tree.ownerOf(isFunction(iteration.node) ? (tree.parentOf(iteration.node) ?? iteration.node) : iteration.node);
  }

  /** `try { … } catch {}` and then nothing: done and not done look the same. */
  function addSilence(tool: FoundTool, fn: FunctionNode): void {
    if (fn.body.type !== "BlockStatement") return;
    const last = fn.body.body.at(-1);
    if (last?.type !== "TryStatement" || !last.handler || last.finalizer !== null) return;
    const { handler } = last;
    if (!hidesFailure(handler) || !last.block.body.some((statement) => holdsAwait(statement))) return;
    add({
      span: spanOf(handler),
      kind: "silent",
      callee: tool.name ?? "the tool",
      statement: spanOf(last),
      evidence: tool.evidence,
    });
  }

  /** Nothing is thrown, kept or handed back: the handler is empty, or only writes a log. */
  function hidesFailure(handler: TSESTree.CatchClause): boolean {
    return handler.body.body.every((statement) => {
      if (statement.type === "EmptyStatement") return true;
      if (statement.type === "ReturnStatement") return statement.argument === null || isNothing(statement.argument);
      if (statement.type !== "ExpressionStatement") return false;
      const value = settled(statement.expression);
      return value.type === "CallExpression" && /^(?:console|log|logger|debug|Sentry|this\.log|this\.logger)\./i.test(`${dottedName(value.callee) ?? ""}.`);
    });
  }

  function holdsAwait(node: Node): boolean {
    return tree.calls.some((call) => contains(node, call) && tree.parentOf(call)?.type === "AwaitExpression");
  }

  /** The first thing in a tool that may fail, where the SDK makes the whole run fail with it. */
  function addThrow(tool: FoundTool, fn: FunctionNode): void {
    const risky = tree.calls.find((call) => contains(fn.body, call) && tree.ownerOf(call) === fn && mayFail(call) && fateOfFailure(context, call, fn, undefined, true).kind === "escapes");
    if (risky === undefined) return;
    add({ span: spanOf(risky), kind: "ends-run", callee: calleeText(context, risky), statement: spanOf(tree.statementOf(risky)), evidence: tool.evidence });
  }

  /** A request, an effect, or anything awaited that is not written in this file. */
  function mayFail(call: CallExpression): boolean {
    const entity = context.bindings.entityOf(call.callee);
    if (findRows(context, entity, "effect").length > 0) return true;
    if (context.bindings.calleeOf(call) !== undefined) return false;
    return tree.parentOf(call)?.type === "AwaitExpression" && analysis.calls.at(call) === undefined;
  }

  /** `if (!tool) continue;` in a pass whose other ways answer every call by its id. */
  function addSkip(node: TSESTree.ContinueStatement): void {
    const iteration = called.iterationOf(node);
    if (iteration === undefined || iteration.node.type !== "ForOfStatement" || node.label !== null) return;
    const branch = branchOf(node, iteration.node);
    if (branch === undefined || !looksUp(branch.test) || answersIn(branch.consequent)) return;
    const answer = tree.calls.find((call) => contains(iteration.node.body, call) && call.range[0] > node.range[1] && answersById(call));
    if (answer === undefined) return;
    add({
      span: spanOf(node),
      kind: "skipped",
      callee: textOf(context, branch.test),
      statement: spanOf(branch),
      evidence: [{ what: "every other call gets its answer here", at: spanOf(answer) }],
    });
  }

  function branchOf(node: Node, loop: Node): TSESTree.IfStatement | undefined {
    const parent = tree.parentOf(node);
    const branch = parent?.type === "BlockStatement" ? tree.parentOf(parent) : parent;
    if (branch?.type !== "IfStatement" || !contains(branch.consequent, node)) return undefined;
    const home = tree.parentOf(tree.parentOf(branch) ?? branch);
    return home === loop || tree.parentOf(branch) === loop ? branch : undefined;
  }

  /** `!tool`, `tool === undefined`, `!(call.name in tools)`: nothing was found under the name the model gave. */
  function looksUp(test: Node): boolean {
    const value = bare(test);
    if (value.type === "UnaryExpression" && value.operator === "!") return isLookup(value.argument);
    if (value.type === "BinaryExpression" && /^===?$/.test(value.operator) && isNothing(value.right)) return isLookup(value.left);
    return false;
  }

  function isLookup(node: Node): boolean {
    const value = settled(node);
    if (value.type === "Identifier") {
      const definition = context.scopes.variableOf(value)?.definition;
      return definition?.type === "VariableDeclarator" && definition.init !== null && isLookup(definition.init);
    }
    if (value.type === "MemberExpression") return value.computed && propertyName(value) === undefined && called.isName(value.property);
    if (value.type === "BinaryExpression") return value.operator === "in" && called.isName(value.left);
    if (value.type !== "CallExpression") return false;
    const callee = bare(value.callee);
    const name = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
    if (!/^(?:get|has|find|includes)$/.test(name ?? "")) return false;
    return value.arguments.some((argument) => argument.type !== "SpreadElement" && (called.isName(argument) || (isFunction(argument) && tree.returnsOf(argument).some((one) => one.type === "BinaryExpression" && (called.isName(one.left) || called.isName(one.right))))));
  }

  function answersIn(node: Node): boolean {
    return tree.calls.some((call) => contains(node, call) && ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? ""));
  }

  function answersById(call: CallExpression): boolean {
    if (!ANSWERS.test((dottedName(call.callee) ?? "").split(".").at(-1) ?? "")) return false;
    return call.arguments.some((argument) => {
      const value = bare(argument);
      return value.type === "ObjectExpression" && value.properties.some((part) => part.type === "Property" && part.key.type === "Identifier" && ID_KEYS.has(part.key.name));
    });
  }
}
