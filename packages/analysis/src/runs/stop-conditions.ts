import type { TSESTree } from "@typescript-eslint/types";
import type { Measure, StopConditionRow } from "../catalogue/schema.js";
import { limitValue } from "../loops/limits.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, forEachChild, isFunction, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { constantOf, definitionsOf, readArgument, readOption } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { LimitFault } from "../model/file-model.js";
import type { Judgement } from "../model/judgement.js";

/** What a stop condition, or a list of them, is worth as a limit. */
export interface ConditionWorth {
  /** Whether it is sure to become true. */
  readonly effective: Judgement;
  /** What the conditions measure that are sure to become true. */
  readonly measures: readonly Measure[];
  /** The number of steps after which it is true, when it can be computed. */
  readonly value: number | undefined;
  readonly fault: LimitFault | undefined;
  /** Where the fault is mended. */
  readonly at: Node;
  /** Names of the tools whose call ends the run, with where they are named. */
  readonly stopTools: readonly StopTool[];
  /** Only the model (or nothing) can make it true. */
  readonly leftToModel: boolean;
  /** It only counts: nothing that the model does ends the run earlier. */
  readonly onlyCounts: boolean;
}

/** What is said of a condition before anything is known of it but where it stands. */
function nothingKnownOf(node: Node): Omit<ConditionWorth, "effective"> {
  return {
    measures: [],
    value: undefined,
    fault: undefined,
    at: node,
    stopTools: [],
    leftToModel: false,
    onlyCounts: false,
  };
}

export interface StopTool {
  readonly name: string;
  readonly node: Node;
}

const MAX_DEPTH = 10;
/** What a step holds that the model has written or chosen. */
const MODEL_MADE =
  /\b(?:text|reasoning|content|finishReason|toolCalls|toolResults|staticToolCalls|dynamicToolCalls|toolName|output|object|some|every|includes|startsWith|endsWith|match|test|find)\b/;
const GROWS = /\busage\b|tokens?\b|\bcost|\bprice|\busd\b|\bspent\b|Date\.now|performance\.now|\.length\b/i;

/**
 * @param says what a condition of one's own says when it is true: that the run ends, or that it goes on.
 */
export function readCondition(
  analysis: LoopAnalysis,
  node: Node,
  maxRounds: number,
  says: "ends" | "goes-on" = "ends",
  depth = 0,
): ConditionWorth {
  const value = settled(node);
  const base = nothingKnownOf(node);
  const unknown: ConditionWorth = { ...base, effective: "unknown" };
  if (depth > MAX_DEPTH) return unknown;
  const next = (inner: Node): ConditionWorth => readCondition(analysis, inner, maxRounds, says, depth + 1);
  switch (value.type) {
    case "ArrayExpression": {
      const members = value.elements.map((element) =>
        element === null ? unknown : element.type === "SpreadElement" ? next(element.argument) : next(element),
      );
      return members.length === 0 ? { ...base, effective: "no", leftToModel: true } : anyOf(members, node);
    }
    case "ConditionalExpression":
      return oneOf([next(value.consequent), next(value.alternate)], node);
    case "LogicalExpression":
      return value.operator === "&&" ? unknown : oneOf([next(value.left), next(value.right)], node);
    case "Identifier":
    case "MemberExpression": {
      const rows = findRows(analysis.context, analysis.context.bindings.entityOf(value), "stop-condition");
      // A condition that takes nothing may be handed over without a call.
      if (rows[0] && rows[0].row.count === undefined && rows[0].row.names === undefined)
        return rowWorth(analysis, rows[0].row, undefined, value, maxRounds);
      const definitions = definitionsOf(analysis.context, value);
      if (definitions === undefined || definitions.length === 0 || definitions.includes("absent")) return unknown;
      const worths = definitions.map((one) => (one === "absent" ? unknown : next(one)));
      // A condition that is named is mended where it is used, unless its number is at fault.
      return oneOf(
        worths.map((worth) => (worth.fault === undefined ? { ...worth, at: node } : worth)),
        node,
      );
    }
    case "CallExpression": {
      const [found] = findRows(analysis.context, analysis.context.bindings.entityOf(value.callee), "stop-condition");
      if (found !== undefined) return rowWorth(analysis, found.row, value, value, maxRounds);
      const [wrapper] = findRows(analysis.context, analysis.context.bindings.entityOf(value.callee), "wraps");
      if (wrapper !== undefined)
        return oneOf(
          readArgument(analysis.context, value, wrapper.row.of).map((way) =>
            way.state === "given" ? next(way.value) : unknown,
          ),
          node,
        );
      const fn = analysis.context.bindings.calleeOf(value);
      if (fn === undefined) return unknown;
      const [returned, ...others] = analysis.context.tree.returnsOf(fn);
      return returned === undefined || others.length > 0 ? unknown : { ...next(returned), at: node };
    }
    default:
      if (!isFunction(value)) return unknown;
      return predicateWorth(analysis, value, node, maxRounds, says === "ends");
  }
}

