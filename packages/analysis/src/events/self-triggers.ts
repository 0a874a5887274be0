import type { Entity } from "../bind/entity.js";
import { argumentsAt } from "../bind/placed-arguments.js";
import { functionAt, valueOf } from "../bind/values.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import type { ChannelRow } from "../catalogue/schema.js";
import { conditionsOf } from "../flow/conditions.js";
import type { Condition } from "../flow/conditions.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { objectPlace } from "../loops/places.js";
import { bare, dottedName, findProperty, forEachChild, isFunction, keyName, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, NewExpression, Node, ObjectExpression } from "../syntax/node.js";
import { constantOf } from "../file/arguments.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { FoundRow } from "../file/file-context.js";
import type { SelfTrigger } from "../model/handlers.js";
import { letsOwnPass } from "./own-event-tests.js";
import type { EventTerms } from "./own-event-tests.js";
import { isAnswerTo } from "./event-subjects.js";
import { isFedByReply } from "./queue-feeds.js";
import { ownCheckOf } from "./own-check-place.js";
import { resendTriggers } from "./resend-predicates.js";
import { renderTriggers } from "./render-effects.js";

/** A function that an SDK calls for an event. */
export interface Handler {
  readonly found: FoundRow<ChannelRow>;
  readonly registration: Node;
  readonly fn: FunctionNode;
}

/** The handlers of a file whose own effect raises what they handle, with nothing that tells it apart. */
export function readSelfTriggers(analysis: LoopAnalysis): SelfTrigger[] {
  const handlers = readHandlers(analysis);
  return [
    ...handlers.flatMap((handler) => effectTriggers(analysis, handler)),
    ...returnTriggers(analysis, handlers),
    ...resendTriggers(analysis),
    ...renderTriggers(analysis),
  ];
}

function readHandlers(analysis: LoopAnalysis): Handler[] {
  const { context } = analysis;
  const handlers: Handler[] = [];
  const add = (found: FoundRow<ChannelRow>, registration: Node, node: Node | undefined): void => {
    if (node !== undefined && isFunction(node)) handlers.push({ found, registration, fn: node });
  };
  for (const call of [...context.tree.calls, ...context.tree.news]) {
    for (const found of findRows(context, context.bindings.entityOf(call.callee), "channel")) {
      const { row } = found;
      if (row.resends === true || row.states !== undefined || row.byType === true || !isAbout(analysis, call, row))
        continue;
      for (const given of argumentsAt(context, call, row.handler))
        add(found, call, functionAt(context, given.node, given.frame)?.node);
    }
  }
  for (const fn of context.tree.functions) {
    for (const found of rowsByType(analysis, fn)) {
      const { handler } = found.row;
      const name = handler.replace(/^return\.?/, "");
      // The function itself is the handler, or makes an object of handlers.
      if (name === handler) add(found, fn, fn);
      else
        for (const value of context.tree.returnsOf(fn)) {
          const object = valueOf(context, value).node;
          const property = object.type === "ObjectExpression" ? findProperty(object, name) : undefined;
          add(found, fn, property && functionAt(context, property.value, undefined)?.node);
        }
    }
  }
  return handlers;
}

/** Rows about a type that the function, or one of its parameters, is annotated with. */
function rowsByType({ context }: LoopAnalysis, fn: FunctionNode): FoundRow<ChannelRow>[] {
  const holder = context.tree.parentOf(fn);
  const named = [
    ...(holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" && holder.id.typeAnnotation
      ? [holder.id]
      : []),
    ...fn.params.filter((parameter) => parameter.type === "Identifier" && parameter.typeAnnotation),
  ];
  return named.flatMap((name) =>
    findRows(context, context.bindings.entityOf(name), "channel").filter(({ row }) => row.byType === true),
  );
}

