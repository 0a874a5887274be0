import type { Cycle } from "../loops/cycle.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { RegionNode } from "../loops/region.js";
import type { Frame } from "../flow/paths.js";
import { bare, findProperty, isFunction, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node, Span } from "../syntax/node.js";
import type { Entity } from "../bind/entity.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import { readCalledTools } from "./called-tools.js";
import type { CalledTools } from "./called-tools.js";
import { calleeText, contractOfCall, findRows, isNamed } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { DispatchShape, ToolCall } from "../model/file-model.js";
import { readKey } from "../effects/idempotency-keys.js";
import type { Evidence, Judgement } from "../model/judgement.js";
import { toldWay } from "../project/told-way.js";
import { findOnceGuard } from "../effects/once-guards.js";
import { taskNamesAt } from "../effects/task-names.js";
import { findSwitchDispatcher } from "./dispatchers.js";
import { fateOfFailure, isParse } from "./tool-failures.js";
import { readToolUse } from "./tool-use.js";

const known = new WeakMap<LoopAnalysis, CalledTools>();

export function calledToolsOf(analysis: LoopAnalysis): CalledTools {
  let called = known.get(analysis);
  if (called === undefined) known.set(analysis, (called = readCalledTools(analysis)));
  return called;
}

/** The calls of a turn that run what the model asked for. */
export function readToolCalls(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): ToolCall[] {
  const found: ToolCall[] = [];
  for (const { node, frame } of region) {
    if (node.type !== "CallExpression") continue;
    if (frame?.call !== undefined && !cycle.members.some((member) => member === frame.fn)) continue;
    const dispatch = findDispatch(analysis, node);
    if (dispatch !== undefined) found.push(describe(analysis, node, dispatch, cycle.node, frame));
  }
  return found;
}

/** Tool calls that a turn makes in functions it calls, each with what becomes of a failure on its way into the loop. */
export function readToolCallsBelow(analysis: LoopAnalysis, cycle: Cycle, region: readonly RegionNode[]): ToolCall[] {
  return region.flatMap(({ node, frame }): ToolCall[] => {
    if (
      node.type !== "CallExpression" ||
      frame?.call === undefined ||
      cycle.members.some((member) => member === frame.fn)
    )
      return [];
    const dispatch = findDispatch(analysis, node);
    return dispatch === undefined || dispatch.named ? [] : [describe(analysis, node, dispatch, cycle.node, frame)];
  });
}

/** Tool calls of a pass over the calls of a reply that stands in no agent loop of this file. */
export function readToolCallsOutside(analysis: LoopAnalysis, loops: readonly Span[]): ToolCall[] {
  const { tree } = analysis.context;
  const called = calledToolsOf(analysis);
  return tree.calls.flatMap((node): ToolCall[] => {
    if (loops.some((loop) => loop.start <= node.range[0] && node.range[1] <= loop.end)) return [];
    const dispatch = findDispatch(analysis, node);
    const iteration = dispatch && called.iterationOf(node);
    if (dispatch === undefined || iteration === undefined) return [];
    const owner = tree.ownerOf(
      isFunction(iteration.node) ? (tree.parentOf(iteration.node) ?? iteration.node) : iteration.node,
    );
    const call = describe(analysis, node, dispatch, owner, undefined);
    if (call.failure !== "ends-loop" || !isFunction(owner)) return [call];
    // Who calls the function may still make something of the failure.
    const sites = tree.calls.filter((site) => analysis.context.bindings.calleeOf(site) === owner);
    const isHandled = sites.some(
      (site) => fateOfFailure(analysis.context, site, tree.ownerOf(site)).kind !== "escapes",
    );
    return [isHandled ? { ...call, failure: "unknown" } : call];
  });
}

interface Dispatch {
  readonly named: boolean;
  /** What runs is not written in this file. */
  readonly opaque: boolean;
  readonly evidence: Evidence;
  readonly observes: boolean;
  /** What runs the tool may keep its failures to itself. */
  readonly mayKeep?: boolean;
}

