import { valueOf } from "../bind/values.js";
import type { Frame } from "../flow/paths.js";
import { graphOfStep, writesTo } from "../graphs/graphs.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  bare,
  dottedName,
  findProperty,
  isFunction,
  isWithin,
  keyName,
  propertyName,
  settled,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import { keysTo } from "../syntax/patterns.js";
import type { Variable } from "../syntax/scopes.js";
import { constantOf } from "../file/arguments.js";
import type { FileContext } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { aspectOf } from "./generic-reply.js";
import type { RecognisedCall } from "./model-calls.js";

/** Free text of a reply that reaches a place as the model wrote it. */
export interface RawReply {
  readonly call: RecognisedCall;
  /** The expression at the place that holds the text: `plan.text`. */
  readonly node: Node;
  /** The variables it went through, the last one first. */
  readonly through: readonly Variable[];
  /** Where it is handed on from one function to the next, the last place first. */
  readonly handed: readonly Node[];
  /** It is the whole reply of a call whose replies nobody describes: perhaps a text, perhaps a number. */
  readonly whole: boolean;
}

/** Methods that hand on the text, or a piece of it. */
const KEEPS_TEXT =
  /^(?:trim|trimStart|trimEnd|toString|slice|substring|substr|replace|replaceAll|concat|join|toLowerCase|toUpperCase|normalize|at|map|filter|find|findLast|flatMap|flat|split|padEnd|padStart|pop|shift)$/;
/** Names of helpers that only give a text another form. */
const SHAPES_TEXT =
  /^(?:to|as|format|render|strip|trim|truncate|shorten|clip|first|last|join|extract|concat|build|wrap|quote|indent|escape|String|stringify|summar)|(?:text|content|string|lines?|message|prompt|note|markdown)(?:Of|From|In)?$/i;
/** Names of helpers that take the text out of a reply, or out of its parts. */
const TAKES_TEXT = /text|content|string/i;
/** The step of a path at which such a helper looks for the text. */
const TEXT_INSIDE = "text inside";
const MAX_DEPTH = 14;

/**
 * The replies whose text is in a value, unparsed and in the model's words.
 *
 * A call that nobody can look into may be a check, so the text is followed no further there,
 * unless the helper's name says that it only gives the text another form.
 */
