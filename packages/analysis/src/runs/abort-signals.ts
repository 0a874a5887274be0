import type { LoopAnalysis } from "../loops/loop-analysis.js";
import {
  bare,
  dottedName,
  forEachChild,
  isFunction,
  isLoop,
  isUndefined,
  isWithin,
  keyName,
  propertyName,
  settled,
  spanOf,
} from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, Node } from "../syntax/node.js";
import { definedAs } from "../file/argument-paths.js";
import { calleeText, isNamed } from "../file/file-context.js";
import type { MissedSignal } from "../model/file-model.js";
import { readSignalPlace } from "./signal-place.js";
import { boundNames, carriersOf, isRequest, mentions } from "./signal-carriers.js";

/** A signal, or its controller, that is in scope where a call is made. */
interface Signal {
  /** The path by which it is written: `ctx.abortSignal`. */
  readonly path: string;
  /** How it is handed on: `controller.signal`. */
  readonly written: string;
  readonly node: Node;
  /** Made here, so that it may be meant for something else. */
  readonly isLocal: boolean;
}

/** Objects in objects that a call is given. */
const MAX_DEPTH = 3;

/** Calls of the model or a tool that go on when the signal in scope is raised. */
export function readAbortSignals(analysis: LoopAnalysis): MissedSignal[] {
  const { context } = analysis;
  if (!/signal|AbortController|abort/i.test(context.file.text)) return [];
  const found: MissedSignal[] = [];
  for (const call of callsToEnd(analysis)) {
    const signals = signalsInScope(analysis, call);
    // A controller that goes into the call and elsewhere too (`toResponse(stream, { controller })`) may be raised for all of them there.
    if (signals.some((signal) => isShared(analysis, call, signal))) continue;
    for (const signal of signals) {
      const carried = carriersOf(analysis, call, signal.path);
      if (isGiven(analysis, call, carried) || isForOther(analysis, call, signal, carried)) continue;
      if (seesItself(analysis, call, signal)) continue;
      if (!takesSignal(analysis, call) && !isUncheckedInLoop(analysis, call, carried)) continue;
      found.push({
        span: spanOf(call),
        callee: calleeText(context, call),
        signal: signal.written,
        place: readPlace(analysis, call),
        evidence: [{ what: `\`${signal.path}\` is in scope`, at: spanOf(signal.node) }],
      });
      break;
    }
  }
  return found;
}

function readPlace(analysis: LoopAnalysis, call: CallExpression): MissedSignal["place"] {
  const recognised = analysis.calls.at(call);
  return recognised === undefined ? undefined : readSignalPlace(recognised);
}

function callsToEnd(analysis: LoopAnalysis): CallExpression[] {
  const { context } = analysis;
  const direct = context.tree.calls.filter((call) => {
    const asked = analysis.calls.at(call);
    return (
      asked !== undefined && (asked.how !== "wrapper" || (asked.fn !== undefined && takesSignalOn(analysis, asked.fn)))
    );
  });
  const tools =
    context.settings.toolCalls.length === 0
      ? []
      : context.tree.calls.filter(
          (call) => !direct.includes(call) && isNamed(context, call, context.settings.toolCalls),
        );
  return [...direct, ...tools];
}

/** Whether the API of a call is known to take a signal. */
function takesSignal(analysis: LoopAnalysis, call: CallExpression): boolean {
  const asked = analysis.calls.at(call);
  if (asked?.how === "wrapper") return asked.fn !== undefined && takesSignalOn(analysis, asked.fn);
  return asked?.row?.row.signal !== undefined;
}

/** A function of this file that takes a signal, to hand it to the model. */
function takesSignalOn(analysis: LoopAnalysis, fn: FunctionNode): boolean {
  return fn.params.some((parameter) => signalsOf(analysis, parameter).length > 0);
}

// What is in scope

