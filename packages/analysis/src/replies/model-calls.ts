import type { TSESTree } from "@typescript-eslint/types";
import { callbackUse, runnersOf } from "../flow/callbacks.js";
import type { ModelCallRow, ReplyShape, RunRow } from "../catalogue/schema.js";
import { bare, dottedName, findProperty, isClass, isFunction, keyName, propertyName, settled } from "../syntax/node.js";
import type { CallExpression, ClassNode, FunctionNode, MemberExpression, Node } from "../syntax/node.js";
import type { Variable } from "../syntax/scopes.js";
import { calledOn } from "../bind/called-on.js";
import { toldWay } from "../project/told-way.js";
import type { FunctionShape } from "../project/module-summary.js";
import type { RemoteCall } from "../project/project.js";
import { calleeText, contractOfCall, findRows, howKnown, isNamed } from "../file/file-context.js";
import type { FileContext, FoundRow } from "../file/file-context.js";
import type { Certainty } from "../model/file-model.js";
import type { Evidence } from "../model/judgement.js";
import { readHandedWork } from "./handed-work.js";
import { maySendPrompt } from "./sent-prompt.js";
import { readEndpointRequest, readPromptRequest } from "./model-requests.js";
import type { ModelRequest } from "./model-requests.js";
import { sentCommandRows } from "./sent-commands.js";
import { addTo } from "../syntax/groups.js";

/** A call that asks a language model, directly or through functions. */
export interface RecognisedCall {
  readonly node: CallExpression;
  readonly callee: string;
  /** `wrapper`: a function that makes the call; `run`: a framework call that loops inside. */
  readonly how: "model" | "run" | "wrapper";
  readonly certainty: Certainty;
  readonly row: FoundRow<ModelCallRow> | FoundRow<RunRow> | undefined;
  /** Where the parts of the reply are; `undefined` when only the usual names are known. */
  readonly reply: ReplyShape | undefined;
  /** The part of the reply that comes back, when a wrapper hands back less than all of it. */
  readonly replyPath: readonly string[];
  /** The function of this file that a wrapper call runs. */
  readonly fn: FunctionNode | undefined;
  readonly evidence: readonly Evidence[];
  readonly streams: boolean;
}

export interface ModelCalls {
  readonly all: readonly RecognisedCall[];
  at(call: Node): RecognisedCall | undefined;
  isEmpty(): boolean;
  /** The first model call a function makes, itself or through what it calls. */
  madeBy(fn: FunctionNode): RecognisedCall | undefined;
}

/** Those of a file whose text says that it asks no model. */
export const NO_MODEL_CALLS: ModelCalls = {
  all: [],
  at: () => undefined,
  isEmpty: () => true,
  madeBy: () => undefined,
};

const STRONG_SIGNS = new Set([
  "tool_calls",
  "toolCalls",
  "stop_reason",
  "finish_reason",
  "finishReason",
  "stopReason",
  "functionCalls",
  "function_call",
]);
const USAGE_SIGNS = new Set(["usage", "usageMetadata", "usage_metadata", "totalTokens", "total_tokens"]);
const TEXT_SIGNS = new Set(["text", "content", "message"]);
/** A call that fetches something stored gets a stored reply, not a new one. */
const READS_STORED =
  /^(?:get|load|find|read|select|query|list|parse|json|restore|resume|peek|recall|map|filter|at|pop|shift|then|all|push|has|is)/i;
/** Hooks and handlers are told of a reply, and answer with what to make of it. */
const HEARS_OF_REPLY = /[hH]ooks?$|^on[A-Z]|^(?:emit|notify)/;
/** Without one of these words no call is shaped like a model call: neither by what comes back, nor by what is sent. */
const SHAPES =
  /tool_?calls|stop_?reason|finish_?reason|function_?calls?|choices|usage|total_?tokens|messages|contents|prompt/i;
const READS_BODY = new Set(["json", "text", "body"]);

