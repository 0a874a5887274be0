import type { TSESTree } from "@typescript-eslint/types";
import { aspectOf } from "../model/generic-reply.js";
import type { FileContext } from "../model/file-context.js";
import { findRows, isNamed } from "../model/file-context.js";
import type { ReplyAspect } from "../model/function-summary.js";
import type { ModelCalls, RecognisedCall } from "../model/model-calls.js";
import { bare, dottedName, isFunction, keyName, propertyName } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";

/** Where a value comes from. */
export type Origin =
  /** A part of a model's reply; `parsed` when a schema or a parser has looked at it. */
  | { readonly kind: "reply"; readonly call: RecognisedCall; readonly path: readonly string[]; readonly parsed: boolean; readonly node: Node }
  /** The answer to "does this text contain, equal or match something?", asked of a reply's text. */
  | { readonly kind: "text-match"; readonly call: RecognisedCall; readonly node: Node; readonly text: string }
  | { readonly kind: "clock"; readonly node: Node }
  | { readonly kind: "human"; readonly node: Node }
  | { readonly kind: "oracle"; readonly node: Node }
  | { readonly kind: "timeout-signal"; readonly node: Node }
  | { readonly kind: "abort-signal"; readonly node: Node }
  /** A call of something that cannot be read; `tainted` when a part of a reply goes in. */
  | { readonly kind: "call"; readonly node: CallExpression; readonly awaited: boolean; readonly tainted: boolean }
  | { readonly kind: "parameter"; readonly variable: Variable }
  | { readonly kind: "literal"; readonly value: unknown }
  /** A field or variable of which no more is known. */
  | { readonly kind: "state"; readonly name: string };

export interface Origins {
  /** What a value is made of, through variables, destructuring, accumulation, helpers and parsers. */
  of(node: Node): readonly Origin[];
  /** The part of a reply a value is, when it is one. */
  aspectsOf(node: Node): ReadonlySet<ReplyAspect>;
}

const NOTHING: readonly Origin[] = [];
const MAX_ORIGINS = 40;
const MAX_DEPTH = 30;

/** Methods whose result is a piece or a form of the value they are called on. */
const KEEPS_CONTENT =
  /^(?:trim|trimStart|trimEnd|toLowerCase|toUpperCase|toLocaleLowerCase|toLocaleUpperCase|slice|substring|substr|split|replace|replaceAll|normalize|padEnd|padStart|concat|toString|valueOf|at|find|findLast|filter|map|flatMap|flat|join|pop|shift|reverse|sort|values|keys|entries|some|every|length|then|catch|finally|get|reduce)$/;
const MATCHES_TEXT = /^(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|lastIndexOf|localeCompare)$/;
const PARSES = /^(?:parse|safeParse|parseAsync|safeParseAsync|validate|validateSync|decode|assert|is|cast)$/;
const TEXT_HELPER = /text|content|string|message|answer|transcript|reply/i;

