import type { TSESTree } from "@typescript-eslint/types";
import type { Entity } from "../bind/entity.js";
import { getterOf } from "../bind/getters.js";
import { readArgument } from "../file/argument-paths.js";
import { aspectOf } from "../replies/generic-reply.js";
import type { FileContext } from "../file/file-context.js";
import { contractOfCall, findRows, isNamed } from "../file/file-context.js";
import type { ReplyAspect } from "../replies/reply-aspect.js";
import type { ModelCalls, RecognisedCall } from "../replies/model-calls.js";
import {
  bare,
  dottedName,
  findProperty,
  isFunction,
  isNothing,
  isWithin,
  keyName,
  propertyName,
  settled,
} from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { executorOf, resolvedValues } from "./promise-executors.js";
import {
  ASKS_EACH,
  KEEPS_CONTENT,
  MARKER_NAME,
  MATCHES_TEXT,
  PARSES,
  TAKES_ONE,
  TEXT_CALLBACK,
  TEXT_EVENT,
  TEXT_HELPER,
} from "./value-methods.js";
import { addTo } from "../syntax/groups.js";

/** Where a value comes from. */
export type Origin =
  /** A part of a model's reply; `parsed` when a schema or a parser has looked at it. */
  | {
      readonly kind: "reply";
      readonly call: RecognisedCall;
      readonly path: readonly string[];
      readonly parsed: boolean;
      readonly node: Node;
    }
  /** The answer to "does this text contain, equal or match something?", asked of a reply's text. */
  | { readonly kind: "text-match"; readonly call: RecognisedCall; readonly node: Node; readonly text: string }
  | { readonly kind: "clock"; readonly node: Node }
  | { readonly kind: "human"; readonly node: Node }
  | { readonly kind: "oracle"; readonly node: Node }
  | { readonly kind: "timeout-signal"; readonly node: Node }
  | { readonly kind: "abort-signal"; readonly node: Node }
  /** A call of something that cannot be read; `tainted` when a part of a reply goes in. */
  | { readonly kind: "call"; readonly node: CallExpression; readonly awaited: boolean; readonly tainted: boolean }
  /** A parameter whose callers are not all known, or a part of one. */
  | {
      readonly kind: "parameter";
      readonly variable: Variable;
      readonly path: readonly string[];
      readonly parsed: boolean;
    }
  /** A text question asked of a parameter: what it is about is known where the function is called. */
  | {
      readonly kind: "question";
      readonly subject: Origin & { readonly kind: "parameter" };
      readonly node: Node;
      readonly isStringMethod: boolean;
      readonly needle: readonly Origin[];
    }
  | { readonly kind: "literal"; readonly value: unknown }
  /** A field or variable of which no more is known. */
  | { readonly kind: "state"; readonly name: string };

export interface Origins {
  /** What a value is made of, through variables, destructuring, accumulation, helpers and parsers. */
  of(node: Node): readonly Origin[];
  /** What a function hands back; a constant answers the conditions it is returned under. Found one by one. */
  answers(fn: FunctionNode): Iterable<Origin>;
  /** The questions about words under which alone a variable or a field gets anything but what it began with. */
  wordsUnder(node: Node): readonly Origin[];
  /** What a switch asks of its value: a text that is held against words is a question like any other. */
  ofSwitch(node: TSESTree.SwitchStatement): readonly Origin[];
  /** The part of a reply a value is, when it is one. */
  aspectsOf(node: Node): ReadonlySet<ReplyAspect>;
}

const NOTHING: readonly Origin[] = [];
const MAX_ORIGINS = 24;
const MAX_CALLERS = 8;
const MAX_PATH = 8;
const MAX_NAME = 120;
/** Names of helpers that take an object out of a text, or what a tool is called with out of a reply. */
const READS_OBJECT =
  /^(?:json(?:Of|In|From)|(?:parse|read|extract|load|decode|to|from)_?\w*json\w*|(?:get|read|parse|extract|take|first|only|last)?_?tool_?(?:use_?|call_?)?(?:inputs?|args?|arguments|params)(?:_?(?:of|in|from)\w*)?)$/i;