export function readModelCalls(context: FileContext): ModelCalls {
  const { tree, bindings } = context;
  const direct = new Map<CallExpression, RecognisedCall>();
  const byOwner = new Map<Node, RecognisedCall[]>();
  const undecided: CallExpression[] = [];

  for (const call of tree.calls) {
    const recognised = recogniseDirect(context, call);
    if (recognised !== undefined) add(recognised);
    else undecided.push(call);
  }

  function add(recognised: RecognisedCall): void {
    direct.set(recognised.node, recognised);
    for (const owner of runnersOf(tree, recognised.node)) addTo(byOwner, owner, recognised);
  }

  const handed = readHandedWork(context);
  const wrappers = new Map<FunctionNode, Map<ClassNode | undefined, RecognisedCall | null>>();
  /** A function whose result is used as a reply in one place gives one wherever it is called. */
  const usedAsReply = new Map<FunctionNode, RecognisedCall>();
  const viaWrapper = new Map<CallExpression, RecognisedCall | null>();
  let callsByOwner: Map<Node, CallExpression[]> | undefined;

  /** @param self The class of the object it is called on, when that fills in what the function's own class leaves open. */
  function madeBy(fn: FunctionNode, self?: ClassNode): RecognisedCall | undefined {
    const answers = wrappers.get(fn) ?? new Map<ClassNode | undefined, RecognisedCall | null>();
    wrappers.set(fn, answers);
    const known = answers.get(self);
    if (known !== undefined) return known ?? undefined;
    answers.set(self, null);
    let made = byOwner.get(fn)?.[0];
    if (made === undefined) {
      callsByOwner ??= groupByOwner();
      for (const call of callsByOwner.get(fn) ?? []) {
        const own = self && ownMethod(call, self);
        const callee = own ?? bindings.calleeOf(call);
        // What it is handed is its caller's: another one may hand over something else.
        if (callee === undefined && handed.runsHanded(call)) continue;
        made = (callee === undefined ? undefined : madeBy(callee, own && self)) ?? at(call);
        if (made !== undefined) break;
      }
    }
    made ??= usedAsReply.get(fn);
    answers.set(self, made ?? null);
    return made;
  }

  /** The method that `this.step()` runs on an object of the class. */
  function ownMethod(call: CallExpression, self: ClassNode): FunctionNode | undefined {
    const callee = bare(call.callee);
    const name =
      callee.type === "MemberExpression" && callee.object.type === "ThisExpression" ? propertyName(callee) : undefined;
    const member = name === undefined ? undefined : bindings.memberOf({ kind: "instance", node: self }, name);
    return member?.kind === "function" ? member.node : undefined;
  }

  /** The class of the object a method is called on, when it is another one than the method's own. */
  function otherClass(call: CallExpression, fn: FunctionNode): ClassNode | undefined {
    const callee = bare(call.callee);
    const object =
      callee.type !== "MemberExpression"
        ? undefined
        : callee.object.type === "Super"
          ? tree.classOf(callee)
          : bindings.entityOf(callee.object);
    const self =
      object === undefined || "body" in object ? object : object.kind === "instance" ? object.node : undefined;
    return self === tree.classOf(fn) ? undefined : self;
  }

  function groupByOwner(): Map<Node, CallExpression[]> {
    const groups = new Map<Node, CallExpression[]>();
    for (const call of tree.calls) for (const owner of runnersOf(tree, call)) addTo(groups, owner, call);
    return groups;
  }

  if (context.settings.evidence !== "proven" && SHAPES.test(context.file.text)) {
    for (const call of undecided) {
      const fn = bindings.calleeOf(call);
      if (fn !== undefined && (!fn.async || madeBy(fn) !== undefined)) continue;
      const shaped =
        asRequest(context, call, readPromptRequest(context, call), "shaped") ?? recogniseByUse(context, call);
      // What another file is known to do says more than how its result is used.
      if (shaped !== undefined && fn === undefined && at(call) !== undefined) continue;
      if (shaped === undefined) continue;
      add(shaped);
      if (fn !== undefined) usedAsReply.set(fn, shaped);
    }
    // Answers about wrappers were cached while shaped calls were still unknown.
    wrappers.clear();
    viaWrapper.clear();
  }

  function at(node: Node): RecognisedCall | undefined {
    if (node.type !== "CallExpression") return undefined;
    const found = direct.get(node);
    if (found !== undefined) return found;
    const known = viaWrapper.get(node);
    if (known !== undefined) return known ?? undefined;
    const wrapper = recogniseWrapper(node);
    viaWrapper.set(node, wrapper ?? null);
    return wrapper;
  }

  function recogniseWrapper(node: CallExpression): RecognisedCall | undefined {
    const fn = bindings.calleeOf(node);
    if (fn !== undefined) {
      const self = otherClass(node, fn);
      const made = (self && madeBy(fn, self)) ?? madeBy(fn);
      if (made === undefined) return recogniseHandedOver(node);
      const callee = calleeText(context, node);
      return {
        node,
        callee,
        how: "wrapper",
        certainty: made.certainty,
        row: undefined,
        reply: undefined,
        replyPath: [],
        fn,
        evidence: [
          {
            what: `\`${callee}\` asks the model through \`${made.callee}\``,
            at: { start: made.node.range[0], end: made.node.range[1] },
          },
          ...made.evidence,
        ],
        streams: made.streams,
      };
    }
    const asksHanded = handed.askedBy(node, madeBy);
    if (asksHanded !== undefined) return asksHanded;
    const entity = bindings.entityOf(node.callee);
    if (entity.kind !== "remote" || entity.shape.kind !== "function") return recogniseHandedOver(node);
    const callee = calleeText(context, node);
    const asked =
      askedThroughArgument(context, node, entity.shape) ??
      context.project?.askedBy(entity.shape, calledOn(context, node));
    if (asked?.callsModel !== "yes") return recogniseHandedOver(node);
    return {
      node,
      callee,
      how: "wrapper",
      certainty: "proven",
      row: undefined,
      reply: asked.reply?.shape,
      replyPath: asked.reply?.path ?? [],
      fn: undefined,
      evidence: [toldWay(`\`${callee}\` asks the model`, asked.via)],
      streams: false,
    };
  }

  /** `await retry(ask)`: what is handed to a call that is waited for is called by it. */
  function recogniseHandedOver(node: CallExpression): RecognisedCall | undefined {
    if (tree.parentOf(node)?.type !== "AwaitExpression" || callbackUse(node.callee, false) === "later")
      return undefined;
    for (const argument of node.arguments) {
      const value = bare(argument);
      if (value.type !== "Identifier" && value.type !== "MemberExpression") continue;
      const entity = bindings.entityOf(value);
      const made = entity.kind === "function" ? madeBy(entity.node) : undefined;
      const asked =
        entity.kind === "remote" && entity.shape.kind === "function"
          ? context.project?.askedBy(entity.shape)
          : undefined;
      if (made === undefined && asked?.callsModel !== "yes") continue;
      const callee = calleeText(context, node);
      const through = dottedName(value) ?? callee;
      return {
        node,
        callee,
        how: "wrapper",
        certainty: made?.certainty ?? "proven",
        row: undefined,
        reply: made?.reply ?? asked?.reply?.shape,
        replyPath: made?.replyPath ?? asked?.reply?.path ?? [],
        fn: undefined,
        evidence: [
          {
            what: `\`${callee}\` calls \`${through}\`, which asks the model`,
            at: { start: node.range[0], end: node.range[1] },
          },
          ...(made?.evidence ?? []),
        ],
        streams: false,
      };
    }
    return undefined;
  }

  let empty: boolean | undefined;

  /** Whether no call of the file reaches a model, not even through another file. */
  function isEmpty(): boolean {
    return (empty ??= direct.size === 0 && !tree.calls.some((call) => at(call) !== undefined));
  }

  return { all: [...direct.values()], isEmpty, at, madeBy };
}