function signalsInScope(analysis: LoopAnalysis, call: CallExpression): Signal[] {
  const { tree } = analysis.context;
  const signals: Signal[] = [];
  for (let owner = tree.ownerOf(call); isFunction(owner); owner = tree.ownerOf(owner)) {
    for (const parameter of owner.params) signals.push(...signalsOf(analysis, parameter));
    signals.push(...madeIn(analysis, owner, call));
    // A function of a class sees the fields of its object.
    const holder = tree.parentOf(owner);
    if (holder?.type === "MethodDefinition" && !holder.static) {
      const node = tree.classOf(owner);
      if (node !== undefined) signals.push(...fieldsOf(node));
    }
    if (owner.type === "FunctionDeclaration") break;
  }
  return signals;
}

function signalsOf(analysis: LoopAnalysis, parameter: Node): Signal[] {
  const plain = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  const pattern = plain.type === "AssignmentPattern" ? plain.left : plain;
  const type =
    "typeAnnotation" in pattern && pattern.typeAnnotation?.type === "TSTypeAnnotation"
      ? pattern.typeAnnotation.typeAnnotation
      : undefined;
  if (pattern.type === "Identifier") {
    if (type === undefined)
      return /^(?:abort)?signal$/i.test(pattern.name) ? [signal(pattern.name, pattern, false)] : [];
    const own = signalType(type);
    if (own !== undefined)
      return [
        own === "AbortController" ? controller(pattern.name, pattern, false) : signal(pattern.name, pattern, false),
      ];
    return membersOf(analysis, type, 0).map(({ name, kind, node }) =>
      kind === "AbortController"
        ? controller(`${pattern.name}.${name}`, node, false)
        : signal(`${pattern.name}.${name}`, node, false),
    );
  }
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property): Signal[] => {
    if (property.type !== "Property") return [];
    const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    const name = keyName(property);
    if (target.type !== "Identifier" || name === undefined || !/^(?:abort)?signal$/i.test(name)) return [];
    const member = type === undefined ? undefined : membersOf(analysis, type, 0).find((one) => one.name === name);
    return type !== undefined && member === undefined && type.type === "TSTypeLiteral"
      ? []
      : [signal(target.name, target, false)];
  });
}

function signal(path: string, node: Node, isLocal: boolean): Signal {
  return { path, written: path, node, isLocal };
}

function controller(path: string, node: Node, isLocal: boolean): Signal {
  return { path, written: `${path}.signal`, node, isLocal };
}

function signalType(type: Node): "AbortSignal" | "AbortController" | undefined {
  if (type.type === "TSUnionType") return type.types.map(signalType).find((one) => one !== undefined);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  const { name } = type.typeName;
  return name === "AbortSignal" || name === "AbortController" ? name : undefined;
}

function membersOf(
  analysis: LoopAnalysis,
  type: Node,
  depth: number,
): { name: string; kind: "AbortSignal" | "AbortController"; node: Node }[] {
  if (depth > 4) return [];
  switch (type.type) {
    case "TSIntersectionType":
      return type.types.flatMap((part) => membersOf(analysis, part, depth + 1));
    case "TSTypeLiteral":
      return type.members.flatMap(memberSignal);
    case "TSTypeReference": {
      if (type.typeName.type !== "Identifier") return [];
      const definition = analysis.context.scopes.variableOf(type.typeName)?.definition;
      if (definition?.type === "TSInterfaceDeclaration") return definition.body.body.flatMap(memberSignal);
      return definition?.type === "TSTypeAliasDeclaration"
        ? membersOf(analysis, definition.typeAnnotation, depth + 1)
        : [];
    }
    default:
      return [];
  }
}

function memberSignal(member: Node): { name: string; kind: "AbortSignal" | "AbortController"; node: Node }[] {
  if (member.type !== "TSPropertySignature" || !member.typeAnnotation) return [];
  const name = keyName(member);
  const kind = signalType(member.typeAnnotation.typeAnnotation);
  return name === undefined || kind === undefined ? [] : [{ name, kind, node: member }];
}