function findDispatch(analysis: LoopAnalysis, call: CallExpression): Dispatch | undefined {
  const { context } = analysis;
  if (isNamed(context, call, context.settings.toolCalls)) {
    return {
      named: true,
      opaque: true,
      observes: false,
      evidence: { what: `the settings name \`${calleeText(context, call)}\` as a tool call`, at: spanOf(call) },
    };
  }
  if (analysis.calls.at(call) !== undefined) return undefined;
  if (contractOfCall(context, call)?.what === "toolCall") {
    return {
      named: true,
      opaque: true,
      observes: false,
      evidence: { what: `a comment declares \`${calleeText(context, call)}\` a tool call`, at: spanOf(call) },
    };
  }
  // `new ExceptionTool().call(text)`: this tool is the code's choice.
  const callee = bare(call.callee);
  if (callee.type === "MemberExpression" && bare(callee.object).type === "NewExpression") return undefined;
  const called = calledToolsOf(analysis);
  for (const { row, packageName, path } of findRows(context, context.bindings.entityOf(call.callee), "dispatch")) {
    const args = readArgument(context, call, row.args);
    if (args.state !== "given" || !(called.isArguments(args.node) || called.isItem(args.node))) continue;
    return {
      named: false,
      opaque: true,
      observes: row.errors === "observed",
      evidence: { what: `${packageName} \`${path}\` runs what the model asked for`, at: spanOf(call) },
    };
  }
  const table = tableOf(analysis, call);
  if (table === undefined) return findToldDispatch(analysis, call, called);
  const isWritten = definedAs(context, table).type === "ObjectExpression";
  return {
    named: false,
    opaque: !isWritten,
    observes: false,
    evidence: { what: "the model chooses which function runs here", at: spanOf(call) },
  };
}

/** `executeTool(call.name, call.args)`: a function of the project that chooses the tool by the name it is given. */
function findToldDispatch(analysis: LoopAnalysis, call: CallExpression, called: CalledTools): Dispatch | undefined {
  const { context } = analysis;
  const fn = context.bindings.calleeOf(call);
  const entity = fn === undefined ? context.bindings.entityOf(call.callee) : undefined;
  // Where a table of this file is asked, the call of what it gives is the dispatch.
  const dispatcher =
    fn === undefined
      ? entity?.kind === "remote" && entity.shape.kind === "function"
        ? entity.shape.facts.dispatches
        : undefined
      : findSwitchDispatcher(context, fn);
  if (dispatcher === undefined || !isTold(call, dispatcher.nameAt, called)) return undefined;
  return {
    named: false,
    opaque: fn === undefined,
    observes: false,
    mayKeep: !dispatcher.fails,
    evidence: toldBy(context, call, fn, entity),
  };
}

/** Where the function is that chooses, in this file or by its name in another one. */
function toldBy(
  context: FileContext,
  call: CallExpression,
  fn: FunctionNode | undefined,
  entity: Entity | undefined,
): Evidence {
  const what = `\`${calleeText(context, call)}\` runs the tool whose name it is given`;
  if (entity?.kind === "remote" && entity.shape.kind === "function") return toldWay(what, [entity.shape.id]);
  return { what, at: spanOf(fn?.id ?? fn ?? call) };
}

/** Whether a call hands over the name and the arguments that the model chose, or the whole tool call. */
function isTold(call: CallExpression, nameAt: string, called: CalledTools): boolean {
  const [index = "", ...rest] = nameAt.split(".");
  const given = call.arguments[Number(index)];
  if (given === undefined || given.type === "SpreadElement") return false;
  const value = bare(given);
  if (rest.length > 0 && called.isItem(value)) return true;
  const [key] = rest;
  const name =
    key === undefined ? value : value.type === "ObjectExpression" ? findProperty(value, key)?.value : undefined;
  if (name === undefined || !called.isName(name)) return false;
  return call.arguments.some((argument) => argument.type !== "SpreadElement" && holdsArguments(argument, called));
}

function holdsArguments(node: Node, called: CalledTools): boolean {
  const value = bare(node);
  if (isParse(value)) return value.arguments.some((text) => text.type !== "SpreadElement" && called.isArguments(text));
  if (value.type === "ObjectExpression")
    return value.properties.some((part) => part.type === "Property" && holdsArguments(part.value, called));
  return called.isArguments(value) || called.isItem(value);
}

