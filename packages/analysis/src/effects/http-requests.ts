import type { EffectRow } from "../catalogue/schema.js";
import { bare, findProperty } from "../syntax/node.js";
import type { CallExpression, NewExpression, Node } from "../syntax/node.js";
import { readArgument } from "../file/argument-paths.js";
import type { FileContext } from "../file/file-context.js";
import { HOLE, literalText } from "../file/literal-text.js";
import { asksOnly } from "./written-statements.js";

/** What an HTTP request does; `asks` when it changes nothing or nobody can tell. */
export type RequestKind = "creates" | "sets" | "removes" | "asks";

/** A request as far as it can be read: without a method nobody can tell what it does. */
export interface Request {
  readonly method: string | undefined;
  readonly url: string;
  readonly body: Node | undefined;
}

/** Reads the method and the place a request goes to. */
export function readRequest(context: FileContext, call: CallExpression | NewExpression, row: EffectRow): RequestKind {
  const url = row.url === undefined ? undefined : readArgument(context, call, row.url);
  const body = row.body === undefined ? undefined : readArgument(context, call, row.body);
  return kindOfRequest(context, {
    method: methodOfRow(context, call, row),
    url: url?.state === "given" ? literalText(context, url.node) : "",
    body: body?.state === "given" ? body.node : undefined,
  });
}

/** Ends of places where a POST brings something into a state, or uses it up: a second one changes nothing, or fails. */
const SETS =
  /(?:^|[/:])(?:(?:batch)?modify|un?trash|trash|move|(?:un)?archive|restore|undelete|enable|disable|(?:de)?activate|pause|resume|(?:un)?lock|(?:un)?star|(?:un)?pin|(?:un)?mute|(?:un)?follow|(?:un)?subscribe|close|reopen|cancel|mark_?(?:as_?)?(?:un)?read|read|approve|reject|accept|decline|confirm|complete|finali[sz]e|resolve|dismiss|acknowledge|publish|unpublish|merge|revoke|drafts\/send|(?:un|de)?register)$/i;
/** Collections in which the same one cannot be twice: a label, a member, a permission. */
const HOLDS_ONCE =
  /(?:^|\/)(?:labels|tags|permissions|collaborators|members|memberships|roles|reactions|followers|stars)$/i;
/** `/messages/{id}/send`: what was written before is sent, and is then no more to be sent. */
const SENDS_RECORD = new RegExp(`${HOLE}/send(?:\\?|$)`);
/** And where it takes everything away. */
const EMPTIES = /(?:^|[/:])(?:(?:batch)?(?:clear|delete)|purge|empty|wipe|destroy)$/i;

/** What a request does, by its method and by what its place and its body say. */
export function kindOfRequest(context: FileContext, { method, url, body }: Request): RequestKind {
  if (method === "PUT") return "sets";
  if (method === "DELETE") return "removes";
  // PATCH mostly sets fields to values, and an unknown method is nobody's evidence.
  if (method !== "POST") return "asks";
  const place = placeIn(url);
  if (place === "" || asksOnly(place) || (body !== undefined && isQuestion(context, body))) return "asks";
  if (EMPTIES.test(place)) return "removes";
  return SETS.test(place) || HOLDS_ONCE.test(place) || SENDS_RECORD.test(url) ? "sets" : "creates";
}

/** The method of a request, in capitals; `undefined` when it cannot be read. */
export function methodOfRow(
  context: FileContext,
  call: CallExpression | NewExpression,
  row: EffectRow,
): string | undefined {
  if (row.method === undefined) {
    const callee = bare(call.callee);
    const name =
      callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
    return row.idempotent === true
      ? row.verb === "delete"
        ? "DELETE"
        : "PUT"
      : /^patch/i.test(name)
        ? "PATCH"
        : "POST";
  }
  const method = readArgument(context, call, row.method);
  if (method.state === "absent") return "GET";
  if (method.state === "unreadable") return undefined;
  const text = literalText(context, method.node);
  return text.includes(HOLE) ? undefined : (text.trim().split(/\s/)[0] ?? "").toUpperCase();
}

/** The path of a URL as far as it is written: what stands behind the host. */
export function placeIn(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, "").split("?")[0] ?? "";
  const written = path
    .split("/")
    .filter(
      (part) =>
        /[a-z]{2}/i.test(part.replaceAll(HOLE, "")) &&
        !/^(?:api|v\d+\w*|rest|latest)$/i.test(part.replaceAll(HOLE, "")),
    );
  return written.map((part) => part.replaceAll(HOLE, "")).join("/");
}

/** A body that asks: GraphQL that is no mutation, or a remote call of a method by name. */
function isQuestion(context: FileContext, body: Node): boolean {
  const value = bare(body);
  const inner = value.type === "CallExpression" ? value.arguments[0] : value;
  if (inner === undefined || inner.type === "SpreadElement") return false;
  const object = bare(inner);
  if (object.type !== "ObjectExpression") return false;
  const has = (name: string): Node | undefined => findProperty(object, name)?.value;
  const query = has("query");
  if (query !== undefined) return !/^\s*mutation\b/.test(literalText(context, query));
  return ["jsonrpc", "prompt", "messages", "model", "question", "q", "expression", "grant_type", "contents"].some(
    (name) => has(name) !== undefined,
  );
}