export function readOrigins(context: FileContext, calls: ModelCalls): Origins {
  const { scopes, tree, bindings } = context;
  const known = new Map<Node, readonly Origin[]>();
  const busy = new Set<Node>();

  function of(node: Node): readonly Origin[] {
    const expression = bare(node);
    const cached = known.get(expression);
    if (cached !== undefined) return cached;
    if (busy.has(expression) || busy.size > MAX_DEPTH) return NOTHING;
    busy.add(expression);
    const origins = distinct(read(expression));
    busy.delete(expression);
    // Inside of a cycle of definitions the answer is incomplete; only the outermost one is kept.
    if (busy.size === 0) known.set(expression, origins);
    return origins;
  }

  function read(node: Node): readonly Origin[] {
    switch (node.type) {
      case "Literal":
        return [{ kind: "literal", value: node.value }];
      case "TemplateLiteral":
        return node.expressions.length === 0 ? [{ kind: "literal", value: node.quasis[0]?.value.cooked }] : all(node.expressions);
      case "Identifier":
        return identifier(node);
      case "AwaitExpression":
      case "SpreadElement":
        return of(node.argument);
      case "UnaryExpression":
        return node.operator === "typeof" ? NOTHING : of(node.argument);
      case "UpdateExpression":
        return of(node.argument);
      case "MemberExpression":
        return member(node);
      case "BinaryExpression":
        return comparison(node);
      case "LogicalExpression":
        return all([node.left, node.right]);
      case "ConditionalExpression":
        return all([node.test, node.consequent, node.alternate]);
      case "AssignmentExpression":
        return node.operator === "=" ? of(node.right) : all([node.left, node.right]);
      case "SequenceExpression":
        return all(node.expressions.slice(-1));
      case "ArrayExpression":
        return all(node.elements.filter((element) => element !== null));
      case "ObjectExpression":
        return all(node.properties.map((property) => (property.type === "SpreadElement" ? property.argument : property.value)));
      case "CallExpression":
        return called(node);
      case "NewExpression":
        if (isGlobalCall(node, "Date")) return node.arguments.length === 0 ? [{ kind: "clock", node }] : all(node.arguments);
        if (isGlobalCall(node, "AbortController")) return [{ kind: "abort-signal", node }];
        return all(node.arguments);
      case "YieldExpression":
        return node.argument ? of(node.argument) : NOTHING;
      default:
        return NOTHING;
    }
  }

  function all(nodes: readonly Node[]): readonly Origin[] {
    return nodes.flatMap((node) => of(node));
  }

  function identifier(node: Identifier): readonly Origin[] {
    const variable = scopes.variableOf(node);
    if (variable === undefined) return NOTHING;
    return variableOrigins(variable);
  }

  function variableOrigins(variable: Variable): readonly Origin[] {
    const { definition } = variable;
    const origins: Origin[] = [];
    if (definition.type === "VariableDeclarator") {
      const loop = tree.parentOf(tree.parentOf(definition) ?? definition);
      if (loop?.type === "ForOfStatement" && loop.left === tree.parentOf(definition)) {
        origins.push(...taken(definition.id, variable.identifier, element(of(loop.right))));
      } else if (definition.init) {
        origins.push(...taken(definition.id, variable.identifier, of(definition.init)));
      }
    } else if (variable.kind === "parameter" && isFunction(definition)) {
      origins.push(...parameterOrigins(variable, definition));
    } else if (variable.kind === "catch") {
      return NOTHING;
    } else if (variable.kind === "import") {
      return [{ kind: "state", name: variable.name }];
    }
    for (const write of variable.writes) {
      if (write.node.type === "AssignmentExpression") {
        origins.push(...(write.node.left === write.target ? of(write.node.right) : taken(write.node.left, write.target, of(write.node.right))));
      } else if (write.node.type === "ForOfStatement") {
        origins.push(...element(of(write.node.right)));
      }
    }
    return origins;
  }

  function parameterOrigins(variable: Variable, fn: FunctionNode): readonly Origin[] {
    const index = fn.params.findIndex((parameter) => contains(parameter, variable.identifier));
    const parameter = fn.params[index];
    const holder = tree.parentOf(fn);
    // The callback of `list.some(item => …)` and of `promise.then(value => …)` is given what the list holds.
    if (holder?.type === "CallExpression" && holder.callee.type === "MemberExpression" && holder.arguments.some((argument) => argument === fn)) {
      const method = propertyName(holder.callee);
      if (method !== undefined && KEEPS_CONTENT.test(method) && parameter) {
        const source = of(holder.callee.object);
        return taken(parameter, variable.identifier, method === "then" ? source : element(source));
      }
    }
    const sites = bindings.callsOf(fn);
    if (sites !== undefined && sites.length > 0 && parameter) {
      return sites.flatMap((site) => {
        const argument = site.arguments[index];
        return argument && argument.type !== "SpreadElement" ? taken(parameter, variable.identifier, of(argument)) : NOTHING;
      });
    }
    return [{ kind: "parameter", variable }];
  }

  /** What a name gets when a value is taken apart. */
  function taken(pattern: Node, target: Identifier, value: readonly Origin[]): readonly Origin[] {
    switch (pattern.type) {
      case "Identifier":
        return pattern === target ? value : NOTHING;
      case "AssignmentPattern":
        return contains(pattern.left, target) ? taken(pattern.left, target, value) : NOTHING;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") {
            if (contains(property, target)) return value;
          } else if (contains(property.value, target)) {
            return taken(property.value, target, stepInto(value, keyName(property) ?? "[]", pattern));
          }
        }
        return NOTHING;
      case "ArrayPattern":
        for (const item of pattern.elements) {
          if (item && contains(item, target)) return taken(item.type === "RestElement" ? item.argument : item, target, element(value));
        }
        return NOTHING;
      case "VariableDeclarator":
        return taken(pattern.id, target, value);
      default:
        return NOTHING;
    }
  }

  function element(origins: readonly Origin[]): readonly Origin[] {
    return stepInto(origins, "[]", undefined);
  }

  function stepInto(origins: readonly Origin[], name: string, node: Node | undefined): readonly Origin[] {
    return origins.flatMap((origin): Origin[] => {
      if (origin.kind === "reply") return [{ ...origin, path: [...origin.path, name], node: node ?? origin.node }];
      if (origin.kind === "literal") return [];
      if (origin.kind === "state") return [{ kind: "state", name: `${origin.name}.${name}` }];
      return [origin];
    });
  }

  function member(node: MemberExpression): readonly Origin[] {
    const name = propertyName(node);
    const base = node.object;
    if (name === undefined) return element(of(base));
    const written = dottedName(node);
    if (name === "aborted" || name === "reason") {
      const signal = signalOrigin(base);
      if (signal !== undefined) return [signal];
    }
    const field = written === undefined ? NOTHING : fieldOrigins(written);
    const through = stepInto(of(base), name, node);
    if (through.length > 0 || field.length > 0) return [...through, ...field];
    return written === undefined ? NOTHING : [{ kind: "state", name: written }];
  }

  let assignmentsByName: Map<string, Node[]> | undefined;

  /** What is put into a field by that name anywhere in the file: `this.done = …`, `state.answer = …`. */
  function fieldOrigins(written: string): readonly Origin[] {
    if (assignmentsByName === undefined) {
      assignmentsByName = new Map();
      for (const assignment of tree.assignments) {
        if (assignment.left.type !== "MemberExpression") continue;
        const name = dottedName(assignment.left);
        if (name !== undefined) assignmentsByName.set(name, [...(assignmentsByName.get(name) ?? []), assignment.right]);
      }
    }
    return all(assignmentsByName.get(written) ?? []);
  }

  function signalOrigin(node: Node): Origin | undefined {
    const origins = of(node);
    return (
      origins.find((origin) => origin.kind === "timeout-signal") ??
      origins.find((origin) => origin.kind === "abort-signal") ??
      (/signal|abort|cancel|stop|controller|token/i.test(dottedName(node) ?? "") ? { kind: "abort-signal", node } : undefined)
    );
  }

  function comparison(node: TSESTree.BinaryExpression): readonly Origin[] {
    const { left, right, operator } = node;
    const sides = all([left, right]);
    if (operator === "===" || operator === "!==" || operator === "==" || operator === "!=") {
      const literal = [left, right].find((side) => isTextLiteral(side));
      const other = literal === left ? right : left;
      const match = literal === undefined ? undefined : textMatch(other, node, false);
      if (match !== undefined) return [match];
    }
    // `text.indexOf("DONE") >= 0` is the same question.
    return sides;
  }

  function isTextLiteral(node: Node): boolean {
    return of(node).some((origin) => origin.kind === "literal" && typeof origin.value === "string") && !of(node).some((origin) => origin.kind !== "literal" && origin.kind !== "state");
  }

  /** Asking a question of a reply's text; `undefined` when the value is not free text of a reply. */
  function textMatch(subject: Node, node: Node, isStringMethod: boolean): Origin | undefined {
    for (const origin of of(subject)) {
      if (origin.kind !== "reply" || origin.parsed) continue;
      const aspect = aspectOfReply(origin);
      // The whole reply of an in-house call may be its text; a string method on it settles that.
      const isText = aspect === "text" || (aspect === "reply" && isStringMethod && !origin.path.includes("[]"));
      if (isText) return { kind: "text-match", call: origin.call, node, text: context.file.text.slice(node.range[0], node.range[1]) };
    }
    return undefined;
  }

  function aspectOfReply(origin: Origin & { kind: "reply" }): ReplyAspect {
    return origin.parsed ? "structured" : aspectOf(origin.call.reply, origin.path);
  }

  function called(node: CallExpression): readonly Origin[] {
    const modelCall = calls.at(node);
    if (modelCall !== undefined && modelCall.how !== "wrapper") return [{ kind: "reply", call: modelCall, path: [], parsed: false, node }];
    if (isNamed(context, node, context.settings.oracles)) return [{ kind: "oracle", node }];
    if (isNamed(context, node, context.settings.humanGates)) return [{ kind: "human", node }];
    const callee = bare(node.callee);
    const entity = bindings.entityOf(callee);
    if (findRows(context, entity, "human-gate").length > 0) return [{ kind: "human", node }];
    if (isClock(node, callee)) return [{ kind: "clock", node }];
    const fn = bindings.calleeOf(node);
    if (fn !== undefined) return resultOf(node, fn, modelCall);
    if (modelCall !== undefined) return [{ kind: "reply", call: modelCall, path: [], parsed: false, node }];
    const signal = signalCall(node, callee);
    if (signal !== undefined) return signal;
    if (callee.type === "MemberExpression") return methodCall(node, callee, propertyName(callee) ?? "");
    return opaque(node, callee.type === "Identifier" ? callee.name : "");
  }

  /** What a function of this file hands back. */
  function resultOf(node: CallExpression, fn: FunctionNode, modelCall: RecognisedCall | undefined): readonly Origin[] {
    const returned = tree.returnsOf(fn);
    const origins = returned.flatMap((value) => substitute(of(value), node, fn));
    if (origins.length === 0 && modelCall !== undefined) return [{ kind: "reply", call: modelCall, path: [], parsed: false, node }];
    const tests = guardsOf(fn).flatMap((test) => substitute(of(test), node, fn));
    return returned.length > 0 && returned.every((value) => isConstant(value)) ? [...origins, ...tests] : origins;
  }

  /** `if (x) return true; return false;` answers what its tests ask. */
  function guardsOf(fn: FunctionNode): Node[] {
    if (fn.body.type !== "BlockStatement") return [];
    return fn.body.body.flatMap((statement) => (statement.type === "IfStatement" ? [statement.test] : []));
  }

  function isConstant(node: Node): boolean {
    const value = bare(node);
    return value.type === "Literal" || (value.type === "Identifier" && value.name === "undefined");
  }

  /** Parameters of a helper stand for what this call hands in. */
  function substitute(origins: readonly Origin[], call: CallExpression, fn: FunctionNode): readonly Origin[] {
    return origins.flatMap((origin) => {
      if (origin.kind !== "parameter" || origin.variable.definition !== fn) return [origin];
      const index = fn.params.findIndex((parameter) => contains(parameter, origin.variable.identifier));
      const argument = call.arguments[index];
      const parameter = fn.params[index];
      return argument && parameter ? taken(parameter, origin.variable.identifier, of(argument)) : [];
    });
  }

  function methodCall(node: CallExpression, callee: MemberExpression, method: string): readonly Origin[] {
    const { object } = callee;
    if (method === "test" || method === "exec") {
      const [subject] = node.arguments;
      const match = subject && textMatch(subject, node, true);
      if (match) return [match];
    }
    if (MATCHES_TEXT.test(method)) {
      const match = textMatch(object, node, true);
      if (match) return [match];
      // `["stop", "length"].includes(reason)` asks about its argument.
      return [...of(object), ...all(node.arguments)];
    }
    if (method === "parse" && isGlobal(object, "JSON")) return all(node.arguments).map((origin) => (origin.kind === "reply" ? { ...origin, parsed: true } : origin));
    if (PARSES.test(method)) {
      const parsed = all(node.arguments).filter((origin) => origin.kind === "reply");
      if (parsed.length > 0) return parsed.map((origin) => ({ ...origin, parsed: true }));
    }
    if (KEEPS_CONTENT.test(method)) {
      const source = of(object);
      const callback = node.arguments[0];
      const asked = callback && isFunction(callback) && /^(?:some|every|find|filter|findLast)$/.test(method) ? tree.returnsOf(callback).flatMap((value) => of(value)) : NOTHING;
      const match = asked.filter((origin) => origin.kind === "text-match");
      if (match.length > 0) return match;
      if (source.length > 0) return /^(?:at|find|findLast|pop|shift)$/.test(method) ? element(source) : [...source, ...asked.filter((origin) => origin.kind === "reply")];
    }
    return opaque(node, method);
  }

  /** A call that cannot be read: what goes in may come out. */
  function opaque(node: CallExpression, name: string): readonly Origin[] {
    const callee = bare(node.callee);
    const inputs = [...all(node.arguments.filter((argument) => !isFunction(argument))), ...(callee.type === "MemberExpression" ? of(callee.object) : NOTHING)];
    const replies = inputs.filter((origin) => origin.kind === "reply");
    const awaited = tree.parentOf(node)?.type === "AwaitExpression";
    if (replies.length > 0 && !awaited) {
      // A plain helper turns a reply into something (`textOf(reply.content)`); its name says whether that is text.
      return replies.map((origin) => ({ ...origin, path: TEXT_HELPER.test(name) ? ["text"] : [...origin.path], node }));
    }
    return [{ kind: "call", node, awaited, tainted: replies.length > 0 }];
  }

  function signalCall(node: CallExpression, callee: Node): readonly Origin[] | undefined {
    if (callee.type !== "MemberExpression" || !isGlobal(callee.object, "AbortSignal")) return undefined;
    const name = propertyName(callee);
    if (name === "timeout") return [{ kind: "timeout-signal", node }];
    if (name === "any") return all(node.arguments);
    return undefined;
  }

  function isClock(node: CallExpression, callee: Node): boolean {
    if (callee.type !== "MemberExpression") return false;
    const name = propertyName(callee);
    return (
      (name === "now" && (isGlobal(callee.object, "Date") || isGlobal(callee.object, "performance"))) ||
      (name === "getTime" && isGlobalCall(bare(callee.object), "Date") && node.arguments.length === 0) ||
      (name === "hrtime" && isGlobal(callee.object, "process")) ||
      (name === "uptime" && isGlobal(callee.object, "process"))
    );
  }

  function isGlobal(node: Node, name: string): boolean {
    const expression = bare(node);
    return expression.type === "Identifier" && expression.name === name && scopes.variableOf(expression) === undefined;
  }

  function isGlobalCall(node: Node, name: string): boolean {
    return node.type === "NewExpression" && isGlobal(node.callee, name);
  }

  function aspectsOf(node: Node): ReadonlySet<ReplyAspect> {
    const aspects = new Set<ReplyAspect>();
    for (const origin of of(node)) {
      if (origin.kind === "reply") aspects.add(aspectOfReply(origin));
      if (origin.kind === "text-match") aspects.add("text");
    }
    return aspects;
  }

  return { of, aspectsOf };
}

export function contains(outer: Node, inner: Node): boolean {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
}

function distinct(origins: readonly Origin[]): readonly Origin[] {
  if (origins.length < 2) return origins;
  const seen = new Set<string>();
  const kept: Origin[] = [];
  for (const origin of origins) {
    const key = keyOf(origin);
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(origin);
    if (kept.length >= MAX_ORIGINS) break;
  }
  return kept;
}

function keyOf(origin: Origin): string {
  switch (origin.kind) {
    case "reply":
      return `reply:${origin.call.node.range[0]}:${origin.path.join(".")}:${origin.parsed}`;
    case "parameter":
      return `parameter:${origin.variable.identifier.range[0]}`;
    case "literal":
      return `literal:${String(origin.value)}`;
    case "state":
      return `state:${origin.name}`;
    default:
      return `${origin.kind}:${origin.node.range[0]}`;
  }
}
