import type { Entity } from "../bind/entity.js";
import type { Condition } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, isWithin, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import { keysTo } from "../syntax/patterns.js";
import { constantOf } from "../file/arguments.js";
import { calleeText } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { isSubject } from "./event-subjects.js";

/** What is asked about an event: who raised it, what it is called, what it changes. */
export interface EventTerms {
  /** The function that handles it; `undefined` for a script that is started for it. */
  readonly handler: FunctionNode | undefined;
  /** Properties that say who caused the event, as the end of a path: `author.id`. */
  readonly selfSigns: readonly string[];
  /** Whether the effect answers in the place where the event happened, about the same thing. */
  readonly isAnswer?: boolean;
  /** Names of the event this is about. */
  readonly events: readonly string[];
  /** Whether a value is a state that holds something once the handler has run. */
  isFilled?(node: Node): boolean;
  /** What a condition says when the handler runs for its own event, where that is known for sure. */
  answerTo?(node: Node): boolean | undefined;
}

/** What a test says of an event that the program itself has raised; `either` if it does not depend on that. */
type Answer = "true" | "false" | "either" | "unknown";

/**
 * Whether the program's own events pass a condition: `yes` when they certainly can, `no` when it
 * keeps them out, `unknown` when it may.
 */
export function letsOwnPass(analysis: LoopAnalysis, terms: EventTerms, condition: Condition): "yes" | "no" | "unknown" {
  const answer =
    condition.equals === undefined
      ? answerOf(analysis, terms, condition.test, 0)
      : compared(analysis, terms, condition.test, condition.equals);
  switch (answer) {
    case "either":
      return "yes";
    case "unknown":
      return "unknown";
    default:
      return (answer === "true") === condition.reachedWhen ? "yes" : "no";
  }
}

function answerOf(analysis: LoopAnalysis, terms: EventTerms, node: Node, depth: number): Answer {
  const { context } = analysis;
  const expression = settled(node);
  if (depth > 8) return "unknown";
  const known = terms.answerTo?.(expression);
  if (known !== undefined) return known ? "true" : "false";
  const next = (inner: Node): Answer => answerOf(analysis, terms, inner, depth + 1);
  switch (expression.type) {
    case "UnaryExpression":
      return expression.operator === "!" ? negated(next(expression.argument)) : "unknown";
    case "LogicalExpression": {
      const [left, right] = [next(expression.left), next(expression.right)];
      if (expression.operator === "&&") return joined(left, right, "false", "true");
      return joined(left, right, "true", "false");
    }
    case "BinaryExpression":
      return binary(analysis, terms, expression, depth);
    case "CallExpression":
      return called(analysis, terms, expression, depth);
    default:
  }
  const constant = constantOf(context, expression);
  if (constant !== undefined) return constant ? "true" : "false";
  if (isSign(analysis, terms, expression)) return "true";
  if (terms.isFilled?.(expression) === true) return "true";
  const source = expression.type === "Identifier" ? constantSource(analysis, expression) : undefined;
  if (source !== undefined) return next(source);
  if (saysWhere(analysis, terms, expression)) return "either";
  // Its own events have content, too; what leaves because there is some may well leave because of that.
  if (isEventContent(analysis, terms, expression)) return "true";
  if (isOfReply(analysis, expression) || isWorkResult(analysis, terms, expression)) return "either";
  if (/^(?:process\.env|import\.meta\.env|Deno\.env)\b/.test(dottedName(expression) ?? "")) return "either";
  return "unknown";
}

function negated(answer: Answer): Answer {
  return answer === "true" ? "false" : answer === "false" ? "true" : answer;
}

/** `strong` decides alone, whatever the other side is. */
function joined(left: Answer, right: Answer, strong: "true" | "false", weak: "true" | "false"): Answer {
  if (left === strong || right === strong) return strong;
  if (left === "unknown" || right === "unknown") return "unknown";
  return left === "either" || right === "either" ? "either" : weak;
}