/** A helper of another file that is handed a client: what it calls on the client is looked up here. */
function askedThroughArgument(
  context: FileContext,
  node: CallExpression,
  { id, facts }: FunctionShape,
): RemoteCall | undefined {
  for (const { parameter, members } of facts.onParameters) {
    const argument = node.arguments[parameter];
    if (argument === undefined || argument.type === "SpreadElement") continue;
    let entity = context.bindings.entityOf(argument);
    for (const name of members) entity = context.bindings.memberOf(entity, name);
    const [row] = [...findRows(context, entity, "run"), ...findRows(context, entity, "model-call")];
    if (row !== undefined) return { callsModel: "yes", via: [id, `${row.packageName} ${row.path}`], reply: undefined };
    const asked = entity.kind === "remote" ? context.project?.askedBy(entity.shape) : undefined;
    if (asked?.callsModel === "yes") return { callsModel: "yes", via: [id, ...asked.via], reply: undefined };
  }
  return undefined;
}

function recogniseDirect(context: FileContext, call: CallExpression): RecognisedCall | undefined {
  const entity = context.bindings.entityOf(call.callee);
  const [row] = [
    ...findRows(context, entity, "run"),
    ...findRows(context, entity, "model-call"),
    ...sentCommandRows(context, call),
  ].filter((found) => found.row.kind !== "model-call" || found.row.servesAll !== true || !embeds(context, call));
  if (row !== undefined) {
    const base = baseOf(context, call);
    return {
      ...base,
      how: row.row.kind === "run" ? "run" : "model",
      certainty: "proven",
      row,
      reply: row.row.reply,
      evidence: [
        {
          what: `\`${base.callee}\` is ${row.packageName} \`${row.path}\`${howKnown(context, call)}`,
          at: { start: call.range[0], end: call.range[1] },
        },
      ],
      streams: row.row.streams ?? false,
    };
  }
  if (isNamed(context, call, context.settings.modelCalls)) {
    const base = baseOf(context, call);
    return {
      ...base,
      how: "model",
      certainty: "proven",
      row: undefined,
      reply: undefined,
      evidence: [{ what: `the settings name \`${base.callee}\` as a model call` }],
    };
  }
  if (contractOfCall(context, call)?.what === "modelCall") {
    const base = baseOf(context, call);
    return {
      ...base,
      how: "model",
      certainty: "proven",
      row: undefined,
      reply: undefined,
      evidence: [
        {
          what: `a comment declares \`${base.callee}\` a model call`,
          at: { start: call.range[0], end: call.range[1] },
        },
      ],
    };
  }
  return asRequest(context, call, readEndpointRequest(context, call), "proven");
}

