import type { ArgumentPath } from "../catalogue/schema.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { HOLE, literalText } from "../file/literal-text.js";
import { joined, placeOfParameter } from "../bind/parameter-places.js";
import { bare, isFunction } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { kindOfRequest, methodOfRow } from "./http-requests.js";
import type { RequestKind } from "./http-requests.js";

/**
 * A function that sends the request its callers describe: `request(path, { method: "POST" })`.
 *
 * Plain data: a summary carries it to the files that call the function.
 */
export interface RequestHelper {
  /** The URL as far as the helper writes it, with `CALLER` where what the caller gives goes in. */
  readonly url: string;
  /** Where in a call of the helper that part of the URL stands; absent when the helper writes all of it. */
  readonly urlAt: ArgumentPath | undefined;
  /** The method the helper writes, or where in a call of it the method stands. */
  readonly method: { readonly written: string } | { readonly at: ArgumentPath };
  readonly bodyAt: ArgumentPath | undefined;
}

/** Stands in the URL of a helper for what its caller gives. */
const CALLER = "\u0001";
const MAX_DEPTH = 6;

const known = new WeakMap<FunctionNode, RequestHelper | false>();

/** The request that a function sends for its callers, when they choose the place or the method of it. */
export function findRequestHelper(context: FileContext, fn: FunctionNode): RequestHelper | undefined {
  let helper = known.get(fn);
  if (helper === undefined) known.set(fn, (helper = readRequestHelper(context, fn) ?? false));
  return helper === false ? undefined : helper;
}

function readRequestHelper(context: FileContext, fn: FunctionNode): RequestHelper | undefined {
  for (const call of context.tree.callsIn(fn)) {
    for (const { row, certain } of findRows(context, context.bindings.entityOf(call.callee), "effect")) {
      if (row.url === undefined || !certain) continue;
      const url = readArgument(context, call, row.url);
      if (url.state !== "given") continue;
      const places = new Set(placesIn(context, fn, url.node));
      const method = methodGiven(context, fn, call, row.method) ?? written(methodOfRow(context, call, row));
      const [urlAt] = places;
      if (method === undefined || places.size > 1 || (urlAt === undefined && "written" in method)) continue;
      return {
        url: urlText(context, fn, url.node),
        urlAt,
        method,
        bodyAt: row.body === undefined ? undefined : givenAt(context, fn, call, row.body),
      };
    }
  }
  return undefined;
}

function written(method: string | undefined): RequestHelper["method"] | undefined {
  return method === undefined ? undefined : { written: method };
}

/** Where the callers of a helper say which method it uses. */
function methodGiven(
  context: FileContext,
  fn: FunctionNode,
  call: CallExpression,
  option: ArgumentPath | undefined,
): RequestHelper["method"] | undefined {
  const at = option === undefined ? undefined : givenAt(context, fn, call, option);
  return at === undefined ? undefined : { at };
}

/** Where in a call of the function a part of a call inside of it stands: by a parameter, a part of one, or one that is spread into the options. */
function givenAt(
  context: FileContext,
  fn: FunctionNode,
  call: CallExpression,
  path: ArgumentPath,
): ArgumentPath | undefined {
  const given = readArgument(context, call, path);
  if (given.state === "given") return placeOfParameter(context, fn, given.node);
  const [index = "", ...names] = path.split(".");
  const options = call.arguments[Number(index)];
  if (options === undefined || options.type === "SpreadElement" || given.state === "absent" || names.length !== 1)
    return undefined;
  const value = definedAs(context, options);
  if (value.type !== "ObjectExpression") return joined(placeOfParameter(context, fn, value), names);
  const spread = value.properties.findLast((part) => part.type === "SpreadElement");
  return spread?.type === "SpreadElement" ? joined(placeOfParameter(context, fn, spread.argument), names) : undefined;
}

/** The parameters of which a URL is made, also through constants and both sides of a choice. */
function placesIn(context: FileContext, fn: FunctionNode, url: Node): ArgumentPath[] {
  return textParts(context, fn, url).flatMap((part) => (typeof part === "string" ? [] : [part.at]));
}

function urlText(context: FileContext, fn: FunctionNode, url: Node): string {
  return textParts(context, fn, url)
    .map((part) => (typeof part === "string" ? part : CALLER))
    .join("");
}

type TextPart = string | { readonly at: ArgumentPath };

function textParts(context: FileContext, fn: FunctionNode, node: Node, depth = 0): TextPart[] {
  const value = bare(node);
  if (depth > MAX_DEPTH) return [HOLE];
  const inner = (part: Node): TextPart[] => textParts(context, fn, part, depth + 1);
  switch (value.type) {
    case "TemplateLiteral":
      return value.quasis.flatMap((quasi, index) => {
        const next = value.expressions[index];
        return [quasi.value.cooked ?? "", ...(next === undefined ? [] : inner(next))];
      });
    case "BinaryExpression":
      return [...inner(value.left), ...inner(value.right)];
    case "ConditionalExpression":
      // `path.startsWith("http") ? path : base + path`: the longer way shows more.
      return [inner(value.consequent), inner(value.alternate)].sort((a, b) => b.length - a.length)[0] ?? [];
    case "NewExpression": {
      const [first] = value.arguments;
      return first === undefined || first.type === "SpreadElement" ? [HOLE] : inner(first);
    }
    case "Identifier": {
      const at = placeOfParameter(context, fn, value);
      if (at !== undefined) return [{ at }];
      const meant = definedAs(context, value);
      return meant === value ? [literalText(context, value)] : inner(meant);
    }
    case "MemberExpression": {
      const at = placeOfParameter(context, fn, value);
      return [at === undefined ? HOLE : { at }];
    }
    default:
      return [literalText(context, value)];
  }
}

/** What a call of a request helper does, by what it tells the helper. */
export function requestThrough(context: FileContext, call: CallExpression, helper: RequestHelper): RequestKind {
  const method = "written" in helper.method ? helper.method.written : textAt(context, call, helper.method.at);
  const url = helper.urlAt === undefined ? undefined : textAt(context, call, helper.urlAt);
  const body = helper.bodyAt === undefined ? undefined : readArgument(context, call, helper.bodyAt);
  return kindOfRequest(context, {
    method: method === undefined || method.includes(HOLE) ? undefined : method.trim().toUpperCase(),
    url: helper.url.replace(CALLER, () => url ?? HOLE),
    body: body?.state === "given" && !isFunction(body.node) ? body.node : undefined,
  });
}

function textAt(context: FileContext, call: CallExpression, path: ArgumentPath): string | undefined {
  const argument = readArgument(context, call, path);
  if (argument.state !== "given") return undefined;
  const value = definedAs(context, argument.node);
  // `all ? "/replyAll" : "/reply"`: both say the same of what is done.
  return literalText(context, value.type === "ConditionalExpression" ? value.consequent : value);
}
