import { argumentsAt, elementsOf } from "../bind/placed-arguments.js";
import { functionAt } from "../bind/values.js";
import type { ChannelRow } from "../catalogue/schema.js";
import { conditionsOf } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, forEachChild, isFunction, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Identifier, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { calleeText, findRows } from "../file/file-context.js";
import type { SelfTrigger } from "../model/handlers.js";
import { movesOn, readComponentMemory } from "./component-memory.js";
import { letsOwnPass, pathOf } from "./own-event-tests.js";
import type { EventTerms } from "./own-event-tests.js";

/** What a chat object holds that every answer changes. */
const CHAT_STATE = /(?:^|\.)(?:status|messages|isLoading|completion|object)$/;

/** Effects of components that ask the model and change the state they depend on. */
export function renderTriggers(analysis: LoopAnalysis): SelfTrigger[] {
  const { context } = analysis;
  return context.tree.calls.flatMap((call) =>
    findRows(context, context.bindings.entityOf(call.callee), "channel").flatMap(({ row }): SelfTrigger[] => {
      if (row.states === undefined || row.event === undefined) return [];
      const [given] = argumentsAt(context, call, row.handler);
      const fn = given && functionAt(context, given.node, given.frame)?.node;
      const [list] = argumentsAt(context, call, row.event);
      return fn === undefined
        ? []
        : effectTrigger(
            analysis,
            row,
            call,
            fn,
            list === undefined ? undefined : elementsOf(context, list).map(({ node }) => node),
          );
    }),
  );
}