const MAX_DEPTH = 20;
/** A step of a path: the answer of a schema that does not throw. */
export const SAFE_PARSE = "safeParse()";
/** Signs that say how a text is written, not what it says: an empty text, brackets, fences, thinking tags. */
const MARKUP = /^(?:<\/?think\w*>|```\w*|[^\p{L}\p{N}]*)$/iu;
/** Parts of what a wrapper hands back that tell how the call failed, in words of the code. */
const TELLS_FAILURE = /^err(?:or)?s?$|^error[A-Z_]|[a-z_]Errors?(?:[A-Z]|$)|^(?:fallback|failure|exception)/;
/** Methods that put something into a list, a set or a map. */
const FILLS = /^(?:push|unshift|add|set)$/;
/** Stands for a pattern whose letters do not matter here. */
const REGULAR = /(?:)/;

/** Steps of one question; code that defines everything through everything is not worth more. */
const MAX_STEPS = 600;

export function readOrigins(context: FileContext, calls: ModelCalls): Origins {
  const { scopes, tree, bindings } = context;
  const known = new Map<Node, readonly Origin[]>();
  const busy = new Map<Node, number>();
  /** The outermost unfinished definition that the last answer left out; such an answer is not the whole one. */
  let cut = Infinity;
  let steps = 0;

  function of(node: Node): readonly Origin[] {
    const expression = bare(node);
    const cached = known.get(expression);
    if (cached !== undefined) return cached;
    const depth = busy.size;
    if (depth === 0) steps = 0;
    const open = busy.get(expression);
    if (open !== undefined || depth > MAX_DEPTH || ++steps > MAX_STEPS) {
      cut = Math.min(cut, open ?? 0);
      return NOTHING;
    }
    const outer = cut;
    cut = Infinity;
    busy.set(expression, depth);
    const origins = distinct(read(expression));
    busy.delete(expression);
    if (cut >= depth) {
      known.set(expression, origins);
      cut = outer;
    } else {
      cut = Math.min(cut, outer);
    }
    return origins;
  }

  function read(node: Node): readonly Origin[] {
    switch (node.type) {
      case "Literal":
        return [{ kind: "literal", value: node.value }];
      case "TemplateLiteral":
        return node.expressions.length === 0
          ? [{ kind: "literal", value: node.quasis[0]?.value.cooked }]
          : all(node.expressions);
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
        return all(
          node.properties.map((property) => (property.type === "SpreadElement" ? property.argument : property.value)),
        );
      case "CallExpression":
        return called(node);
      case "TaggedTemplateExpression":
        // ``await sql`SELECT …` ``: something outside is asked.
        return tree.parentOf(node)?.type === "AwaitExpression" ? [{ kind: "oracle", node }] : NOTHING;
      case "NewExpression":
        if (isGlobalCall(node, "Date"))
          return node.arguments.length === 0 ? [{ kind: "clock", node }] : all(node.arguments);
        if (isGlobalCall(node, "AbortController")) return [{ kind: "abort-signal", node }];
        return promisedValue(node) ?? all(node.arguments);
      case "YieldExpression":
        return node.argument ? of(node.argument) : NOTHING;
      default:
        return NOTHING;
    }
  }

  /** What a promise that is made by hand becomes. */
  function promisedValue(node: Node): readonly Origin[] | undefined {
    const executor = executorOf(node);
    return executor === undefined ? undefined : resolvedValues(executor).flatMap((value) => assigned(value, value));
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
        origins.push(...taken(definition.id, variable.identifier, element(listed(loop.right))));
      } else if (definition.init) {
        origins.push(
          ...(partOf(definition, variable.identifier) ??
            taken(definition.id, variable.identifier, of(definition.init))),
          ...signalInstead(definition.id, variable.identifier),
        );
      }
    } else if (variable.kind === "parameter" && isFunction(definition)) {
      origins.push(
        ...parameterOrigins(variable, definition),
        ...definition.params.flatMap((parameter) => signalInstead(parameter, variable.identifier)),
      );
    } else if (variable.kind === "catch") {
      return NOTHING;
    } else if (variable.kind === "import") {
      return [{ kind: "state", name: variable.name }];
    }
    for (const write of variable.writes) {
      if (write.node.type === "AssignmentExpression") {
        if (write.node.left === write.target) origins.push(...assigned(write.node.right, write.node));
        else origins.push(...taken(write.node.left, write.target, of(write.node.right)));
      } else if (write.node.type === "ForOfStatement") {
        origins.push(...element(listed(write.node.right)));
      }
    }
    return origins;
  }

  /** A value put into a variable. A constant says nothing by itself: `done = true` answers the conditions it stands under. */
  function assigned(value: Node, statement: Node): readonly Origin[] {
    return isConstant(value) ? [...of(value), ...conditionsOf(statement)] : of(value);
  }

  /** The conditions under which a statement of a function runs. */
  function conditionsOf(statement: Node): readonly Origin[] {
    const tests: Node[] = [];
    for (
      let child = statement, up = tree.parentOf(child);
      up !== undefined && !isFunction(up);
      child = up, up = tree.parentOf(up)
    ) {
      if (up.type === "IfStatement" && up.test !== child) tests.push(up.test);
      else if (up.type === "ConditionalExpression" && up.test !== child) tests.push(up.test);
      else if (up.type === "LogicalExpression" && up.right === child) tests.push(up.left);
      else if (up.type === "SwitchCase") {
        const owner = tree.parentOf(up);
        if (owner?.type === "SwitchStatement") tests.push(...casesOf(owner, up));
      }
    }
    return all(tests).filter((origin) => origin.kind !== "literal");
  }

  function ofSwitch(node: TSESTree.SwitchStatement): readonly Origin[] {
    const words = node.cases.flatMap(({ test }) => (test === null ? NOTHING : of(test)));
    const asked = textQuestions(node.discriminant, node.discriminant, false, words);
    return asked.length > 0 ? asked : of(node.discriminant);
  }

  function casesOf(owner: TSESTree.SwitchStatement, branch: TSESTree.SwitchCase): Node[] {
    return branch.test !== null && isTrue(owner.discriminant) ? [branch.test] : [owner.discriminant];
  }

  function isTrue(node: Node): boolean {
    return node.type === "Literal" && node.value === true;
  }

  /** A property that a pattern takes out of an object whose literal can be found. */
  function partOf(declarator: TSESTree.VariableDeclarator, target: Identifier): readonly Origin[] | undefined {
    const { id, init } = declarator;
    if (id.type !== "ObjectPattern" || init === null) return undefined;
    for (const property of id.properties) {
      if (property.type === "RestElement") continue;
      const local = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      const name = keyName(property);
      if (local === target && name !== undefined) return propertyOf(init, name);
    }
    return undefined;
  }

  /**
   * One property of a value that is an object literal, seen through constants and through what
   * functions of this file return; `undefined` when it is anything else.
   */
  function propertyOf(node: Node, name: string, depth = 0): readonly Origin[] | undefined {
    const expression = settled(node);
    if (depth > 4) return undefined;
    switch (expression.type) {
      case "ObjectExpression": {
        const property = findProperty(expression, name);
        if (property !== undefined) return assigned(property.value, expression);
        return expression.properties.some((part) => part.type === "SpreadElement") ? undefined : NOTHING;
      }
      case "Identifier": {
        const variable = scopes.variableOf(expression);
        const definition = variable?.definition;
        if (
          variable === undefined ||
          variable.kind !== "const" ||
          definition?.type !== "VariableDeclarator" ||
          definition.id !== variable.identifier ||
          !definition.init
        )
          return undefined;
        const value = settled(definition.init);
        // Properties of a literal that is kept may be set later; those of a result are what they are.
        return value.type === "CallExpression" || value.type === "NewExpression"
          ? propertyOf(value, name, depth + 1)
          : undefined;
      }
      case "NewExpression":
        return madeField(expression, name);
      case "CallExpression": {
        if (calls.at(expression)?.how === "model") return undefined;
        const fn = bindings.calleeOf(expression);
        if (fn === undefined) return toldBy(expression, name);
        const returned = tree.returnsOf(fn);
        if (returned.length === 0) return undefined;
        const found: Origin[] = [];
        for (const value of returned) {
          if (isConstant(value)) continue;
          const part = propertyOf(value, name, depth + 1);
          if (part === undefined) return undefined;
          found.push(...substitute(part, expression, fn));
        }
        return found;
      }
      default:
        return undefined;
    }
  }

  /** A field that the constructor of a class of this file fills, and nothing else. */
  function madeField(made: TSESTree.NewExpression, name: string): readonly Origin[] | undefined {
    const entity = bindings.entityOf(made);
    const owner = entity.kind === "instance" ? entity.node : undefined;
    const maker = owner?.body.body.find(
      (member): member is TSESTree.MethodDefinition =>
        member.type === "MethodDefinition" && member.kind === "constructor",
    )?.value;
    if (owner === undefined || maker === undefined || !isFunction(maker)) return undefined;
    const filled = tree.assignments.filter(
      ({ left }) =>
        left.type === "MemberExpression" &&
        left.object.type === "ThisExpression" &&
        propertyName(left) === name &&
        tree.classOf(left) === owner,
    );
    if (filled.length === 0 || !filled.every((assignment) => isWithin(assignment, maker))) return undefined;
    return substitute(
      filled.flatMap((assignment) => assigned(assignment.right, assignment)),
      made,
      maker,
    );
  }

  /** What a list holds, with everything that is put into it anywhere. */
  function listed(node: Node): readonly Origin[] {
    const expression = settled(node);
    const own = of(node);
    const name = dottedName(expression);
    if (name === undefined || (expression.type !== "Identifier" && expression.type !== "MemberExpression")) return own;
    return [...own, ...all(pushedTo(expression, name))];
  }

  let pushesByName: Map<string, CallExpression[]> | undefined;

  function pushedTo(list: Node, name: string): Node[] {
    if (pushesByName === undefined) {
      pushesByName = new Map();
      for (const call of tree.calls) {
        const callee = bare(call.callee);
        if (callee.type !== "MemberExpression") continue;
        const method = propertyName(callee);
        const target = method !== undefined && FILLS.test(method) ? dottedName(callee.object) : undefined;
        if (target !== undefined) addTo(pushesByName, target, call);
      }
    }
    return (pushesByName.get(name) ?? []).filter((call) => isSameVariable(list, call)).flatMap(filledWith);
  }

  /** What a call puts into a list, a set, or a map under a key. */
  function filledWith(call: CallExpression): Node[] {
    const callee = bare(call.callee);
    return callee.type === "MemberExpression" && propertyName(callee) === "set"
      ? call.arguments.slice(1)
      : call.arguments;
  }

  function isSameVariable(list: Node, push: CallExpression): boolean {
    const callee = bare(push.callee);
    const target = callee.type === "MemberExpression" ? bare(callee.object) : callee;
    if (list.type !== "Identifier" || target.type !== "Identifier") return list.type === target.type;
    return scopes.variableOf(list) === scopes.variableOf(target);
  }

  function parameterOrigins(variable: Variable, fn: FunctionNode): readonly Origin[] {
    const index = fn.params.findIndex((parameter) => isWithin(variable.identifier, parameter));
    const parameter = fn.params[index];
    const holder = tree.parentOf(fn);
    // The callback of `list.some(item => …)` and of `promise.then(value => …)` is given what the list holds.
    if (
      holder?.type === "CallExpression" &&
      holder.callee.type === "MemberExpression" &&
      holder.arguments.some((argument) => argument === fn)
    ) {
      const method = propertyName(holder.callee);
      if (method !== undefined && KEEPS_CONTENT.test(method) && parameter) {
        return taken(
          parameter,
          variable.identifier,
          method === "then" ? of(holder.callee.object) : element(listed(holder.callee.object)),
        );
      }
      const heard = method === undefined ? NOTHING : eventOrigins(holder, method, holder.callee.object);
      if (heard.length > 0 && parameter) return taken(parameter, variable.identifier, heard);
    }
    if (parameter) {
      const told = optionsHolding(fn, holder).flatMap((property) => callbackOrigins(property, fn));
      if (told.length > 0) return taken(parameter, variable.identifier, told);
    }
    const sites = bindings.callsOf(fn);
    if (sites !== undefined && sites.length > 0 && parameter) {
      return sites.flatMap((site) => {
        const argument = site.arguments[index];
        return argument && argument.type !== "SpreadElement"
          ? taken(parameter, variable.identifier, of(argument))
          : NOTHING;
      });
    }
    return [{ kind: "parameter", variable, path: [], parsed: false }];
  }

  /** A signal with a timeout that stands in for one that is not given: `signal = AbortSignal.timeout(60_000)`. */
  function signalInstead(pattern: Node, target: Identifier): readonly Origin[] {
    switch (pattern.type) {
      case "TSParameterProperty":
        return signalInstead(pattern.parameter, target);
      case "AssignmentPattern":
        return pattern.left === target ? timeoutsOf(pattern.right) : signalInstead(pattern.left, target);
      case "ObjectPattern":
        return pattern.properties.flatMap((property) =>
          property.type === "Property" ? signalInstead(property.value, target) : NOTHING,
        );
      default:
        return NOTHING;
    }
  }

  /** The timeout of a signal that a field of a class is made with. */
  function fieldTimeouts(node: MemberExpression, name: string): readonly Origin[] {
    const owner = bare(node.object).type === "ThisExpression" ? tree.classOf(node) : undefined;
    return (owner?.body.body ?? []).flatMap((member): readonly Origin[] => {
      if (member.type === "PropertyDefinition")
        return keyName(member) === name && member.value ? timeoutsOf(member.value) : NOTHING;
      if (member.type !== "MethodDefinition" || member.kind !== "constructor") return NOTHING;
      return member.value.params.flatMap((parameter) => {
        if (parameter.type !== "TSParameterProperty" || parameter.parameter.type !== "AssignmentPattern")
          return NOTHING;
        const { right } = parameter.parameter;
        const left: Node = parameter.parameter.left;
        return left.type === "Identifier" && left.name === name ? timeoutsOf(right) : NOTHING;
      });
    });
  }

  function timeoutsOf(value: Node): readonly Origin[] {
    return of(value).filter(({ kind }) => kind === "timeout-signal");
  }

  /** `stream.on("text", (piece) => …)`: a stream hands over its text piece by piece. */
  function eventOrigins(call: CallExpression, method: string, stream: Node): readonly Origin[] {
    if (method !== "on" && method !== "addListener" && method !== "once") return NOTHING;
    const [event] = call.arguments;
    if (event?.type !== "Literal" || typeof event.value !== "string" || !TEXT_EVENT.test(event.value)) return NOTHING;
    return of(stream).flatMap((origin): Origin[] =>
      origin.kind === "reply" && origin.call.streams ? [{ ...origin, path: ["text"] }] : [],
    );
  }

  /** `ask(prompt, { onToken: (piece) => … })`: a model call hands over its text piece by piece. */
  function callbackOrigins(property: TSESTree.Property, fn: FunctionNode): readonly Origin[] {
    const name = keyName(property);
    const options = tree.parentOf(property);
    if (name === undefined || options === undefined) return NOTHING;
    const path = TEXT_CALLBACK.test(name)
      ? ["text"]
      : /^on(?:Finish|StepFinish|Complete|End)$|^stopWhen$/.test(name)
        ? []
        : undefined;
    if (path === undefined) return NOTHING;
    return callsGiven(options).map((call): Origin => ({ kind: "reply", call, path, parsed: false, node: fn }));
  }

  /** The options that hold a function: written in place, or by its name. */
  function optionsHolding(fn: FunctionNode, holder: Node | undefined): TSESTree.Property[] {
    if (holder?.type === "Property") return holder.value === fn ? [holder] : [];
    const name =
      fn.type === "FunctionDeclaration"
        ? fn.id
        : holder?.type === "VariableDeclarator" && holder.id.type === "Identifier"
          ? holder.id
          : null;
    const reads = name === null ? [] : (scopes.variableOf(name)?.reads ?? []);
    return reads.flatMap((read) => {
      const property = tree.parentOf(read);
      return property?.type === "Property" && property.value === read ? [property] : [];
    });
  }

  /** The model calls that are handed an options object, in place or by the constant it is kept in. */
  function callsGiven(options: Node): RecognisedCall[] {
    const holder = tree.parentOf(options);
    const direct = holder?.type === "CallExpression" ? calls.at(holder) : undefined;
    if (direct !== undefined) return [direct];
    const variable =
      holder?.type === "VariableDeclarator" && holder.id.type === "Identifier"
        ? scopes.variableOf(holder.id)
        : undefined;
    if (variable?.kind !== "const") return [];
    return variable.reads.flatMap((read) => {
      let up: Node | undefined = tree.parentOf(read);
      while (up?.type === "SpreadElement" || up?.type === "ObjectExpression" || up?.type === "Property")
        up = tree.parentOf(up);
      const call = up?.type === "CallExpression" ? calls.at(up) : undefined;
      return call === undefined ? [] : [call];
    });
  }

  /** What a name gets when a value is taken apart. */
  function taken(pattern: Node, target: Identifier, value: readonly Origin[]): readonly Origin[] {
    switch (pattern.type) {
      case "Identifier":
        return pattern === target ? value : NOTHING;
      case "AssignmentPattern":
        return isWithin(target, pattern.left) ? taken(pattern.left, target, value) : NOTHING;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type === "RestElement") {
            if (isWithin(target, property)) return value;
          } else if (isWithin(target, property.value)) {
            return taken(property.value, target, stepInto(value, keyName(property) ?? "[]", pattern));
          }
        }
        return NOTHING;
      case "ArrayPattern":
        for (const item of pattern.elements) {
          if (item && isWithin(target, item))
            return taken(item.type === "RestElement" ? item.argument : item, target, element(value));
        }
        return NOTHING;
      case "VariableDeclarator":
        return taken(pattern.id, target, value);
      default:
        return NOTHING;
    }
  }

  /** What a schema that does not throw answers holds the reply under one name and says under the others whether it fits. */
  function pathTo(path: readonly string[], name: string): readonly string[] {
    if (path.at(-1) !== SAFE_PARSE) return [...path, name];
    return /^(?:data|output|value)$/.test(name) ? path.slice(0, -1) : [...path, `${SAFE_PARSE}.${name}`];
  }

  function element(origins: readonly Origin[]): readonly Origin[] {
    return stepInto(origins, "[]", undefined);
  }

  function stepInto(origins: readonly Origin[], name: string, node: Node | undefined): readonly Origin[] {
    return origins.flatMap((origin): Origin[] => {
      // `node = node.next` leads on for ever; no reply is that deep.
      if ("path" in origin && origin.path.length >= MAX_PATH) return [];
      if (origin.kind === "reply") return [{ ...origin, path: pathTo(origin.path, name), node: node ?? origin.node }];
      if (origin.kind === "parameter") return [{ ...origin, path: pathTo(origin.path, name) }];
      // An item of a list of words is a word; any other part of a literal is not known.
      if (origin.kind === "literal") return name === "[]" ? [origin] : [];
      if (origin.kind === "state")
        return origin.name.length > MAX_NAME ? [] : [{ kind: "state", name: `${origin.name}.${name}` }];
      return [origin];
    });
  }

  function member(node: MemberExpression): readonly Origin[] {
    const name = propertyName(node);
    const base = node.object;
    if (name === undefined) return element(listed(base));
    const part = propertyOf(base, name);
    if (part !== undefined && part.length > 0) return part;
    const getter = getterOf(context, node);
    if (getter !== undefined) return [...answersOf(getter)];
    const mapped = name === "length" ? mappedList(base) : undefined;
    if (mapped !== undefined) return stepInto(of(mapped), name, node);
    const written = dottedName(node);
    if (name === "aborted" || name === "reason") {
      const signal = signalOrigin(base);
      if (signal !== undefined) return [signal];
    }
    const field = written === undefined ? NOTHING : [...fieldOrigins(written, node), ...fieldTimeouts(node, name)];
    // How many there are depends on all that was put in.
    const through = stepInto(name === "length" || name === "size" ? listed(base) : of(base), name, node);
    if (through.length > 0 || field.length > 0) return [...through, ...field];
    return written === undefined ? NOTHING : [{ kind: "state", name: written }];
  }

  let assignmentsByName: Map<string, TSESTree.AssignmentExpression[]> | undefined;

  /** What is put into a field by that name anywhere in the file: `state.answer = …`; into one of `this`, anywhere in its class. */
  function fieldOrigins(written: string, read: MemberExpression): readonly Origin[] {
    const home = written.startsWith("this.") ? tree.classOf(read) : undefined;
    return assignmentsTo(written)
      .filter(({ left }) => home === undefined || tree.classOf(left) === home)
      .flatMap((assignment) => throughCallers(assigned(assignment.right, assignment)));
  }

  function assignmentsTo(written: string): readonly TSESTree.AssignmentExpression[] {
    if (assignmentsByName === undefined) {
      assignmentsByName = new Map();
      for (const assignment of tree.assignments) {
        if (assignment.left.type !== "MemberExpression") continue;
        const name = dottedName(assignment.left);
        if (name !== undefined) addTo(assignmentsByName, name, assignment);
      }
    }
    return assignmentsByName.get(written) ?? [];
  }

  /** `if (text.includes("DONE")) answer = text;`: who asks for the answer asks for the words. */
  function wordsUnder(node: Node): readonly Origin[] {
    const value = bare(node);
    const variable = value.type === "Identifier" ? scopes.variableOf(value) : undefined;
    const written = value.type === "MemberExpression" ? dottedName(value) : undefined;
    const begun = variable?.definition.type === "VariableDeclarator" ? variable.definition.init : undefined;
    if ((begun && !isEmpty(begun)) || (variable === undefined && written === undefined)) return NOTHING;
    const writes =
      variable === undefined ? assignmentsTo(written ?? "") : variable.writes.map(({ node: write }) => write);
    const filling = writes.filter((write) => write.type !== "AssignmentExpression" || !isEmpty(write.right));
    const words = filling.map((write) => conditionsOf(write).filter(({ kind }) => kind === "text-match"));
    return words.every((asked) => asked.length > 0) ? words.flat() : NOTHING;
  }

  /** What a flag holds as long as nothing has been put into it. */
  function isEmpty(node: Node): boolean {
    const value = bare(node);
    return isNothing(value) || (value.type === "Literal" && !value.value && !("regex" in value));
  }

  /** `await Promise.all(list.map(…))` has as many items as the list. */
  function mappedList(node: Node): Node | undefined {
    let value = settled(node);
    if (value.type === "Identifier") {
      const variable = scopes.variableOf(value);
      const definition = variable?.definition;
      if (
        variable?.kind !== "const" ||
        definition?.type !== "VariableDeclarator" ||
        definition.id !== variable.identifier ||
        !definition.init
      )
        return undefined;
      value = settled(definition.init);
    }
    if (value.type !== "CallExpression" || !/^Promise\.all(?:Settled)?$/.test(dottedName(value.callee) ?? ""))
      return undefined;
    const [first] = value.arguments;
    const list = first === undefined ? undefined : bare(first);
    if (list?.type !== "CallExpression") return undefined;
    const callee = bare(list.callee);
    return callee.type === "MemberExpression" && propertyName(callee) === "map" ? callee.object : undefined;
  }

  let sites: Map<FunctionNode, CallExpression[]> | undefined;

  /** What a method puts into a field it has got from its callers: those of this file stand for all. */
  function throughCallers(origins: readonly Origin[]): readonly Origin[] {
    return origins.flatMap((origin): readonly Origin[] => {
      const asked = origin.kind === "question" ? origin.subject : origin.kind === "parameter" ? origin : undefined;
      const fn = asked?.variable.definition;
      if (fn === undefined || !isFunction(fn)) return [origin];
      const given = (siteIndex().get(fn) ?? []).slice(0, MAX_CALLERS).flatMap((site) => substitute([origin], site, fn));
      return given.length > 0 ? given : [origin];
    });
  }

  function siteIndex(): Map<FunctionNode, CallExpression[]> {
    if (sites === undefined) {
      sites = new Map();
      for (const call of tree.calls) {
        const fn = bindings.calleeOf(call);
        if (fn !== undefined) addTo(sites, fn, call);
      }
    }
    return sites;
  }

  function signalOrigin(node: Node): Origin | undefined {
    const origins = of(node);
    return (
      origins.find((origin) => origin.kind === "timeout-signal") ??
      origins.find((origin) => origin.kind === "abort-signal") ??
      (/signal|abort|cancel|stop|controller|token/i.test(dottedName(node) ?? "")
        ? { kind: "abort-signal", node }
        : undefined)
    );
  }

  function comparison(node: TSESTree.BinaryExpression): readonly Origin[] {
    const { operator } = node;
    const left = of(node.left);
    const right = of(node.right);
    if (operator === "===" || operator === "!==" || operator === "==" || operator === "!=") {
      const word = isWord(left) ? left : isWord(right) ? right : undefined;
      const match = word === undefined ? NOTHING : about(word === left ? right : left, node, false, word);
      if (match.length > 0) return match;
    }
    // `text.indexOf("DONE") >= 0` is the same question.
    return [...left, ...right];
  }

  /** Whether a value is a word that the program looks for: written out, or a constant with the name of a marker. */
  function isWord(needle: readonly Origin[]): boolean {
    if (
      needle.some(
        (origin) => origin.kind === "literal" && typeof origin.value === "string" && !MARKUP.test(origin.value.trim()),
      )
    ) {
      return needle.every((origin) => origin.kind === "literal" || origin.kind === "state");
    }
    return needle.length > 0 && needle.every((origin) => isMarker(origin));
  }

  /** A word from elsewhere is a marker by its name; anything else may be what a check outside expects. */
  function isMarker(origin: Origin): boolean {
    if (origin.kind === "state") return MARKER_NAME.test(origin.name);
    if (origin.kind === "parameter") return MARKER_NAME.test([origin.variable.name, ...origin.path].join("."));
    return origin.kind === "literal" && origin.value instanceof RegExp;
  }

  /** Asking a question of a reply's text; nothing when the value is not free text of a reply. */
  function textQuestions(
    subject: Node,
    node: Node,
    isStringMethod: boolean,
    needle: readonly Origin[],
  ): readonly Origin[] {
    return about(of(subject), node, isStringMethod, needle);
  }

  function about(
    subjects: readonly Origin[],
    node: Node,
    isStringMethod: boolean,
    needle: readonly Origin[],
  ): readonly Origin[] {
    if (!isWord(needle)) return NOTHING;
    const found: Origin[] = [];
    for (const origin of subjects) {
      // How long a list is holds no words.
      if ("path" in origin && /^(?:length|size)$/.test(origin.path.at(-1) ?? "")) continue;
      if (origin.kind === "parameter" && !origin.parsed) {
        found.push({ kind: "question", subject: origin, node, isStringMethod, needle });
        continue;
      }
      if (origin.kind !== "reply" || origin.parsed || origin.path.some((part) => TELLS_FAILURE.test(part))) continue;
      const aspect = aspectOfReply(origin);
      // The whole reply of an in-house call may be its text; a string method on it settles that.
      const isText = aspect === "text" || (aspect === "reply" && isStringMethod && !origin.path.includes("[]"));
      if (isText)
        found.push({
          kind: "text-match",
          call: origin.call,
          node,
          text: context.file.text.slice(node.range[0], node.range[1]),
        });
    }
    return found;
  }

  function aspectOfReply(origin: Origin & { kind: "reply" }): ReplyAspect {
    return origin.parsed ? "structured" : aspectOf(origin.call.reply, origin.path);
  }

  function called(node: CallExpression): readonly Origin[] {
    const modelCall = calls.at(node);
    if (modelCall !== undefined && modelCall.how !== "wrapper")
      return [{ kind: "reply", call: modelCall, path: [], parsed: false, node }];
    if (isNamed(context, node, context.settings.oracles)) return [{ kind: "oracle", node }];
    if (isNamed(context, node, context.settings.humanGates)) return [{ kind: "human", node }];
    const callee = bare(node.callee);
    const entity = bindings.entityOf(callee);
    if (findRows(context, entity, "human-gate").length > 0) return [{ kind: "human", node }];
    if (isClock(node, callee)) return [{ kind: "clock", node }];
    const fn = bindings.calleeOf(node);
    const promised = contractOfCall(context, node)?.what;
    if (promised === "oracle") return [{ kind: "oracle", node }];
    if (promised === "humanGate") return [{ kind: "human", node }];
    if (fn !== undefined) return resultOf(node, fn, modelCall);
    if (modelCall !== undefined)
      return [{ kind: "reply", call: modelCall, path: modelCall.replyPath, parsed: false, node }];
    const told = toldBy(node, "");
    if (told !== undefined && told.length > 0) return told;
    const signal = signalCall(node, callee);
    if (signal !== undefined) return signal;
    const step = stepRunBy(node, entity);
    if (step !== undefined) return [...answersOf(step)];
    if (callee.type === "MemberExpression") return methodCall(node, callee, propertyName(callee) ?? "");
    return opaque(node, callee.type === "Identifier" ? callee.name : "");
  }

  /** The function that a workflow engine runs as a step, and whose result it hands back: `await step.run("write", () => ask(prompt))`. */
  function stepRunBy(node: CallExpression, entity: Entity): FunctionNode | undefined {
    for (const { row } of findRows(context, entity, "durable")) {
      const given = readArgument(context, node, row.calls);
      const fn = given.state === "given" ? bare(given.node) : undefined;
      if (fn !== undefined && isFunction(fn)) return fn;
    }
    return undefined;
  }

  /** What a function hands back. */
  function* answersOf(fn: FunctionNode): Iterable<Origin> {
    for (const value of tree.returnsOf(fn)) {
      yield* of(value);
      // `if (x) return true; return false;` answers what its tests ask.
      if (isConstant(value)) yield* conditionsOf(tree.parentOf(value) ?? value);
    }
  }

  /** What a function of another file says of the text it is given here, under a property or by itself. */
  function toldBy(call: CallExpression, name: string): readonly Origin[] | undefined {
    const entity = bindings.entityOf(call.callee);
    const tells =
      entity.kind === "remote" && entity.shape.kind === "function"
        ? context.project?.detailsOf(entity.shape)?.tells
        : undefined;
    if (tells === undefined || !Object.hasOwn(tells, name)) return undefined;
    return tells[name]?.flatMap(({ how, parameter, path, parsed: isParsed, isStringMethod }) => {
      const argument = call.arguments[parameter];
      if (argument === undefined || argument.type === "SpreadElement") return NOTHING;
      const part = path.reduce((given, step) => stepInto(given, step, undefined), of(argument));
      const given = isParsed ? parsed(part) : part;
      return how === "hands" ? given : about(given, call, isStringMethod, [{ kind: "literal", value: REGULAR }]);
    });
  }

  /** What a function of this file hands back. */
  function resultOf(node: CallExpression, fn: FunctionNode, modelCall: RecognisedCall | undefined): readonly Origin[] {
    const origins = substitute([...answersOf(fn)], node, fn);
    if (origins.length === 0 && modelCall !== undefined)
      return [{ kind: "reply", call: modelCall, path: [], parsed: false, node }];
    return origins;
  }

  function isConstant(node: Node): boolean {
    const value = bare(node);
    switch (value.type) {
      case "Literal":
        return !("regex" in value);
      case "TemplateLiteral":
        return value.expressions.length === 0;
      case "UnaryExpression":
        return value.operator === "!" && isConstant(value.argument);
      case "Identifier":
        return value.name === "undefined";
      default:
        return false;
    }
  }

  /** Parameters of a helper stand for what this call hands in. */
  function substitute(
    origins: readonly Origin[],
    call: CallExpression | TSESTree.NewExpression,
    fn: FunctionNode,
  ): readonly Origin[] {
    return origins.flatMap((origin): readonly Origin[] => {
      if (origin.kind === "question") {
        const needle = substitute(origin.needle, call, fn);
        return origin.subject.variable.definition === fn
          ? about(substitute([origin.subject], call, fn), origin.node, origin.isStringMethod, needle)
          : [{ ...origin, needle }];
      }
      if (origin.kind !== "parameter" || origin.variable.definition !== fn) return [origin];
      const index = fn.params.findIndex((parameter) => isWithin(origin.variable.identifier, parameter));
      const argument = call.arguments[index];
      const parameter = fn.params[index];
      if (argument === undefined || parameter === undefined) return NOTHING;
      let given = taken(parameter, origin.variable.identifier, of(argument));
      for (const step of origin.path) given = stepInto(given, step, undefined);
      return origin.parsed ? given.map((one) => (one.kind === "reply" ? { ...one, parsed: true } : one)) : given;
    });
  }

  function methodCall(node: CallExpression, callee: MemberExpression, method: string): readonly Origin[] {
    const { object } = callee;
    if (method === "test" || method === "exec") {
      const [subject] = node.arguments;
      const match = subject ? textQuestions(subject, node, true, [{ kind: "literal", value: REGULAR }]) : NOTHING;
      if (match.length > 0) return match;
    }
    // How many blocks a text has says how it is written: `(diff.match(/^<<<< SEARCH/gm) ?? []).length`.
    if (/^match(?:All)?$/.test(method) && isCounted(node)) return of(object);
    if (MATCHES_TEXT.test(method)) {
      const [needle] = node.arguments;
      const words = needle === undefined ? NOTHING : of(needle);
      const match = textQuestions(
        object,
        node,
        true,
        method.startsWith("match") || method === "search" ? [{ kind: "literal", value: REGULAR }] : words,
      );
      if (match.length > 0) return match;
      // `["yes", "done"].includes(text)` asks about its argument.
      const list = listed(object);
      const asked =
        needle !== undefined && /^(?:includes|indexOf)$/.test(method)
          ? textQuestions(needle, node, false, list)
          : NOTHING;
      if (asked.length > 0) return asked;
      return [...of(object), ...all(node.arguments)];
    }
    if (method === "has") {
      // A set of words is asked like a list of them.
      const [needle] = node.arguments;
      const asked = needle === undefined ? NOTHING : textQuestions(needle, node, false, of(object));
      if (asked.length > 0) return asked;
    }
    if (method === "parse" && isGlobal(object, "JSON")) return parsed(all(node.arguments));
    const together = isGlobal(object, "Promise") ? waitedTogether(node, method) : undefined;
    if (together !== undefined) return together;
    // What has to be waited for is a check of its own, unless it is a schema's.
    if (PARSES.test(method) && (/parse/i.test(method) || tree.parentOf(node)?.type !== "AwaitExpression")) {
      const given = all(node.arguments).filter((origin) => origin.kind === "reply" || origin.kind === "parameter");
      if (given.length > 0)
        return method.startsWith("safe") ? stepInto(parsed(given), SAFE_PARSE, node) : parsed(given);
    }
    if (isLookUp(node, method)) {
      const stored = of(object);
      // A list of replies is no store.
      if (stored.every((origin) => origin.kind === "state" || origin.kind === "parameter")) return opaque(node, method);
    }
    if (KEEPS_CONTENT.test(method)) {
      const callback = node.arguments[0];
      const asked =
        callback && isFunction(callback) && ASKS_EACH.test(method)
          ? tree.returnsOf(callback).flatMap((value) => of(value))
          : NOTHING;
      const match = asked.filter((origin) => origin.kind === "text-match" || origin.kind === "question");
      // `lines.find((line) => line.startsWith("DONE"))` answers a question, and is a line.
      if (match.length > 0)
        return /^(?:find|findLast|filter)$/.test(method)
          ? [...match, ...(method === "filter" ? of(object) : element(listed(object)))]
          : match;
      const made =
        callback && isFunction(callback) && /^(?:map|flatMap)$/.test(method)
          ? tree
              .returnsOf(callback)
              .flatMap((value) => of(value))
              .filter((origin) => origin.kind !== "literal")
          : NOTHING;
      if (made.length > 0) return made;
      const source = TAKES_ONE.test(method) || method === "join" ? listed(object) : of(object);
      if (source.length > 0)
        return TAKES_ONE.test(method)
          ? element(source)
          : [...source, ...asked.filter((origin) => origin.kind === "reply")];
    }
    return opaque(node, method);
  }

  /** Whether of a list nothing is asked but its length: `(list ?? []).length`. */
  function isCounted(node: Node): boolean {
    let child = node;
    for (let up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
      if (up.type === "ChainExpression" || up.type === "TSNonNullExpression") continue;
      if (up.type === "LogicalExpression" && up.left === child && up.right.type === "ArrayExpression") continue;
      return up.type === "MemberExpression" && up.object === child && propertyName(up) === "length";
    }
    return false;
  }

  /** `Promise.all([ask(a), ask(b)])`: what several model calls hand back; `undefined` when anything else is among them. */
  function waitedTogether(node: CallExpression, method: string): readonly Origin[] | undefined {
    const [first] = node.arguments;
    if (!/^(?:all|allSettled|race|any)$/.test(method) || first === undefined) return undefined;
    const list = bare(first);
    if (list.type !== "ArrayExpression" || list.elements.length === 0) return undefined;
    const asked = list.elements.map((element) => {
      const value = element === null ? undefined : settled(element);
      return value?.type === "CallExpression" && calls.at(value) !== undefined ? value : undefined;
    });
    return asked.every((call) => call !== undefined) ? all(asked) : undefined;
  }

  /** `await orders.find(id)`: what is waited for and given no callback asks a store, not a list. */
  function isLookUp(node: CallExpression, method: string): boolean {
    return (
      /^(?:find|get|filter)$/.test(method) &&
      tree.parentOf(node)?.type === "AwaitExpression" &&
      node.arguments.length > 0 &&
      !node.arguments.some((argument) => isFunction(argument))
    );
  }

  function parsed(origins: readonly Origin[]): readonly Origin[] {
    return origins.map((origin) =>
      origin.kind === "reply" || origin.kind === "parameter" ? { ...origin, parsed: true } : origin,
    );
  }

  /** A call that cannot be read: what goes in may come out. */
  function opaque(node: CallExpression, name: string): readonly Origin[] {
    const callee = bare(node.callee);
    const inputs = [
      ...all(node.arguments.filter((argument) => !isFunction(argument))),
      ...(callee.type === "MemberExpression" ? of(callee.object) : NOTHING),
    ];
    const given = inputs.filter((origin) => origin.kind === "reply" || origin.kind === "parameter");
    const replies = given.filter((origin) => origin.kind === "reply");
    const awaited = tree.parentOf(node)?.type === "AwaitExpression";
    if (replies.length > 0 && !awaited) {
      // A plain helper turns a reply into something (`textOf(reply.content)`); its name says whether that is text.
      // One that says it reads JSON, or the arguments of a tool, hands back what has a form.
      return replies.map((origin) => ({
        ...origin,
        path: TEXT_HELPER.test(name) ? ["text"] : [...origin.path],
        parsed: origin.parsed || READS_OBJECT.test(name),
        node,
      }));
    }
    if (given.length > 0 && !awaited && TEXT_HELPER.test(name)) return given;
    return [
      {
        kind: "call",
        node,
        awaited,
        tainted: inputs.some(
          (origin) =>
            origin.kind === "reply" || origin.kind === "text-match" || (origin.kind === "call" && origin.tainted),
        ),
      },
    ];
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
    // Without a model call there is no reply that anything could be a part of.
    if (calls.isEmpty()) return aspects;
    for (const origin of of(node)) {
      if (origin.kind === "reply") aspects.add(aspectOfReply(origin));
      if (origin.kind === "text-match") aspects.add("text");
    }
    return aspects;
  }

  return { of, answers: answersOf, wordsUnder, ofSwitch, aspectsOf };
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
      return `parameter:${origin.variable.identifier.range[0]}:${origin.path.join(".")}:${origin.parsed}`;
    case "question":
      return `question:${origin.node.range[0]}:${keyOf(origin.subject)}`;
    case "literal":
      return `literal:${String(origin.value)}`;
    case "state":
      return `state:${origin.name}`;
    default:
      return `${origin.kind}:${origin.node.range[0]}`;
  }
}