export function rawRepliesIn(
  analysis: LoopAnalysis,
  node: Node,
  { pastTurns }: { readonly pastTurns: "followed" | "left-out" },
): RawReply[] {
  const { context, calls } = analysis;
  const found: RawReply[] = [];
  const seen = new Set<Node>();
  const handed: Node[] = [];
  visit(node, [], [], undefined, node, 0);
  return found;

  /** `path` leads from the value to the part that is meant, the outermost step first. */
  function visit(
    at: Node,
    path: readonly string[],
    through: readonly Variable[],
    frame: Frame | undefined,
    shown: Node,
    depth: number,
  ): void {
    const value = settled(at);
    if (depth > MAX_DEPTH || (seen.has(value) && path.length === 0)) return;
    seen.add(value);
    const next = (inner: Node, steps: readonly string[] = path, show: Node = shown): void => {
      visit(inner, steps, through, frame, show, depth + 1);
    };
    switch (value.type) {
      case "TemplateLiteral":
        for (const part of value.expressions) next(part, [], shown === at ? part : shown);
        return;
      case "BinaryExpression":
        if (value.operator === "+") for (const side of [value.left, value.right]) next(side, []);
        return;
      case "LogicalExpression":
        next(value.left);
        next(value.right);
        return;
      case "ConditionalExpression":
        next(value.consequent);
        next(value.alternate);
        return;
      case "ArrayExpression":
        for (const element of value.elements)
          if (element)
            next(
              element.type === "SpreadElement" ? element.argument : element,
              path.filter((step) => step !== "[]"),
              element,
            );
        return;
      case "ObjectExpression":
        visitObject(value, path, next);
        return;
      case "NewExpression":
        for (const argument of value.arguments) if (argument.type === "ObjectExpression") next(argument, []);
        return;
      case "MemberExpression": {
        const name = propertyName(value) ?? "[]";
        next(value.object, [name, ...path]);
        return;
      }
      case "Identifier":
        visitName(value, path, through, frame, shown, depth);
        return;
      case "CallExpression":
        visitCall(value, path, through, frame, shown, depth);
        return;
      default:
    }
  }

  function visitObject(
    object: Extract<Node, { type: "ObjectExpression" }>,
    path: readonly string[],
    next: (inner: Node, steps: readonly string[], show: Node) => void,
  ): void {
    // What the assistant has said before is the conversation itself, not a task.
    if (pastTurns === "left-out" && path.length === 0 && isPastTurn(object)) return;
    const [first, ...rest] = path;
    for (const property of object.properties) {
      if (property.type === "SpreadElement") next(property.argument, path, property);
      else if (first === undefined || first === TEXT_INSIDE || keyName(property) === first)
        next(property.value, rest, property.value);
    }
  }

  function isPastTurn(object: Extract<Node, { type: "ObjectExpression" }>): boolean {
    const role = findProperty(object, "role");
    const said = role && constantOf(context, role.value);
    return said === "assistant" || said === "model" || said === "tool";
  }

  function visitName(
    identifier: Identifier,
    path: readonly string[],
    through: readonly Variable[],
    frame: Frame | undefined,
    shown: Node,
    depth: number,
  ): void {
    const variable = context.scopes.variableOf(identifier);
    if (variable === undefined) return;
    const { definition } = variable;
    const on = (value: Node, steps: readonly string[] = path, home: Frame | undefined = frame): void => {
      visit(value, steps, [...through, variable], home, shown, depth + 1);
    };
    if (definition.type === "VariableDeclarator") {
      const steps = [...keysTo(definition.id, variable.identifier), ...path];
      if (definition.init) on(definition.init, steps);
      // `for await (const message of query({ prompt }))`
      const loop = context.tree.parentOf(context.tree.parentOf(definition) ?? definition);
      if (loop?.type === "ForOfStatement" && isWithin(definition, loop.left)) on(loop.right, ["[]", ...steps]);
      for (const { node: write, target } of variable.writes) {
        if (write.type === "AssignmentExpression" && write.left === target) on(write.right);
      }
      return;
    }
    if (variable.kind !== "parameter" || !isFunction(definition)) return;
    const index = definition.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
    const parameter = definition.params[index];
    if (parameter === undefined) return;
    const steps = [...keysTo(parameter, variable.identifier), ...path];
    if (index === 0)
      visitState(definition, steps, (value, rest) => {
        on(value, rest);
      });
    for (const site of context.bindings.callsOf(definition) ?? []) {
      const argument = site.arguments[index];
      if (!argument || argument.type === "SpreadElement") continue;
      handed.push(argument);
      on(argument, steps);
      handed.pop();
    }
    if (index === 0) for (const { value, steps: into } of handedToCallback(definition)) on(value, [...into, ...steps]);
  }

  /** What comes in first: `ask().then((reply) => …)`, an item of `parts.map((part) => …)`, and for `reduce` what the last turn gave back. */
  function handedToCallback(fn: FunctionNode): readonly { readonly value: Node; readonly steps: readonly string[] }[] {
    const call = context.tree.parentOf(fn);
    const callee = call?.type === "CallExpression" && call.arguments[0] === fn ? bare(call.callee) : undefined;
    if (callee?.type !== "MemberExpression") return [];
    switch (propertyName(callee)) {
      case "then":
        return [{ value: callee.object, steps: [] }];
      case "map":
      case "flatMap":
        return [{ value: callee.object, steps: ["[]"] }];
      case "reduce":
      case "reduceRight":
        return context.tree.returnsOf(fn).map((value) => ({ value, steps: [] }));
      default:
        return [];
    }
  }

  /** The first parameter of a graph's node is the state that the other nodes have written. */
  function visitState(
    fn: FunctionNode,
    [field, ...rest]: readonly string[],
    on: (value: Node, rest: readonly string[]) => void,
  ): void {
    const graph = field === undefined ? undefined : graphOfStep(context, fn);
    if (graph === undefined || field === undefined) return;
    for (const { node: step, value } of writesTo(context, graph, field)) if (step.fn !== fn) on(value, rest);
  }

  function visitCall(
    call: CallExpression,
    path: readonly string[],
    through: readonly Variable[],
    frame: Frame | undefined,
    shown: Node,
    depth: number,
  ): void {
    const next = (inner: Node, steps: readonly string[]): void => {
      visit(inner, steps, through, frame, shown, depth + 1);
    };
    const asked = calls.at(call);
    if (asked !== undefined && asked.how !== "wrapper") {
      if (isText(asked, path) || hasTextInside(asked, path))
        found.push({ call: asked, node: shown, through, handed: [...handed].reverse(), whole: path.length === 0 });
      return;
    }
    const fn = context.bindings.calleeOf(call);
    if (fn !== undefined) {
      for (const returned of context.tree.returnsOf(fn)) next(returned, path);
      return;
    }
    const callee = bare(call.callee);
    const method =
      callee.type === "MemberExpression"
        ? propertyName(callee)
        : callee.type === "Identifier"
          ? callee.name
          : undefined;
    if (method === undefined) return;
    if (callee.type === "MemberExpression" && /^(?:then|catch|finally)$/.test(method)) {
      const given = call.arguments[0] && bare(call.arguments[0]);
      // `ask().then((reply) => reply.text)` is what the function makes of it.
      if (method !== "then") next(callee.object, path);
      else if (given !== undefined && isFunction(given))
        for (const returned of context.tree.returnsOf(given)) next(returned, path);
      return;
    }
    const takesText = call.arguments.length > 0;
    if (callee.type === "MemberExpression" && KEEPS_TEXT.test(method)) {
      if (/^(?:filter|find|findLast)$/.test(method) && holdsPiecesAgainst(context, call.arguments[0])) return;
      const made = /^(?:map|flatMap)$/.test(method) && call.arguments[0] ? bare(call.arguments[0]) : undefined;
      // What a function makes of each part is text when the function takes it out.
      if (made !== undefined && isFunction(made))
        for (const returned of context.tree.returnsOf(made)) next(returned, path[0] === "[]" ? path.slice(1) : path);
      next(callee.object, /^(?:at|find|findLast|pop|shift)$/.test(method) ? ["[]", ...path] : path);
    }
    // A reply may hand out its text itself: `answer.toString()`, `answer.getText()`.
    if (callee.type === "MemberExpression" && !takesText) next(callee.object, [`${method}()`, ...path]);
    if (callee.type === "MemberExpression" && KEEPS_TEXT.test(method)) return;
    if (!takesText || !SHAPES_TEXT.test(method)) return;
    const steps = TAKES_TEXT.test(method) && path.length === 0 ? [TEXT_INSIDE] : path;
    for (const argument of call.arguments) if (argument.type !== "SpreadElement") next(argument, steps);
  }
}