/** Whether the registration is for one of the events that the row speaks of. */
function isAbout({ context }: LoopAnalysis, call: CallExpression | NewExpression, row: ChannelRow): boolean {
  if (row.event === undefined || row.events === undefined) return true;
  const given = argumentsAt(context, call, row.event);
  // Events that are named in a table, or by a variable, are not known.
  return given.some(({ node, frame }) => {
    const value = valueOf(context, node, frame).node;
    const names = value.type === "ArrayExpression" ? value.elements.filter((element) => element !== null) : [node];
    return names.some((name) => {
      const text = constantOf(context, name) ?? dottedName(name);
      return row.events?.some((event) => event === text) === true;
    });
  });
}

// Effects that come back

interface Raise {
  readonly call: CallExpression;
  /** The calls of functions of this file that lead from the handler to it. */
  readonly through: readonly CallExpression[];
}

function effectTriggers(analysis: LoopAnalysis, handler: Handler): SelfTrigger[] {
  const { context, calls } = analysis;
  const { row } = handler.found;
  if (row.raisedBy.length === 0 || filtersOwn(analysis, handler)) return [];
  const raises: Raise[] = [];
  const asked: CallExpression[] = [];
  walk(handler.fn, [], (call, through) => {
    if (calls.at(call) !== undefined) asked.push(call);
    if (raisesEvent(analysis, handler, call)) raises.push({ call, through });
  });
  if (asked.length === 0 && row.asksModel !== true) return [];
  const terms: EventTerms = { handler: handler.fn, selfSigns: row.selfSigns, events: row.events ?? [] };
  const open = raises.find((raise) => {
    const conditions = conditionsTo(raise);
    const inAnswer: EventTerms = { ...terms, isAnswer: isAnswerTo(analysis, handler.fn, raise.call) };
    return (
      conditions.every((condition) => letsOwnPass(analysis, inAnswer, condition) === "yes") &&
      (!isQueue(row) || isFedByReply(analysis, handler.fn, raise.call, conditions))
    );
  });
  if (open === undefined) return [];
  const raise = calleeText(context, open.call);
  return [
    {
      event: eventName(analysis, handler),
      raise,
      by: "effect",
      span: spanOf(open.call),
      registration: spanOf(handler.registration),
      evidence: [
        { what: `handles ${eventName(analysis, handler)}`, at: spanOf(registrationHead(handler)) },
        { what: `\`${raise}\` raises it again`, at: spanOf(open.call) },
      ],
      check: ownCheckOf(context, handler),
      safePredicate: undefined,
    },
  ];

  function conditionsTo({ call, through }: Raise): Condition[] {
    return [...through, call].flatMap((step, index) => {
      const before = index === 0 ? undefined : through[index - 1];
      const home = before === undefined ? handler.fn : (context.bindings.calleeOf(before) ?? handler.fn);
      return conditionsOf(context.tree, step, home);
    });
  }

  function walk(
    fn: FunctionNode,
    through: readonly CallExpression[],
    visitCall: (call: CallExpression, through: readonly CallExpression[]) => void,
  ): void {
    const visit = (node: Node): void => {
      if (node.type === "CallExpression") {
        visitCall(node, through);
        const callee = context.bindings.calleeOf(node);
        if (
          callee !== undefined &&
          callee !== handler.fn &&
          through.length < 3 &&
          !through.some((step) => context.bindings.calleeOf(step) === callee)
        )
          walk(callee, [...through, node], visitCall);
      }
      forEachChild(node, visit);
    };
    visit(fn.body);
  }
}

function registrationHead({ registration }: Handler): Node {
  return registration.type === "CallExpression" || registration.type === "NewExpression"
    ? registration.callee
    : registration;
}

/** Whether the SDK itself leaves out what the program has caused. */
function filtersOwn(analysis: LoopAnalysis, { found: { row }, registration }: Handler): boolean {
  if (row.filtersOwn !== true) return false;
  const unless = row.filtersOwnUnless;
  if (unless === undefined || (registration.type !== "CallExpression" && registration.type !== "NewExpression"))
    return true;
  const [given] = argumentsAt(analysis.context, registration, unless.option);
  const value = given && constantOf(analysis.context, given.node);
  return value === undefined || !unless.values.includes(value);
}