type CallBase = Pick<RecognisedCall, "node" | "callee" | "fn" | "replyPath" | "streams">;

function baseOf(context: FileContext, call: CallExpression): CallBase {
  return { node: call, callee: calleeText(context, call), fn: undefined, replyPath: [], streams: false };
}

/** Whether a call stands in a function or class that is named for embeddings. */
function embeds({ tree }: FileContext, call: CallExpression): boolean {
  for (let up = tree.parentOf(call); up !== undefined; up = tree.parentOf(up)) {
    const name = up.type === "MethodDefinition" ? keyName(up) : isFunction(up) || isClass(up) ? up.id?.name : undefined;
    if (name !== undefined && /embed/i.test(name)) return true;
  }
  return false;
}

/** An HTTP request that is known as one of a model: by its endpoint (`proven`), or by what it is sent with (`shaped`). */
function asRequest(
  context: FileContext,
  call: CallExpression,
  request: ModelRequest | undefined,
  certainty: RecognisedCall["certainty"],
): RecognisedCall | undefined {
  if (request === undefined) return undefined;
  return {
    ...baseOf(context, call),
    how: "model",
    certainty,
    row: undefined,
    reply: request.reply,
    evidence: [{ what: request.because, at: { start: call.range[0], end: call.range[1] } }],
  };
}

