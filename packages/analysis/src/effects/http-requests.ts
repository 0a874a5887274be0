import type { EffectRow } from "../catalogue/schema.js";
import { bare } from "../syntax/node.js";
import type { CallExpression, NewExpression } from "../syntax/node.js";
import { readArgument } from "../file/argument-paths.js";
import type { Argument } from "../file/argument-paths.js";
import type { FileContext } from "../file/file-context.js";
import { HOLE, literalText } from "../file/literal-text.js";
import { asksOnly } from "./written-statements.js";

/** What an HTTP request does; `asks` when it changes nothing or nobody can tell. */
export type RequestKind = "creates" | "sets" | "removes" | "asks";

/** Reads the method and the place a request goes to. */
export function readRequest(context: FileContext, call: CallExpression | NewExpression, row: EffectRow): RequestKind {
  const method = methodOf(context, call, row);
  if (method === "PUT") return "sets";
  if (method === "DELETE") return "removes";
  // PATCH mostly sets fields to values, and an unknown method is nobody's evidence.
  if (method !== "POST") return "asks";
  const url = row.url === undefined ? undefined : readArgument(context, call, row.url);
  const place = url?.state === "given" ? placeIn(literalText(context, url.node)) : "";
  if (place === "" || asksOnly(place) || isQuestion(context, call, row)) return "asks";
  return "creates";
}

function methodOf(context: FileContext, call: CallExpression | NewExpression, row: EffectRow): string | undefined {
  if (row.method === undefined) {
    const callee = bare(call.callee);
    const name = callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
    return row.idempotent === true ? (row.verb === "delete" ? "DELETE" : "PUT") : /^patch/i.test(name) ? "PATCH" : "POST";
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
  const written = path.split("/").filter((part) => /[a-z]{2}/i.test(part.replaceAll(HOLE, "")) && !/^(?:api|v\d+\w*|rest|latest)$/i.test(part.replaceAll(HOLE, "")));
  return written.map((part) => part.replaceAll(HOLE, "")).join("/");
}

/** A body that asks: GraphQL that is no mutation, or a remote call of a method by name. */
function isQuestion(context: FileContext, call: CallExpression | NewExpression, row: EffectRow): boolean {
  if (row.body === undefined) return false;
  const body = readArgument(context, call, row.body);
  if (body.state !== "given") return false;
  const value = bare(body.node);
  const inner = value.type === "CallExpression" ? value.arguments[0] : value;
  if (inner === undefined || inner.type === "SpreadElement") return false;
  const has = (name: string): Argument => propertyAt(inner, name);
  const query = has("query");
  if (query.state === "given") return !/^\s*mutation\b/.test(literalText(context, query.node));
  return ["jsonrpc", "prompt", "messages", "model", "question", "q", "expression", "grant_type", "contents"].some((name) => has(name).state === "given");
}

function propertyAt(node: Parameters<typeof bare>[0], name: string): Argument {
  const value = bare(node);
  if (value.type !== "ObjectExpression") return { state: "unreadable" };
  for (const part of value.properties) {
    if (part.type === "Property" && part.key.type === "Identifier" && part.key.name === name) return { state: "given", node: part.value };
  }
  return { state: "absent" };
}