function raisesEvent(analysis: LoopAnalysis, handler: Handler, call: CallExpression): boolean {
  const { context } = analysis;
  const { row, packageName } = handler.found;
  const entity = context.bindings.entityOf(call.callee);
  // A call that the user names as a model call is known by its written name only.
  const isRaise =
    entity.kind === "package"
      ? [entity, ...sentBy(analysis, entity, call)].some(({ name, path }) =>
          isAmong(analysis, row.raisedBy, packageName, name, path),
        )
      : row.asksModel === true &&
        analysis.calls.at(call) !== undefined &&
        analysis.calls.at(call)?.how === "model" &&
        endsLike(call, row.raisedBy);
  if (!isRaise) return false;
  if (row.sameObject === true && !isSameObject(analysis, handler.registration, call)) return false;
  return !isQueue(row) || isSameTopic(analysis, handler, call);
}

type PackageEntity = Extract<Entity, { kind: "package" }>;

/** A queue holds what is put in: it goes round by what the model says only if that is a part of it, or of what the next turn reads. */
function isQueue({ topic, subscribed }: ChannelRow): boolean {
  return topic !== undefined || subscribed !== undefined;
}

/** The request object that a call only sends says what it does: `client.send(new SendMessageCommand({ … }))`. */
function sentBy({ context }: LoopAnalysis, sender: PackageEntity, call: CallExpression): PackageEntity[] {
  return findRows(context, sender, "sends").flatMap(({ row: { command } }) =>
    argumentsAt(context, call, command).flatMap(({ node }) => {
      const sent = context.bindings.entityOf(node);
      return sent.kind === "package" ? [sent] : [];
    }),
  );
}

/** `client.session.prompt` is written like the end of `OpencodeClient#.session.prompt`. */
function endsLike(call: CallExpression, paths: readonly string[]): boolean {
  const written = dottedName(call.callee);
  return written !== undefined && paths.some((path) => written.endsWith(path.slice(path.indexOf("#.") + 1)));
}

function isAmong(
  { context: { catalogue } }: LoopAnalysis,
  paths: readonly string[],
  home: string,
  name: string,
  path: string,
): boolean {
  const at = catalogue.normalise(name, path);
  const family = catalogue.sdks.find((sdk) => sdk.packages.includes(catalogue.packageOf(home) ?? home))?.packages ?? [];
  return paths.some((wanted) => {
    const colon = wanted.lastIndexOf(":");
    if (colon >= 0)
      return (
        at.path === wanted.slice(colon + 1) &&
        at.packageName === (catalogue.packageOf(wanted.slice(0, colon)) ?? wanted.slice(0, colon))
      );
    return at.path === wanted && family.includes(at.packageName);
  });
}

function isSameObject({ context }: LoopAnalysis, registration: Node, call: CallExpression): boolean {
  const a =
    registration.type === "CallExpression" || registration.type === "NewExpression"
      ? bare(registration.callee)
      : registration;
  const b = bare(call.callee);
  if (a.type !== "MemberExpression" || b.type !== "MemberExpression") return false;
  const place = objectPlace(context, a.object, undefined);
  return place !== undefined && place === objectPlace(context, b.object, undefined);
}