function binary(
  analysis: LoopAnalysis,
  terms: EventTerms,
  { left, operator, right }: Extract<Node, { type: "BinaryExpression" }>,
  depth: number,
): Answer {
  if (operator === "in") {
    const key = bare(left);
    const name = key.type === "Literal" ? String(key.value) : "";
    return terms.selfSigns.some((sign) => sign === name) || isEventContent(analysis, terms, right) ? "true" : "unknown";
  }
  if (operator === "instanceof") return "either";
  const equal = operator === "===" || operator === "==";
  if (equal || operator === "!==" || operator === "!=") {
    const answer = compared(analysis, terms, left, right, depth);
    return equal ? answer : negated(answer);
  }
  const text = lengthAsked(analysis, terms, left, operator, right);
  if (text !== undefined) return text;
  // More than nothing is there, or less than something: only the first is known to say nothing of whose event it is.
  const zero = constantOf(analysis.context, right);
  if ((operator === ">" && zero === 0) || (operator === ">=" && zero === 1)) return lengthOf(analysis, terms, left);
  return isOfReply(analysis, left) && constantOf(analysis.context, right) !== undefined ? "either" : "unknown";
}

/** A text of fewer letters than anybody answers with. */
const FEW = 20;

/** `message.content.length < 4`: an answer of a model is longer than that. */
function lengthAsked(
  analysis: LoopAnalysis,
  terms: EventTerms,
  left: Node,
  operator: string,
  right: Node,
): Answer | undefined {
  const value = settled(left);
  const few = constantOf(analysis.context, right);
  if (
    value.type !== "MemberExpression" ||
    propertyName(value) !== "length" ||
    typeof few !== "number" ||
    few > FEW ||
    few < 1 ||
    !isEventContent(analysis, terms, value.object)
  )
    return undefined;
  return operator === "<" || operator === "<=" ? "false" : operator === ">" || operator === ">=" ? "true" : undefined;
}

/** A part of the event that is the same for what the handler answers to it: `issue.state`, `message.guildId`. */
function saysWhere(analysis: LoopAnalysis, { isAnswer, handler, ...terms }: EventTerms, node: Node): boolean {
  return (
    isAnswer === true &&
    handler !== undefined &&
    isSubject(handler, node) &&
    isEventContent(analysis, { ...terms, handler }, node)
  );
}

/** What `list.length > 0` answers. */
function lengthOf(analysis: LoopAnalysis, terms: EventTerms, node: Node): Answer {
  const expression = settled(node);
  return expression.type === "MemberExpression" && isLength(expression)
    ? answerOf(analysis, terms, expression.object, 1)
    : "unknown";
}

function isLength(node: Node): boolean {
  const expression = settled(node);
  return expression.type === "MemberExpression" && propertyName(expression) === "length";
}

/** What `left === right` answers. */
function compared(analysis: LoopAnalysis, terms: EventTerms, left: Node, right: Node, depth = 0): Answer {
  const { context } = analysis;
  const [subject, other] = constantOf(context, left) === undefined ? [left, right] : [right, left];
  const value = constantOf(context, other);
  const absent = value === null || isUndefined(other);
  if (isSign(analysis, terms, subject)) {
    if (absent || value === false) return "false";
    if (value === undefined || value === true) return "true";
    // `sender.type === "Bot"` is about programs; any other literal names somebody.
    return typeof value === "string" && /bot/i.test(value) ? "true" : "unknown";
  }
  if (value !== undefined && saysWhere(analysis, terms, subject)) return "either";
  if (absent || value === "") return negated(answerOf(analysis, terms, subject, depth + 1));
  if (value === 0 && isLength(subject)) return negated(lengthOf(analysis, terms, subject));
  if (value !== undefined && isOfReply(analysis, subject)) return "either";
  if (typeof value === "string" && isEventName(analysis, terms, subject))
    return terms.events.includes(value) ? "true" : "false";
  if (typeof value === "string" && terms.isFilled?.(subject) === true)
    return /^(?:ready|idle|success|done)$/.test(value) ? "true" : "unknown";
  if (typeof value === "string" && /(?:^|\.)status$/.test(pathOf(analysis, subject)) && terms.isFilled !== undefined)
    return value === "ready" ? "true" : "unknown";
  if (value !== undefined && isWorkResult(analysis, terms, subject)) return "either";
  const [a, b] = [constantOf(context, left), constantOf(context, right)];
  return a !== undefined && b !== undefined ? (a === b ? "true" : "false") : "unknown";
}

function isUndefined(node: Node): boolean {
  const value = bare(node);
  return value.type === "Identifier" && value.name === "undefined";
}