/**
 * `lines.filter((line) => isQuotedIn(line, source))`: pieces of the text that are asked for by
 * something else than their own form have been looked at.
 */
function holdsPiecesAgainst(context: FileContext, test: Node | undefined): boolean {
  if (test === undefined) return false;
  const asked = bare(test);
  // `filter(Boolean)` only drops what is empty.
  if (!isFunction(asked)) return dottedName(asked) !== "Boolean";
  const isItem = (node: Node): boolean =>
    node.type === "Identifier" && context.scopes.variableOf(node)?.definition === asked;
  return walk(asked.body, (node) => {
    if (node.type !== "CallExpression" || /^(?:Boolean|String|Number)$|^console\./.test(dottedName(node.callee) ?? ""))
      return false;
    return node.arguments.some((argument) => walk(argument, isItem));
  });
}

/** Whether a helper finds the text in a part of a reply: `textOf(reply.content)`. */
function hasTextInside(call: RecognisedCall, path: readonly string[]): boolean {
  if (path.at(-1) !== TEXT_INSIDE) return false;
  const part = path.slice(0, -1).filter((step) => step !== "[]");
  const texts = (call.reply?.text ?? []).map((one) => one.split(".").map((step) => step.replace(/\[.*\]$/, "")));
  return isText(call, path.slice(0, -1)) || texts.some((text) => part.every((step, index) => step === text[index]));
}

/** Whether a part of a reply is free text: what a schema has looked at, and parts of it, are not. */
function isText(call: RecognisedCall, path: readonly string[]): boolean {
  const written = path.filter((step) => step !== "[]" && step !== "length");
  const texts = call.reply?.text?.map((one) =>
    one
      .split(".")
      .map((step) => step.replace(/\[.*\]$/, ""))
      .filter((step) => step !== ""),
  );
  // Beyond the place of the text there is an object with a schema behind it.
  if (
    texts?.some(
      (text) => text.length > 0 && written.length > text.length && text.every((step, index) => step === written[index]),
    )
  )
    return false;
  const aspect = aspectOf(call.reply, path);
  return aspect === "text" || (aspect === "reply" && written.length === 0 && call.reply === undefined);
}

/** The literal or constant an option is written as, to tell two agents apart. */
export function writtenAs(analysis: LoopAnalysis, node: Node): string {
  const value = valueOf(analysis.context, node).node;
  return `${value.range[0]}:${analysis.context.file.text.slice(value.range[0], value.range[1])}`;
}