function isSameTopic(
  analysis: LoopAnalysis,
  { found: { row, packageName }, registration }: Handler,
  call: CallExpression,
): boolean {
  const { context } = analysis;
  if (registration.type !== "CallExpression" && registration.type !== "NewExpression") return false;
  const path = row.raisedTopic ?? findRows(context, context.bindings.entityOf(call.callee), "effect")[0]?.row.topic;
  if (path === undefined) return false;
  const raised = argumentsAt(context, call, path).map(({ node }) => topicOf(analysis, node));
  const { subscribed } = row;
  // Some consumers are told apart from their handler what they listen to: `consumer.subscribe({ topic })`.
  const heard =
    subscribed === undefined
      ? argumentsAt(context, registration, row.topic ?? "")
      : context.tree.calls.flatMap((other) => {
          const entity = context.bindings.entityOf(other.callee);
          return entity.kind === "package" &&
            isAmong(analysis, [subscribed.by], packageName, entity.name, entity.path) &&
            isSameObject(analysis, registration, other)
            ? subscribed.topics.flatMap((topic) => argumentsAt(context, other, topic))
            : [];
        });
  return heard.some(({ node }) => {
    const topic = topicOf(analysis, node);
    return topic !== undefined && raised.includes(topic);
  });
}

/** A topic as far as two of them can be compared: its text, or the one variable that holds it. */
function topicOf({ context }: LoopAnalysis, node: Node): string | undefined {
  const text = constantOf(context, node);
  if (text !== undefined) return JSON.stringify(text);
  const value = bare(node);
  const variable = value.type === "Identifier" ? context.scopes.variableOf(value) : undefined;
  return variable?.kind === "import" || variable?.kind === "const"
    ? `variable ${variable.identifier.range[0]}`
    : undefined;
}

function eventName(analysis: LoopAnalysis, { found: { row }, registration }: Handler): string {
  const { context } = analysis;
  if (registration.type === "CallExpression" || registration.type === "NewExpression") {
    const path = row.topic ?? row.event;
    const given = path === undefined ? undefined : argumentsAt(context, registration, path)[0]?.node;
    const text = given && constantOf(context, given);
    if (typeof text === "string") return `\`${text}\``;
    if (given !== undefined) return `\`${textOf(context, given, 40)}\``;
  }
  return `\`${row.events?.[0] ?? "event"}\``;
}

// Answers that send the event round

/** Object literals by which a handler asks for another turn: `{ decision: "block" }`. */
function returnTriggers(analysis: LoopAnalysis, handlers: readonly Handler[]): SelfTrigger[] {
  const { context } = analysis;
  const rows = [...handlers.map(({ found }) => found.row), ...plainRows(analysis)].filter(
    ({ raisedByReturn }) => raisedByReturn !== undefined,
  );
  if (rows.length === 0) return [];
  const found: SelfTrigger[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if ((node.type === "ObjectExpression" || node.type === "CallExpression") && !seen.has(node)) {
      const trigger = returnTrigger(analysis, handlers, rows, node);
      if (trigger !== undefined) {
        seen.add(node);
        found.push(trigger);
      }
    }
    forEachChild(node, visit);
  };
  visit(context.tree.program);
  return found;
}

/** Channels whose events come as plain data, when the file reads the property that names them. */
function plainRows({ context: { catalogue, tree } }: LoopAnalysis): ChannelRow[] {
  let rows = namedRows.get(catalogue);
  if (rows === undefined) {
    rows = catalogue.sdks.flatMap((sdk) =>
      sdk.rows.filter((row): row is ChannelRow => row.kind === "channel" && row.namedBy !== undefined),
    );
    namedRows.set(catalogue, rows);
  }
  return rows.filter(({ namedBy }) => namedBy !== undefined && tree.names.has(namedBy));
}

const namedRows = new WeakMap<Catalogue, readonly ChannelRow[]>();