/** A list ends the run as soon as one member is true. */
function anyOf(members: readonly ConditionWorth[], node: Node): ConditionWorth {
  const sure = members.filter((member) => member.effective === "yes");
  const effective: Judgement =
    sure.length > 0 ? "yes" : members.every((member) => member.effective === "no") ? "no" : "unknown";
  const faulty = members.find((member) => member.fault !== undefined);
  const values = sure.flatMap((member) => (member.value === undefined ? [] : [member.value]));
  const [only] = members;
  return {
    effective,
    measures: sure.flatMap((member) => member.measures),
    value: values.length > 0 ? Math.min(...values) : undefined,
    fault: effective === "no" ? faulty?.fault : undefined,
    at: effective === "no" ? (faulty?.at ?? (members.length === 1 && only ? only.at : node)) : node,
    stopTools: members.flatMap((member) => member.stopTools),
    leftToModel: members.every((member) => member.leftToModel),
    onlyCounts: members.every((member) => member.onlyCounts),
  };
}

/** One of several, and nobody knows which. */
function oneOf(ways: readonly ConditionWorth[], node: Node): ConditionWorth {
  const [first] = ways;
  if (ways.length === 1 && first !== undefined) return first;
  const all = (judgement: Judgement): boolean => ways.every((way) => way.effective === judgement);
  return {
    effective: all("yes") ? "yes" : all("no") ? "no" : "unknown",
    measures: all("yes") ? ways.flatMap((way) => way.measures) : [],
    value:
      all("yes") && ways.every((way) => way.value !== undefined)
        ? Math.max(...ways.map((way) => way.value ?? 0))
        : undefined,
    fault: all("no") ? first?.fault : undefined,
    at: node,
    stopTools: ways.flatMap((way) => way.stopTools),
    leftToModel: ways.every((way) => way.leftToModel),
    onlyCounts: ways.every((way) => way.onlyCounts),
  };
}

function rowWorth(
  analysis: LoopAnalysis,
  row: StopConditionRow,
  call: CallExpression | undefined,
  node: Node,
  maxRounds: number,
): ConditionWorth {
  const base = nothingKnownOf(node);
  if (row.measure === "never") return { ...base, effective: "no", leftToModel: true, onlyCounts: true };
  if (row.measure === "model")
    return { ...base, effective: "no", leftToModel: true, stopTools: call ? stopToolsOf(analysis, row, call) : [] };
  const { measure } = row;
  const counting = { ...base, onlyCounts: true };
  const counts = measure === "steps" || measure === "depth" || measure === "items";
  if (row.count === undefined || call === undefined) return { ...counting, effective: "yes", measures: [measure] };
  const ways = readOption(analysis.context, call, [row.count, ...(row.or ?? [])]);
  const [way] = ways;
  if (isIdle(analysis.context, row, call)) return { ...counting, effective: "no", fault: "no-number" };
  if (ways.length !== 1 || way?.state !== "given")
    return {
      ...counting,
      effective: way?.state === "absent" && row.idleWithout !== true ? "yes" : "unknown",
      measures: [measure],
    };
  const { value, fault, at } = limitValue(analysis.context, analysis.origins, way.value);
  const never = (why: LimitFault | undefined, place: Node): ConditionWorth => ({
    ...counting,
    effective: "no",
    value,
    fault: why,
    at: place,
  });
  if (fault === "not-a-number" || fault === "chosen-by-model" || fault === "absent-means-unlimited")
    return never(fault, at ?? way.value);
  if (fault !== undefined) return never(undefined, node);
  if (value !== undefined && row.exact === true && (value < 1 || !Number.isInteger(value)))
    return never(undefined, node);
  if (value !== undefined && counts && value > maxRounds) return never(undefined, node);
  return { ...counting, effective: "yes", measures: [measure], value: counts ? value : undefined };
}

