import type { EffectRow, ReplyShape } from "../catalogue/schema.js";
import { bare, findProperty, isFunction, propertyName } from "../syntax/node.js";
import type { CallExpression, Node, ObjectExpression } from "../syntax/node.js";
import { readArgument } from "../file/argument-paths.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { HOLE, literalText } from "../file/literal-text.js";

/** A request to a model over HTTP. */
export interface ModelRequest {
  readonly reply: ReplyShape | undefined;
  /** Why it is one, for messages. */
  readonly because: string;
}

/** Names of functions that send something and wait for the answer. */
const SENDS = /fetch|request|post|http|send|axios|complet|stream|call|chat|query|invoke/i;
const SENDS_HTTP = /fetch|request|post|http|axios/i;
/** `prepareRequest`, `toHttpBody`, `onRequest`: what only makes, reads or hears of a request sends none. */
const ONLY_MAKES =
  /^(?:prepare|build|create|compose|format|parse|validate|normali[sz]e|transform|convert|resolve|enrich|sanitize|encode|decode|serialize|log|record|save|is|to|on|from|with)(?![a-z])/;
/** Beside the messages, what only a model wants to know. */
const MODEL_OPTIONS = ["model", "temperature", "max_tokens", "max_completion_tokens", "tools", "tool_choice", "top_p"];
const MAX_DEPTH = 6;

/**
 * Recognises a request to a model's endpoint, sent by the platform, by a library or by a helper of
 * the program itself.
 */
export function readEndpointRequest(context: FileContext, call: CallExpression): ModelRequest | undefined {
  const row = requestRow(context, call);
  if (row === undefined && !isOwnHelper(context, call, SENDS)) return undefined;
  const urls =
    row === undefined
      ? writtenUrls(context, call)
      : argumentsOf(context, call, row.url ?? "0").map((url) => literalText(context, url));
  for (const url of urls) {
    const endpoint = context.catalogue.findEndpoint(url);
    if (endpoint !== undefined)
      return { reply: endpoint.row.reply, because: `the request goes to ${endpoint.row.url}` };
  }
  return undefined;
}

/** Recognises a request by its body, when nobody can tell where it goes: messages and what only a model wants to know. */
export function readPromptRequest(context: FileContext, call: CallExpression): ModelRequest | undefined {
  const row = requestRow(context, call);
  if (row === undefined && !isOwnHelper(context, call, SENDS_HTTP)) return undefined;
  const bodies = row === undefined ? call.arguments : argumentsOf(context, call, row.body ?? "1.body");
  return bodies.some((body) => holdsPrompt(context, body, 0))
    ? { reply: undefined, because: "the request sends messages and the options of a model" }
    : undefined;
}

function requestRow(context: FileContext, call: CallExpression): EffectRow | undefined {
  const entity = context.bindings.entityOf(call.callee);
  return findRows(context, entity, "effect").find(({ row }) => row.url !== undefined || row.method !== undefined)?.row;
}

function argumentsOf(context: FileContext, call: CallExpression, path: string): readonly Node[] {
  const argument = readArgument(context, call, path);
  return argument.state === "given" ? [argument.node] : [];
}

/** A function of the program, or one nobody knows, that is waited for and has the name of one that sends. */
function isOwnHelper(context: FileContext, call: CallExpression, names: RegExp): boolean {
  const callee = bare(call.callee);
  const name =
    callee.type === "Identifier" ? callee.name : callee.type === "MemberExpression" ? propertyName(callee) : undefined;
  if (name === undefined || !names.test(name) || ONLY_MAKES.test(name)) return false;
  const entity = context.bindings.entityOf(callee);
  // What a known package does is for its rows to say, and the platform sends nothing but by `fetch`.
  if (
    entity.kind === "package" &&
    (context.catalogue.packageOf(entity.name) !== undefined || entity.name.startsWith("node:"))
  )
    return false;
  // A server says what it answers on: `app.post("/v1/chat/completions", handler)`.
  if (call.arguments.length === 0 || call.arguments.some((argument) => isFunction(argument))) return false;
  return isWaitedFor(context, call);
}

function isWaitedFor(context: FileContext, call: CallExpression): boolean {
  for (
    let node: Node = call, up = context.tree.parentOf(node);
    up !== undefined;
    node = up, up = context.tree.parentOf(up)
  ) {
    switch (up.type) {
      case "AwaitExpression":
      case "YieldExpression":
      case "ReturnStatement":
        return true;
      case "ArrowFunctionExpression":
        return up.body === node;
      case "MemberExpression":
        // `.then(…)` waits as well.
        if (up.object !== node) return false;
        break;
      case "CallExpression":
        if (up.callee !== node) return false;
        break;
      default:
        if (bare(up) !== bare(node)) return false;
    }
  }
  return false;
}

/** The URLs that stand in the arguments, alone or as an option. */
function writtenUrls(context: FileContext, call: CallExpression): string[] {
  return call.arguments
    .flatMap((argument): string[] => {
      const value = bare(argument);
      if (value.type !== "ObjectExpression") return [literalText(context, value)];
      return ["url", "uri", "endpoint", "path"].flatMap((key) => {
        const property = findProperty(value, key);
        return property === undefined ? [] : [literalText(context, property.value)];
      });
    })
    .filter((text) => text.includes("/") || text.includes(":"))
    .filter((text) => !/\s/.test(text.replaceAll(HOLE, "")));
}

/** Whether a value is, or is made from, an object with messages and options of a model. */
function holdsPrompt(context: FileContext, node: Node, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const value = bare(node);
  switch (value.type) {
    case "ObjectExpression": {
      if (isPrompt(value)) return true;
      const body = ["body", "data", "json", "payload"].flatMap((key) => findProperty(value, key)?.value ?? []);
      return body.some((inner) => holdsPrompt(context, inner, depth + 1));
    }
    case "CallExpression": {
      const callee = bare(value.callee);
      const [first] = value.arguments;
      return (
        callee.type === "MemberExpression" &&
        propertyName(callee) === "stringify" &&
        first !== undefined &&
        holdsPrompt(context, first, depth + 1)
      );
    }
    case "Identifier": {
      const variable = context.scopes.variableOf(value);
      if (
        variable?.definition.type !== "VariableDeclarator" ||
        variable.definition.id !== variable.identifier ||
        !variable.definition.init
      )
        return false;
      return holdsPrompt(context, variable.definition.init, depth + 1);
    }
    default:
      return false;
  }
}

function isPrompt(object: ObjectExpression): boolean {
  const has = (name: string): boolean => findProperty(object, name) !== undefined;
  if (has("contents") && (has("generationConfig") || has("systemInstruction"))) return true;
  if (has("messages")) return MODEL_OPTIONS.some(has);
  return has("prompt") && has("model") && (has("max_tokens") || has("temperature") || has("stream"));
}