function returnTrigger(
  analysis: LoopAnalysis,
  handlers: readonly Handler[],
  rows: readonly ChannelRow[],
  answer: ObjectExpression | CallExpression,
): SelfTrigger | undefined {
  const { context } = analysis;
  for (const row of rows) {
    if (
      answer.type === "CallExpression"
        ? !exitsWith(analysis, answer, row.raisedByExit)
        : row.raisedByReturn === undefined || !says(analysis, answer, row.raisedByReturn)
    )
      continue;
    const home =
      answer.type === "CallExpression" ? { node: context.tree.ownerOf(answer) } : homeOfAnswer(analysis, answer);
    if (home === undefined) continue;
    const handler = handlers.find(({ found, fn }) => found.row === row && fn === home.node);
    const terms: EventTerms = {
      handler: isFunction(home.node) ? home.node : undefined,
      selfSigns: row.selfSigns,
      events: row.events ?? [],
    };
    const conditions = conditionsOf(context.tree, answer, home.node);
    if (handler === undefined && (row.namedBy === undefined || !isNamedEvent(analysis, row, home.node, conditions)))
      continue;
    if (conditions.some((condition) => letsOwnPass(analysis, terms, condition) !== "yes")) continue;
    const event = `\`${row.events?.[0] ?? "event"}\``;
    return {
      event,
      raise: textOf(context, answer, 40),
      by: "return",
      span: spanOf(answer),
      registration: spanOf(home.node.type === "Program" ? answer : home.node),
      evidence: [{ what: `this answer to ${event} sends the model round again`, at: spanOf(answer) }],
      check: isFunction(home.node)
        ? ownCheckOf(context, {
            found: { row, packageName: "", path: "", certain: true },
            registration: home.node,
            fn: home.node,
          })
        : undefined,
      safePredicate: undefined,
    };
  }
  return undefined;
}

function says(
  { context }: LoopAnalysis,
  answer: ObjectExpression,
  { option, values }: NonNullable<ChannelRow["raisedByReturn"]>,
): boolean {
  const property = findProperty(answer, option.replace(/^return\./, ""));
  const value = property && constantOf(context, property.value);
  return value !== undefined && values.includes(value);
}

function exitsWith({ context }: LoopAnalysis, call: CallExpression, code: number | undefined): boolean {
  const [given] = call.arguments;
  return (
    code !== undefined &&
    dottedName(call.callee) === "process.exit" &&
    given !== undefined &&
    given.type !== "SpreadElement" &&
    constantOf(context, given) === code
  );
}

/** Who gives the answer: the function that returns it, or the script that prints it. */
function homeOfAnswer({ context }: LoopAnalysis, answer: Node): { readonly node: Node } | undefined {
  const { tree } = context;
  let child = answer;
  for (let up = tree.parentOf(child); up !== undefined; child = up, up = tree.parentOf(up)) {
    switch (up.type) {
      case "ReturnStatement":
        return { node: tree.ownerOf(up) };
      case "ArrowFunctionExpression":
        return up.body === child ? { node: up } : undefined;
      case "CallExpression": {
        const name = dottedName(up.callee);
        if (name === "JSON.stringify" || name === "Promise.resolve") break;
        if (name !== "console.log" && name !== "process.stdout.write") return undefined;
        return { node: tree.ownerOf(up) };
      }
      case "ConditionalExpression":
      case "LogicalExpression":
      case "TemplateLiteral":
      case "BinaryExpression":
      case "AwaitExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Whether the answer is one to the event of the row: by the conditions it stands under, or by the table its function stands in. */
function isNamedEvent(
  { context }: LoopAnalysis,
  row: ChannelRow,
  home: Node,
  conditions: readonly Condition[],
): boolean {
  const holder = context.tree.parentOf(home);
  const key = holder?.type === "Property" ? keyName(holder) : undefined;
  if (key !== undefined && row.events?.includes(key) === true) return true;
  return conditions.some(({ test, equals }) => {
    const expression = bare(test);
    const sides =
      equals !== undefined
        ? [expression, equals]
        : expression.type === "BinaryExpression"
          ? [expression.left, expression.right]
          : [];
    const isName = sides.some((side) => row.namedBy !== undefined && (dottedName(side) ?? "").endsWith(row.namedBy));
    return isName && sides.some((side) => row.events?.some((event) => event === constantOf(context, side)) === true);
  });
}