/** Whether a condition that would count is given none of its numbers. */
export function isIdle(context: FileContext, row: StopConditionRow, call: CallExpression): boolean {
  return (
    row.idleWithout === true &&
    row.count !== undefined &&
    readOption(context, call, [row.count, ...(row.or ?? [])]).every((way) => way.state === "absent")
  );
}

function stopToolsOf(analysis: LoopAnalysis, row: StopConditionRow, call: CallExpression): StopTool[] {
  if (row.names === undefined) return [];
  return call.arguments.flatMap((argument): StopTool[] => {
    const name = argument.type === "SpreadElement" ? undefined : constantOf(analysis.context, argument);
    return typeof name === "string" ? [{ name, node: argument }] : [];
  });
}

/** A condition of one's own: `({ steps }) => steps.length >= 8`, which ends the run with the answer `ending`. */
function predicateWorth(
  analysis: LoopAnalysis,
  fn: FunctionNode,
  node: Node,
  maxRounds: number,
  ending: boolean,
): ConditionWorth {
  const measures: Measure[] = [];
  let fault: LimitFault | undefined;
  let at: Node = node;
  let limit: number | undefined;
  const effective = bodyTruth(fn);
  // Whatever happens, the first round is the last.
  if (effective === "yes" && bare(fn.body).type === "Literal") limit = 1;
  return {
    effective,
    measures: effective === "yes" ? measures : [],
    value: effective === "yes" ? limit : undefined,
    fault: effective === "no" ? fault : undefined,
    at,
    stopTools: [],
    leftToModel: effective === "no" && fault === undefined,
    onlyCounts: false,
  };

  function bodyTruth(body: FunctionNode): Judgement {
    if (body.body.type !== "BlockStatement") return truth(body.body, ending, 0);
    const parts: Judgement[] = [];
    for (const statement of body.body.body) {
      if (statement.type === "IfStatement") {
        const branch =
          statement.consequent.type === "BlockStatement" ? statement.consequent.body[0] : statement.consequent;
        if (branch?.type !== "ReturnStatement" || !branch.argument || statement.alternate) return "unknown";
        const returned = truth(branch.argument, ending, 0);
        // `if (never) return false` keeps the way open; `if (limit) return true` is the condition itself.
        parts.push(returned === "no" ? "no" : both(truth(statement.test, true, 0), returned));
      } else if (statement.type === "ReturnStatement") {
        parts.push(statement.argument ? truth(statement.argument, ending, 0) : ending ? "no" : "yes");
        break;
      }
    }
    return parts.length === 0 ? "no" : some(parts);
  }

  /** Whether an expression is sure to get the wanted truth value in the end. */
  function truth(expression: Node, wanted: boolean, depth: number): Judgement {
    const value = settled(expression);
    if (depth > MAX_DEPTH) return "unknown";
    switch (value.type) {
      case "Literal":
        return Boolean(value.value) === wanted ? "yes" : "no";
      case "UnaryExpression":
        return value.operator === "!" ? truth(value.argument, !wanted, depth + 1) : "unknown";
      case "LogicalExpression": {
        const sides = [truth(value.left, wanted, depth + 1), truth(value.right, wanted, depth + 1)];
        const isOr = value.operator !== "&&";
        return isOr === wanted ? some(sides) : sides.reduce(both);
      }
      case "BinaryExpression":
        return compared(value, wanted);
      case "CallExpression":
        return called(value, wanted, depth);
      case "Identifier": {
        const definitions = definitionsOf(analysis.context, value);
        const [only] = definitions ?? [];
        return definitions?.length === 1 && only !== undefined && only !== "absent"
          ? truth(only, wanted, depth + 1)
          : "unknown";
      }
      default:
        return isModelMade(value) ? "no" : "unknown";
    }
  }

  function called(call: CallExpression, wanted: boolean, depth: number): Judgement {
    const callee = bare(call.callee);
    const [row] =
      callee.type === "CallExpression"
        ? findRows(analysis.context, analysis.context.bindings.entityOf(callee.callee), "stop-condition")
        : [];
    if (row !== undefined && callee.type === "CallExpression")
      return wanted === ending ? note(rowWorth(analysis, row.row, callee, callee, maxRounds)) : "unknown";
    if (callee.type === "Identifier" && callee.name === "Boolean" && call.arguments[0])
      return truth(call.arguments[0], wanted, depth + 1);
    const fn = analysis.context.bindings.calleeOf(call);
    if (fn !== undefined) return "unknown";
    return isModelMade(call) ? "no" : "unknown";
  }

  function note(worth: ConditionWorth): Judgement {
    measures.push(...worth.measures);
    fault ??= worth.fault;
    if (worth.fault !== undefined) at = worth.at;
    limit = worth.value ?? limit;
    return worth.effective;
  }

  function compared(expression: TSESTree.BinaryExpression, wanted: boolean): Judgement {
    const { operator } = expression;
    const sides = [
      { side: expression.left, other: expression.right, grows: operator === ">" || operator === ">=" },
      { side: expression.right, other: expression.left, grows: operator === "<" || operator === "<=" },
    ];
    for (const { side, other, grows } of sides) {
      const measure = measureOf(side);
      if (measure === undefined) continue;
      const isEqual = operator === "===" || operator === "==";
      if (grows !== wanted && !(isEqual && wanted)) return "no";
      const read = limitValue(analysis.context, analysis.origins, other);
      if (read.fault !== undefined) {
        if (
          read.fault === "not-a-number" ||
          read.fault === "chosen-by-model" ||
          read.fault === "absent-means-unlimited"
        ) {
          fault = read.fault;
          at = read.at ?? other;
        }
        return "no";
      }
      if (measure === "steps" && read.value !== undefined && read.value > maxRounds) return "no";
      measures.push(measure);
      if (measure === "steps" && read.value !== undefined) limit = Math.min(limit ?? Infinity, read.value);
      return "yes";
    }
    return isModelMade(expression) ? "no" : "unknown";
  }

  /** What grows with every step in a side of a comparison. */
  function measureOf(side: Node): Measure | undefined {
    const value = bare(side);
    const text = textWithDefinitions(value);
    if (/Date\.now|performance\.now/.test(text)) return "time";
    if (value.type === "MemberExpression" && propertyName(value) === "length") {
      const list = dottedName(value.object) ?? "";
      return /(?:^|\.)(?:steps|messages|history)$/.test(list) ? "steps" : undefined;
    }
    if (value.type === "UpdateExpression") return "steps";
    if (/\busage\b|tokens?\b/i.test(text)) return "tokens";
    if (/\bcost|\bprice|\busd\b|\bspent\b/i.test(text)) return "cost";
    const name = dottedName(value);
    return name !== undefined &&
      /(?:^|\.)(?:stepNumber|stepCount|iterationCount|iterations?|turns?|turnCount|rounds?)$/.test(name)
      ? "steps"
      : undefined;
  }

  /** The text of an expression and of the local variables in it, with what is added to them. */
  function textWithDefinitions(expression: Node): string {
    const parts = [slice(expression)];
    const visit = (inner: Node): void => {
      if (inner.type === "Identifier") {
        const variable = analysis.context.scopes.variableOf(inner);
        if (variable?.definition.type === "VariableDeclarator") {
          if (variable.definition.init) parts.push(slice(variable.definition.init));
          for (const write of variable.writes) parts.push(slice(write.node));
        }
      }
      forEachChild(inner, visit);
    };
    visit(expression);
    return parts.join(" ");
  }

  function isModelMade(expression: Node): boolean {
    const text = textWithDefinitions(expression);
    return (
      MODEL_MADE.test(text) && !GROWS.test(text.replace(/\b(?:toolCalls|toolResults|content|text)\b\??\.length/g, ""))
    );
  }

  function slice(inner: Node): string {
    return analysis.context.file.text.slice(inner.range[0], inner.range[1]);
  }
}

function some(parts: readonly Judgement[]): Judgement {
  if (parts.includes("yes")) return "yes";
  return parts.every((part) => part === "no") ? "no" : "unknown";
}

function both(a: Judgement, b: Judgement): Judgement {
  if (a === "no" || b === "no") return "no";
  return a === "yes" && b === "yes" ? "yes" : "unknown";
}