function effectTrigger(
  analysis: LoopAnalysis,
  row: ChannelRow,
  registration: CallExpression,
  fn: FunctionNode,
  dependencies: readonly Node[] | undefined,
): SelfTrigger[] {
  const { context, calls, origins } = analysis;
  const asked: CallExpression[] = [];
  const changed: { call: CallExpression; state: Variable }[] = [];
  const moved: { call: CallExpression; state: Variable }[] = [];
  const memory = readComponentMemory(analysis, fn, row.states ?? []);
  const visit = (node: Node): void => {
    if (node.type === "CallExpression") {
      // A function that is written and called on the spot is looked into, not named.
      if (calls.at(node) !== undefined && !isFunction(bare(node.callee))) asked.push(node);
      const state = stateChangedBy(node);
      if (
        state !== undefined &&
        node.arguments.some((argument) => argument.type !== "SpreadElement" && holdsReply(argument))
      )
        changed.push({ call: node, state });
      else if (state !== undefined && movesOn(analysis, node, state)) moved.push({ call: node, state });
    }
    forEachChild(node, visit);
  };
  visit(fn.body);
  for (const call of asked) {
    const dependency = dependencies?.find((one) => isChangedByChat(call, one));
    const set = changed.find(({ state }) => isDependency(state));
    const counted = moved.find(
      (one) => one.call.range[0] > call.range[0] && isDependency(one.state) && comesRound(one),
    );
    const raised = dependency ?? set?.call ?? counted?.call;
    if (raised === undefined) continue;
    const terms: EventTerms = {
      handler: undefined,
      selfSigns: [],
      events: [],
      isFilled: (node) => isFilled(call, node),
      ...(counted !== undefined && { answerTo: (node: Node) => memory.answerTo(node, counted.state) }),
    };
    // A return of what the effect leaves behind is no condition; everything that is asked before the call is.
    if (conditionsOf(context.tree, call, fn).some((condition) => letsOwnPass(analysis, terms, condition) !== "yes"))
      continue;
    const raise = calleeText(context, call);
    return [
      {
        event: `\`${dependency === undefined ? ((set ?? counted)?.state.name ?? "") : pathOf(analysis, dependency).replace(/^\.+/, "")}\``,
        raise,
        by: "render",
        span: spanOf(call),
        registration: spanOf(registration.callee),
        evidence: [{ what: `\`${raise}\` changes what the effect depends on`, at: spanOf(raised) }],
        check: undefined,
        safePredicate: undefined,
      },
    ];
  }
  return [];

  function isDependency(state: Variable): boolean {
    return dependencies === undefined || dependencies.some((one) => isStateOf(one, state));
  }

  /** Whether nothing but the reply stands between the effect and the change of its state. */
  function comesRound(one: { readonly call: CallExpression; readonly state: Variable }): boolean {
    const terms: EventTerms = {
      handler: undefined,
      selfSigns: [],
      events: [],
      answerTo: (node) => memory.answerTo(node, one.state),
    };
    return conditionsOf(context.tree, one.call, fn).every(
      (condition) => letsOwnPass(analysis, terms, condition) === "yes",
    );
  }

  /** A new state that is made of the reply, also by a function of the old one: `setNotes((all) => [...all, text])`. */
  function holdsReply(next: Node): boolean {
    const value = bare(next);
    if (!isFunction(value)) return origins.of(value).some((origin) => origin.kind === "reply");
    const [only, ...others] = context.tree.returnsOf(value);
    // One that may hand the old state back changes nothing then.
    if (only === undefined || others.length > 0 || /^(?:Conditional|Logical)Expression$/.test(bare(only).type))
      return false;
    return holdsReply(only);
  }

  /** `chat.regenerate()` sets `chat.status` and `chat.messages`. */
  function isChangedByChat(call: CallExpression, dependency: Node): boolean {
    const path = pathOf(analysis, dependency);
    if (!CHAT_STATE.test(path)) return false;
    const chat = hookOf(call.callee);
    return chat !== undefined && chat === hookOf(dependency);
  }

  /** The variable or hook call that a member belongs to. */
  function hookOf(node: Node): unknown {
    const value = settled(node);
    if (value.type === "MemberExpression") {
      const object = bare(value.object);
      return object.type === "Identifier" ? (hookOfName(object) ?? context.scopes.variableOf(object)) : undefined;
    }
    return value.type === "Identifier" ? hookOfName(value) : undefined;
  }

  function hookOfName(identifier: Identifier): unknown {
    const variable = context.scopes.variableOf(identifier);
    const definition = variable?.definition;
    if (definition?.type !== "VariableDeclarator" || !definition.init) return undefined;
    const init = settled(definition.init);
    if (definition.id === variable?.identifier) return init.type === "CallExpression" ? init : undefined;
    return init.type === "Identifier"
      ? (hookOfName(init) ?? context.scopes.variableOf(init))
      : init.type === "CallExpression"
        ? init
        : undefined;
  }

  /** The state that a call sets: `setAnswer` of `const [answer, setAnswer] = useState()`. */
  function stateChangedBy(call: CallExpression): Variable | undefined {
    const callee = bare(call.callee);
    const definition = callee.type === "Identifier" ? context.scopes.variableOf(callee)?.definition : undefined;
    if (
      callee.type !== "Identifier" ||
      definition?.type !== "VariableDeclarator" ||
      definition.id.type !== "ArrayPattern" ||
      !definition.init
    )
      return undefined;
    const made = bare(definition.init);
    if (made.type !== "CallExpression") return undefined;
    const entity = context.bindings.entityOf(made.callee);
    if (entity.kind !== "package" || row.states?.includes(entity.path) !== true) return undefined;
    const [value, change] = definition.id.elements;
    if (
      value?.type !== "Identifier" ||
      change?.type !== "Identifier" ||
      context.scopes.variableOf(callee) !== context.scopes.variableOf(change)
    )
      return undefined;
    return context.scopes.variableOf(value);
  }

  function isStateOf(node: Node, state: Variable): boolean {
    let value = settled(node);
    while (value.type === "MemberExpression") value = settled(value.object);
    return value.type === "Identifier" && context.scopes.variableOf(value) === state;
  }

  /** What the call fills: the chat's messages, its status, the state that takes the reply. */
  function isFilled(call: CallExpression, node: Node): boolean {
    return isChangedByChat(call, node) || changed.some(({ state }) => isStateOf(node, state));
  }
}