/** `tools[call.name](…)`, `registry.get(call.name).execute(…)`, `tools.find((t) => t.name === call.name).run(…)`: where the function is looked up. */
function tableOf(analysis: LoopAnalysis, call: CallExpression): Node | undefined {
  const { context } = analysis;
  const called = calledToolsOf(analysis);
  let callee = bare(call.callee);
  for (let depth = 0; depth < 6; depth++) {
    switch (callee.type) {
      case "MemberExpression":
        if (callee.computed && propertyName(callee) === undefined && called.isName(callee.property))
          return callee.object;
        if (depth === 0 && !callee.computed && !runsTool(propertyName(callee), call, called)) return undefined;
        callee = bare(callee.object);
        continue;
      case "CallExpression": {
        const inner = bare(callee.callee);
        if (inner.type !== "MemberExpression") return undefined;
        const name = propertyName(inner);
        const [first] = callee.arguments;
        if (first === undefined || first.type === "SpreadElement") return undefined;
        if (/^(?:get|getTool|lookup|resolve)$/.test(name ?? "") && called.isName(first)) return inner.object;
        const given = bare(first);
        if (
          name === "find" &&
          isFunction(given) &&
          context.tree.returnsOf(given).some((value) => comparesName(called, value))
        )
          return inner.object;
        return undefined;
      }
      case "Identifier": {
        const definition = context.scopes.variableOf(callee)?.definition;
        if (definition?.type !== "VariableDeclarator" || !definition.init || definition.id.type !== "Identifier")
          return undefined;
        callee = settled(definition.init);
        continue;
      }
      case "LogicalExpression":
        callee = bare(callee.left);
        continue;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** `tool.execute(…)`; other methods of a tool set it up or look at it, unless they are handed what the model wrote. */
function runsTool(name: string | undefined, call: CallExpression, called: CalledTools): boolean {
  if (name === undefined) return false;
  if (
    /^(?:execute|exec|run|call|_call|invoke|handler?|func|function|fn|callback|action|perform|apply|implementation|dispatch|use)(?:Tool|Async)?$/i.test(
      name,
    )
  )
    return true;
  return (
    !/^(?:then|catch|finally|bind|parse|safeParse|validate|push|has|get|set|on|is)/.test(name) &&
    call.arguments.some((argument) => argument.type !== "SpreadElement" && called.isArguments(argument))
  );
}

function comparesName(called: CalledTools, test: Node): boolean {
  const value = bare(test);
  if (value.type === "LogicalExpression") return comparesName(called, value.left) || comparesName(called, value.right);
  return (
    value.type === "BinaryExpression" &&
    /^===?$/.test(value.operator) &&
    (called.isName(value.left) || called.isName(value.right))
  );
}

function describe(
  analysis: LoopAnalysis,
  node: CallExpression,
  dispatch: Dispatch,
  stop: Node,
  frame: Frame | undefined,
): ToolCall {
  const { context } = analysis;
  const fate = dispatch.observes ? undefined : fateOfFailure(context, node, stop, frame);
  let failure: ToolCall["failure"] = "observed";
  let handler: Span | undefined;
  if (fate?.kind === "swallowed") {
    failure = "swallowed";
    handler = spanOf(fate.handler);
  } else if (fate?.kind === "escapes")
    failure =
      dispatch.mayKeep === true || tellsFailure(analysis, node) || isGuardedInside(analysis, node)
        ? "unknown"
        : "ends-loop";
  else if (fate?.kind === "unknown") failure = "unknown";
  return {
    span: spanOf(node),
    callee: calleeText(context, node),
    statement: spanOf(context.tree.statementOf(node)),
    certainty: dispatch.named ? "proven" : "shaped",
    evidence: [dispatch.evidence],
    failure,
    handler,
    opaque: dispatch.opaque,
    named: dispatch.named,
    shape: shapeOf(analysis, node, stop),
    keyed: keyedOf(analysis, node),
    approved: "unknown",
    use: readToolUse(analysis, calledToolsOf(analysis), node),
  };
}

/** Whether the result is asked how it went: then the tool reports failures instead of throwing them. */
function tellsFailure(analysis: LoopAnalysis, node: CallExpression): boolean {
  const { tree, scopes } = analysis.context;
  let value: Node = node;
  for (
    let up = tree.parentOf(value);
    up?.type === "AwaitExpression" || up?.type === "TSAsExpression";
    up = tree.parentOf(up)
  )
    value = up;
  const parent = tree.parentOf(value);
  if (parent?.type !== "VariableDeclarator") return false;
  if (parent.id.type === "ObjectPattern")
    return parent.id.properties.some(
      (part) => part.type === "Property" && part.key.type === "Identifier" && TELLS.test(part.key.name),
    );
  if (parent.id.type !== "Identifier") return false;
  return (scopes.variableOf(parent.id)?.reads ?? []).some((read) => {
    const member = tree.parentOf(read);
    return member?.type === "MemberExpression" && member.object === read && TELLS.test(propertyName(member) ?? "");
  });
}

const TELLS = /^(?:error|errors|isError|is_error|ok|success|succeeded|failed|status|exitCode|code)$/;

/** A tool function of this file that catches everything itself. */
function isGuardedInside(analysis: LoopAnalysis, node: CallExpression): boolean {
  const fn = analysis.context.bindings.calleeOf(node);
  if (fn?.body.type !== "BlockStatement") return false;
  return fn.body.body.some((statement) => statement.type === "TryStatement" && statement.handler !== null);
}

function keyedOf(analysis: LoopAnalysis, node: CallExpression): Judgement {
  const { context } = analysis;
  const key = readKey(context, node, undefined);
  if (key.state === "given") return "yes";
  if (findOnceGuard(context, node, { by: [], durable: false, callers: [] }) !== undefined) return "yes";
  return key.state === "maybe" ? "unknown" : "no";
}

/** A module of the same project, as its files import each other. */
const OWN_MODULE = /^(?:\.|[@~]?\/|~|#)/;

/** What a key can be made of, and where it goes; only for functions that cannot be read, which may take one. */
function shapeOf(analysis: LoopAnalysis, node: CallExpression, stop: Node): DispatchShape | undefined {
  const { context } = analysis;
  const called = calledToolsOf(analysis);
  const entity = context.bindings.entityOf(node.callee);
  const last = node.arguments.at(-1);
  if (entity.kind === "function" || entity.kind === "remote" || last === undefined) return undefined;
  // Whatever has a type in this file, and whatever a package publishes, takes the parameters that are declared.
  const mayTakeMore = entity.kind === "package" && OWN_MODULE.test(entity.name) && !entity.path.includes("#");
  if (isTyped(context.file.path) && !mayTakeMore) return undefined;
  // What stands before the loop can be read by functions inside of it, and by no others.
  if (!isWithin(node, stop)) return undefined;
  const asked: string[] = [];
  for (const argument of node.arguments) {
    if (argument.type === "SpreadElement") return undefined;
    const parsed = bare(argument);
    const value = isParse(parsed) ? parsed.arguments[0] : parsed;
    if (value === undefined) continue;
    if (called.isItem(value) || called.isName(value) || called.isArguments(value))
      asked.push(context.file.text.slice(value.range[0], value.range[1]));
  }
  // Calls in a list have an id each, which is another one whenever the model asks.
  if (asked.length === 0 || asked.some((text) => isGoneThrough(context, text))) return undefined;
  const [only] = node.arguments.filter((argument) => called.isItem(argument));
  const callIds = asked.length === 1 && only !== undefined ? idsOf(context, only) : [];
  return {
    taskNames: taskNamesAt(context, stop),
    asked,
    callIds,
    argumentsEnd: last.range[1],
    beforeRun: context.tree.statementOf(stop).range[0],
  };
}

function isGoneThrough(context: FileContext, text: string): boolean {
  const list = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\bof ${list}\\b|${list}\\??\\.(?:length|map|filter|forEach)\\b`).test(context.file.text);
}

function isTyped(path: string): boolean {
  return /\.[cm]?tsx?$|\.(?:vue|svelte|astro)$/.test(path);
}

/** The properties of a tool call that the code reads as its id, and `id` in any case. */
function idsOf(context: FileContext, call: Node): string[] {
  const variable = call.type === "Identifier" ? context.scopes.variableOf(call) : undefined;
  const read = (variable?.reads ?? []).flatMap((one) => {
    const member = context.tree.parentOf(one);
    const name = member?.type === "MemberExpression" && member.object === one ? propertyName(member) : undefined;
    return name !== undefined && /^(?:call_?id|tool_?call_?id|tool_?use_?id)$/i.test(name) ? [name] : [];
  });
  return [...new Set(["id", ...read])];
}