/** Names of calls that may remember what was there before. Only used to stay silent. */
const REMEMBERS =
  /has|get|exist|seen|already|handled|processed|count|should|can|may|allow|claim|lock|acquire|mark|load|state|once|first|attempt|incr|limit|dup|own|self|bot|me$|ignore|skip|enabled|active|within|cooldown|recent|debounce|throttle|throttled/i;

function called(analysis: LoopAnalysis, terms: EventTerms, call: CallExpression, depth: number): Answer {
  const { context } = analysis;
  const callee = bare(call.callee);
  const method = callee.type === "MemberExpression" ? propertyName(callee) : undefined;
  if (method === "trim" && callee.type === "MemberExpression")
    return answerOf(analysis, terms, callee.object, depth + 1);
  if (
    callee.type === "Identifier" &&
    callee.name === "Boolean" &&
    call.arguments.length === 1 &&
    call.arguments[0] &&
    call.arguments[0].type !== "SpreadElement"
  ) {
    return answerOf(analysis, terms, call.arguments[0], depth + 1);
  }
  const fn = context.bindings.calleeOf(call);
  if (fn !== undefined) {
    const [only, ...others] = context.tree.returnsOf(fn);
    return only !== undefined && others.length === 0 ? answerOf(analysis, terms, only, depth + 1) : "unknown";
  }
  // `message.inGuild()` asks the event itself.
  if (call.arguments.length === 0 && saysWhere(analysis, terms, callee)) return "either";
  return isOfReply(analysis, call) || isWorkResult(analysis, terms, call) ? "either" : "unknown";
}

function isOfReply(analysis: LoopAnalysis, node: Node): boolean {
  const origins = analysis.origins.of(node);
  return (
    origins.some((origin) => origin.kind === "reply" || origin.kind === "text-match") &&
    origins.every((origin) => origin.kind === "reply" || origin.kind === "text-match" || origin.kind === "literal")
  );
}

/** What a check or a search has found: `const findings = await lint(event.cwd)`. It says how the work stands, not whose event this is. */
function isWorkResult(analysis: LoopAnalysis, terms: EventTerms, node: Node, depth = 0): boolean {
  const { bindings, tree } = analysis.context;
  let value = settled(node);
  for (let step = 0; step < 6; step++) {
    if (value.type === "MemberExpression") value = settled(value.object);
    else if (value.type === "Identifier") {
      const source = constantSource(analysis, value);
      if (source === undefined) return false;
      value = settled(source);
    } else break;
  }
  if (value.type !== "CallExpression" || depth > 4) return false;
  // What is told who caused the event may answer by that.
  const isTold = value.arguments.some(
    (argument) =>
      argument.type === "SpreadElement" || isSign(analysis, terms, argument) || isWholeEvent(analysis, terms, argument),
  );
  if (isTold) return false;
  if (isLookedThrough(analysis, terms, value, depth)) return true;
  const runs =
    tree.parentOf(value)?.type === "AwaitExpression" ||
    bindings.calleeOf(value) !== undefined ||
    isProcess(bindings.entityOf(value.callee));
  return runs && !REMEMBERS.test(calleeText(analysis.context, value).split(".").at(-1) ?? "");
}

/** A program that is waited for: `spawnSync("npm", ["test"])`. */
function isProcess(entity: Entity): boolean {
  return entity.kind === "package" && /^(?:node:)?child_process$/.test(entity.name) && /^\w+Sync$/.test(entity.path);
}

/** Methods that look a value through and keep nothing. */
const LOOKS_THROUGH =
  /^(?:filter|map|flatMap|flat|some|every|find|findIndex|findLast|includes|match|test|split|trim|toString|toLowerCase|startsWith|endsWith|indexOf|join|slice|at|search|reduce)$/;

/** `required.filter((heading) => !page.includes(heading))`, where `page` is what a search has found. */
function isLookedThrough(analysis: LoopAnalysis, terms: EventTerms, call: CallExpression, depth: number): boolean {
  const { scopes } = analysis.context;
  const callee = bare(call.callee);
  if (callee.type !== "MemberExpression" || !LOOKS_THROUGH.test(propertyName(callee) ?? "")) return false;
  const found = new Set<Node>();
  const isKept = walk(call, (node) => {
    if (node.type === "CallExpression" && node !== call) {
      if (isWorkResult(analysis, terms, node, depth + 1)) found.add(node);
      else {
        const inner = bare(node.callee);
        if (inner.type !== "MemberExpression" || !LOOKS_THROUGH.test(propertyName(inner) ?? "")) return true;
      }
    }
    const variable = node.type === "Identifier" ? scopes.variableOf(node) : undefined;
    if (node.type !== "Identifier" || variable === undefined) return undefined;
    if (variable.kind === "parameter" && isWithin(variable.definition, call)) return undefined;
    if (variable.writes.length > 0 || variable.kind === "parameter") return true;
    if (isWorkResult(analysis, terms, node, depth + 1)) found.add(node);
    return undefined;
  });
  return found.size > 0 && !isKept;
}