/** `const controller = new AbortController()` before the call, in the same function. */
function madeIn(analysis: LoopAnalysis, fn: FunctionNode, call: CallExpression): Signal[] {
  const signals: Signal[] = [];
  const visit = (node: Node): void => {
    if (node.range[0] >= call.range[0]) return;
    if (isFunction(node) && !isWithin(call, node)) return;
    if (
      node.type === "VariableDeclarator" &&
      node.id.type === "Identifier" &&
      node.init &&
      isVisible(analysis, node, call)
    ) {
      const kind = madeSignal(node.init);
      if (kind === "controller") signals.push(controller(node.id.name, node.id, true));
      if (kind === "signal") signals.push(signal(node.id.name, node.id, true));
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  return signals;
}

function isVisible(analysis: LoopAnalysis, declarator: Node, call: Node): boolean {
  for (let up = analysis.context.tree.parentOf(declarator); up !== undefined; up = analysis.context.tree.parentOf(up)) {
    if (up.type === "BlockStatement" || isFunction(up)) return isWithin(call, up);
  }
  return true;
}

function madeSignal(value: Node): "controller" | "signal" | undefined {
  const made = bare(value);
  if (made.type === "NewExpression") return dottedName(made.callee) === "AbortController" ? "controller" : undefined;
  if (made.type === "CallExpression")
    return /^AbortSignal\.(?:timeout|any)$/.test(dottedName(made.callee) ?? "") ? "signal" : undefined;
  return made.type === "MemberExpression" && propertyName(made) === "signal" ? "signal" : undefined;
}

function fieldsOf(owner: ClassNode): Signal[] {
  return owner.body.body.flatMap((member): Signal[] => {
    if (member.type !== "PropertyDefinition" || member.static) return [];
    const name = keyName(member);
    if (name === undefined) return [];
    const kind = member.typeAnnotation
      ? signalType(member.typeAnnotation.typeAnnotation)
      : member.value && madeSignal(member.value) === "controller"
        ? "AbortController"
        : undefined;
    if (kind === undefined) return [];
    return [
      kind === "AbortController"
        ? controller(`this.${name}`, member.key, true)
        : signal(`this.${name}`, member.key, true),
    ];
  });
}

// Where it goes

/** Whether the signal, or something that carries it, stands in the statement of the call. */
function isGiven(analysis: LoopAnalysis, call: CallExpression, names: ReadonlySet<string>): boolean {
  const { tree } = analysis.context;
  if (
    call.arguments.some(
      (argument) =>
        mentions(argument, names) || isOtherSignal(analysis, argument) || isAnswerTo(analysis, argument, names),
    ) ||
    mentions(call.callee, names)
  )
    return true;
  // `withAbort(signal, () => generateText(…))`, `await Promise.race([generateText(…), aborted(signal)])`
  for (let up = tree.parentOf(call); up !== undefined && !isStatement(up); up = tree.parentOf(up)) {
    if (
      up.type === "CallExpression" &&
      up.arguments.some((argument) => !isWithin(call, argument) && mentions(argument, names))
    )
      return true;
    if (up.type === "ArrayExpression" && mentions(up, names)) return true;
  }
  const held = tree.parentOf(call);
  // The stream or the runner that comes back is ended by hand.
  if (held?.type === "VariableDeclarator")
    return boundNames(held.id).some((name) => names.has(name) && ![...names][0]?.startsWith(name));
  return false;
}

/**
 * Another signal, which the function was given or some call has made, may have been made from this
 * one where we cannot see it; and who writes `signal: undefined` wants none.
 */
function isOtherSignal(analysis: LoopAnalysis, argument: Node, depth = 0): boolean {
  const value = definedAs(analysis.context, argument);
  if (value.type === "ObjectExpression")
    return value.properties.some(
      (property) =>
        property.type === "Property" &&
        ((depth < MAX_DEPTH && isOtherSignal(analysis, property.value, depth + 1)) ||
          (/^(?:abort)?signal$/i.test(keyName(property) ?? "") && isUndefined(property.value))),
    );
  const written = bare(argument);
  if (written.type !== "Identifier" || !/signal$/i.test(written.name)) return false;
  return (
    analysis.context.scopes.variableOf(written)?.kind === "parameter" ||
    (settled(value).type === "CallExpression" && madeSignal(value) === undefined)
  );
}

/** A method of the same object has the field at hand, and need not be told. */
function seesItself({ calls }: LoopAnalysis, call: CallExpression, { path }: Signal): boolean {
  const callee = bare(call.callee);
  return (
    path.startsWith("this.") &&
    calls.at(call)?.how === "wrapper" &&
    callee.type === "MemberExpression" &&
    callee.object.type === "ThisExpression"
  );
}

/** What reads the answer to a request ends with it: `streamSse(response)`. */
function isAnswerTo(analysis: LoopAnalysis, argument: Node, names: ReadonlySet<string>): boolean {
  const value = bare(argument);
  const definition = value.type === "Identifier" ? analysis.context.scopes.variableOf(value)?.definition : undefined;
  const request = definition?.type === "VariableDeclarator" && definition.init ? settled(definition.init) : undefined;
  return request?.type === "CallExpression" && request.arguments.some((given) => mentions(given, names));
}

function isStatement(node: Node): boolean {
  return node.type.endsWith("Statement") && node.type !== "ExpressionStatement"
    ? true
    : isFunction(node) && node.body.type === "BlockStatement";
}

/** A signal that was made here and goes into another call is meant for that one. */
function isForOther(
  analysis: LoopAnalysis,
  call: CallExpression,
  { isLocal, path }: Signal,
  names: ReadonlySet<string>,
): boolean {
  if (!isLocal) return false;
  const { tree } = analysis.context;
  const own = new Set([path]);
  const forAll = isRaisedFromOutside(analysis, path);
  return tree.calls.some((other) => {
    // What ends the whole function when somebody goes away is meant for each of its requests.
    if (forAll && isRequest(analysis, other)) return false;
    if (
      other === call ||
      isWithin(call, other) ||
      /(?:addEventListener|setTimeout|clearTimeout|abort|on|once|log)$/.test(dottedName(other.callee) ?? "")
    )
      return false;
    return other.arguments.some((argument) => mentions(argument, own) || (names.size > 1 && mentions(argument, names)));
  });
}

const HEARS = /\.(?:on|once|addEventListener|addListener)$/;
const LATER = /(?:^|\.)(?:setTimeout|setInterval)$/;

/** A controller that events raise, and no clock (`res.on("close", () => gone.abort())`), or one of the whole object that a method raises. */
function isRaisedFromOutside({ context: { tree } }: LoopAnalysis, path: string): boolean {
  const raises = tree.calls.filter(({ callee }) => dottedName(callee) === `${path}.abort`);
  if (path.startsWith("this."))
    return raises.length > 0 && !tree.assignments.some(({ left }) => dottedName(left) === path);
  const raisedBy = (pattern: RegExp): boolean =>
    tree.calls.some(
      (call) =>
        pattern.test(dottedName(call.callee) ?? "") &&
        (raises.some((raise) => call.arguments.some((argument) => isWithin(raise, argument))) ||
          call.arguments.some((argument) => dottedName(argument) === `${path}.abort`)),
    );
  return raisedBy(HEARS) && !raisedBy(LATER);
}

function isShared(analysis: LoopAnalysis, call: CallExpression, signal: Signal): boolean {
  return (
    signal.isLocal &&
    isGiven(analysis, call, carriersOf(analysis, call, signal.path)) &&
    isForOther(analysis, call, signal, new Set([signal.path]))
  );
}

/** A call in a loop that nobody asks to stop between two turns. */
function isUncheckedInLoop(analysis: LoopAnalysis, call: CallExpression, names: ReadonlySet<string>): boolean {
  const { tree } = analysis.context;
  for (
    let up = tree.parentOf(call);
    up !== undefined && !(isFunction(up) && up.type === "FunctionDeclaration");
    up = tree.parentOf(up)
  ) {
    if (isLoop(up)) return !mentions(up, names);
  }
  return false;
}