/** A call of something unknown whose awaited result is used as only a model's reply is used. */
function recogniseByUse(context: FileContext, call: CallExpression): RecognisedCall | undefined {
  const chunk = chunkOf(context, call);
  if (call.arguments.length === 0 || (chunk === undefined && !isAwaited(context, call))) return undefined;
  const callee = bare(call.callee);
  const name =
    callee.type === "Identifier" ? callee.name : callee.type === "MemberExpression" ? propertyName(callee) : undefined;
  if (name === undefined || READS_STORED.test(name) || READS_BODY.has(name) || HEARS_OF_REPLY.test(name))
    return undefined;
  const entity = context.bindings.entityOf(call.callee);
  // The platform's own functions are no models; and what another file offers is known by its summary.
  if (entity.kind === "package" && (entity.name === "globalThis" || entity.name.startsWith("node:"))) return undefined;
  if (entity.kind === "package" && context.catalogue.findRows(entity.name, entity.path).rows.length > 0)
    return undefined;
  if (!maySendPrompt(call)) return undefined;
  const signs = chunk === undefined ? usesOf(context, call) : usesOfChunk(context, chunk);
  const strong = signs.find(
    (sign) => STRONG_SIGNS.has(sign.name) || sign.name === "choices.message" || sign.name === "choices.delta",
  );
  const sent = listsSent(context, call);
  const accumulates = signs.find((sign) => TEXT_SIGNS.has(sign.name) && isPushedTo(context, sign.node, sent));
  const usage = signs.find((sign) => USAGE_SIGNS.has(sign.name));
  const written = calleeText(context, call);
  const found = strong ?? (accumulates && usage ? accumulates : undefined);
  if (found === undefined) return undefined;
  return {
    node: call,
    callee: written,
    how: "model",
    certainty: "shaped",
    row: undefined,
    reply: undefined,
    replyPath: [],
    fn: undefined,
    streams: false,
    evidence: [
      {
        what: strong
          ? `the result of \`${written}\` is used as a model's reply: \`${found.name}\``
          : `the text that \`${written}\` returns goes into the messages it is sent again, and its tokens are counted`,
        at: { start: found.node.range[0], end: found.node.range[1] },
      },
    ],
  };
}

function isAwaited(context: FileContext, call: CallExpression): boolean {
  const parent = context.tree.parentOf(outermost(context, call));
  return (
    context.tree.parentOf(call)?.type === "AwaitExpression" ||
    parent?.type === "YieldExpression" ||
    parent?.type === "AwaitExpression"
  );
}

/** The variable that gets the parts of what a call streams: `for await (const part of ask(messages))`, also through a constant. */
function chunkOf(context: FileContext, call: CallExpression): Node | undefined {
  const value = outermost(context, call);
  const parent = context.tree.parentOf(value);
  if (parent?.type === "ForOfStatement")
    return parent.await && parent.right === value ? loopVariable(parent) : undefined;
  if (parent?.type !== "VariableDeclarator" || parent.init !== value || parent.id.type !== "Identifier")
    return undefined;
  for (const read of context.scopes.variableOf(parent.id)?.reads ?? []) {
    const loop = context.tree.parentOf(outermost(context, read));
    if (loop?.type === "ForOfStatement" && loop.await && settled(loop.right) === read) return loopVariable(loop);
  }
  return undefined;
}

function loopVariable({ left }: TSESTree.ForOfStatement): Node | undefined {
  return left.type === "VariableDeclaration" ? left.declarations[0].id : undefined;
}

/** What is read of a part, and of the first choice in it: `const delta = part.choices[0].delta`. */
function usesOfChunk(context: FileContext, chunk: Node): Sign[] {
  const signs: Sign[] = [];
  addPattern(context, signs, chunk);
  for (const { name, node } of [...signs]) if (name === "choices") addChoices(context, signs, node);
  return signs;
}