function isWholeEvent(analysis: LoopAnalysis, terms: EventTerms, node: Node): boolean {
  const value = bare(node);
  if (value.type !== "Identifier") return false;
  const variable = analysis.context.scopes.variableOf(value);
  return variable?.kind === "parameter" && variable.definition === terms.handler;
}

/** A part of the event, other than what tells whose it is. */
function isEventContent(analysis: LoopAnalysis, terms: EventTerms, node: Node, depth = 0): boolean {
  let value = settled(node);
  if (depth > 6) return false;
  while (value.type === "MemberExpression") value = settled(value.object);
  if (value.type !== "Identifier") return false;
  const variable = analysis.context.scopes.variableOf(value);
  if (variable === undefined) return false;
  const { definition } = variable;
  if (variable.kind === "parameter") {
    if (definition === terms.handler || !isFunction(definition)) return definition === terms.handler;
    // A function of the file that the handler gives the event to.
    const index = definition.params.findIndex((parameter) => parameter === variable.identifier);
    const given = analysis.context.bindings.sitesOf(definition).map((site) => site.arguments[index]);
    return (
      given.length > 0 &&
      given.every(
        (argument) =>
          argument !== undefined &&
          argument.type !== "SpreadElement" &&
          isEventContent(analysis, terms, argument, depth + 1),
      )
    );
  }
  return (
    definition.type === "VariableDeclarator" &&
    definition.init !== null &&
    variable.writes.length === 0 &&
    isEventContent(analysis, terms, definition.init, depth + 1)
  );
}

function isSign(analysis: LoopAnalysis, terms: EventTerms, node: Node): boolean {
  const path = pathOf(analysis, node);
  return terms.selfSigns.some((sign) => path === sign || path.endsWith(`.${sign}`));
}

function isEventName(analysis: LoopAnalysis, terms: EventTerms, node: Node): boolean {
  return (
    terms.events.length > 0 && /(?:^|\.)(?:type|event|hook_event_name|name|action|kind)$/.test(pathOf(analysis, node))
  );
}

/** The path of a value, through names that were taken out of it. */
export function pathOf(analysis: LoopAnalysis, node: Node, depth = 0): string {
  const value = settled(node);
  if (depth > 8) return "";
  switch (value.type) {
    case "MemberExpression":
      return `${pathOf(analysis, value.object, depth + 1)}.${propertyName(value) ?? "[]"}`;
    case "Identifier": {
      const variable = analysis.context.scopes.variableOf(value);
      const definition = variable?.definition;
      if (variable === undefined || variable.writes.length > 0) return value.name;
      if (definition?.type === "VariableDeclarator" && definition.init) {
        if (definition.id === variable.identifier)
          return /^(?:MemberExpression|Identifier|TSNonNullExpression|TSAsExpression|ChainExpression)$/.test(
            definition.init.type,
          )
            ? pathOf(analysis, definition.init, depth + 1)
            : value.name;
        return `${pathOf(analysis, definition.init, depth + 1)}.${keysTo(definition.id, variable.identifier).join(".")}`;
      }
      if (variable.kind === "parameter" && definition && isFunction(definition)) {
        for (const parameter of definition.params) {
          const keys = keysTo(parameter, variable.identifier);
          if (keys.length > 0) return keys.join(".");
        }
      }
      return value.name;
    }
    default:
      return "";
  }
}

/** What a name that is given a value once stands for. */
function constantSource(analysis: LoopAnalysis, identifier: Identifier): Node | undefined {
  const variable = analysis.context.scopes.variableOf(identifier);
  const definition = variable?.definition;
  if (
    variable === undefined ||
    variable.kind !== "const" ||
    definition?.type !== "VariableDeclarator" ||
    definition.id !== variable.identifier
  )
    return undefined;
  return definition.init ?? undefined;
}