function addChoices(context: FileContext, signs: Sign[], choices: Node): void {
  const parent = context.tree.parentOf(outermost(context, choices));
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") {
    for (const read of context.scopes.variableOf(parent.id)?.reads ?? []) addChoices(context, signs, read);
  }
  const element = parent?.type === "MemberExpression" ? context.tree.parentOf(outermost(context, parent)) : undefined;
  if (element?.type !== "MemberExpression") return;
  const name = propertyName(element);
  if (name !== undefined) signs.push({ name: name === "delta" ? "choices.delta" : name, node: element });
}

interface Sign {
  readonly name: string;
  readonly node: Node;
}

/** The properties that are read from the awaited result of a call. */
function usesOf(context: FileContext, call: CallExpression): Sign[] {
  const signs: Sign[] = [];
  const value = outermost(context, call);
  const parent = context.tree.parentOf(value);
  if (parent?.type === "MemberExpression" && parent.object === value) {
    addMember(context, signs, parent);
  } else if (parent?.type === "VariableDeclarator" && parent.init === value) {
    addPattern(context, signs, parent.id);
  } else if (parent?.type === "AssignmentExpression" && parent.right === value && parent.left.type === "Identifier") {
    const variable = context.scopes.variableOf(parent.left);
    if (variable !== undefined) addReads(context, signs, variable);
  }
  return signs;
}

function outermost(context: FileContext, node: Node): Node {
  let current = node;
  for (
    let up = context.tree.parentOf(current);
    up !== undefined && settled(up) === settled(node);
    up = context.tree.parentOf(up)
  )
    current = up;
  return current;
}

function addPattern(context: FileContext, signs: Sign[], pattern: Node): void {
  if (pattern.type === "Identifier") {
    const variable = context.scopes.variableOf(pattern);
    if (variable !== undefined) addReads(context, signs, variable);
    return;
  }
  if (pattern.type !== "ObjectPattern") return;
  for (const property of pattern.properties) {
    if (property.type === "Property" && property.key.type === "Identifier")
      signs.push({ name: property.key.name, node: property.value });
  }
}

function addReads(context: FileContext, signs: Sign[], variable: Variable): void {
  for (const read of variable.reads) {
    const value = outermost(context, read);
    const parent = context.tree.parentOf(value);
    if (parent?.type === "MemberExpression" && parent.object === value) addMember(context, signs, parent);
    else if (parent?.type === "VariableDeclarator" && parent.init === value && parent.id.type === "ObjectPattern")
      addPattern(context, signs, parent.id);
  }
}

function addMember(context: FileContext, signs: Sign[], member: MemberExpression): void {
  const name = propertyName(member);
  if (name === undefined) return;
  signs.push({ name, node: member });
  if (name !== "choices") return;
  const element = context.tree.parentOf(outermost(context, member));
  const next = element && context.tree.parentOf(outermost(context, element));
  if (element?.type === "MemberExpression" && next?.type === "MemberExpression" && propertyName(next) === "message") {
    signs.push({ name: "choices.message", node: next });
  }
}

/** Names of the lists that go into a call, alone or as a property of its options. */
function listsSent(context: FileContext, call: CallExpression): Set<string> {
  const names = new Set<string>();
  for (const argument of call.arguments) {
    const value = bare(argument);
    const name = dottedName(value);
    if (name !== undefined) names.add(name);
    if (value.type !== "ObjectExpression") continue;
    for (const key of ["messages", "history", "input", "contents"]) {
      const property = findProperty(value, key);
      const written = property && dottedName(property.value);
      if (written !== undefined) names.add(written);
    }
  }
  return names;
}

/** Whether a value goes, by itself or inside a message object, into one of the lists. */
function isPushedTo(context: FileContext, node: Node, lists: ReadonlySet<string>): boolean {
  for (let up = context.tree.parentOf(node); up !== undefined; up = context.tree.parentOf(up)) {
    if (up.type === "CallExpression" && up.callee.type === "MemberExpression" && propertyName(up.callee) === "push") {
      const list = dottedName(up.callee.object);
      return list !== undefined && lists.has(list);
    }
    if (up.type === "ExpressionStatement" || up.type === "BlockStatement") return false;
  }
  return false;
}
