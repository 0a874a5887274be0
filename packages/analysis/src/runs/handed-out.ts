import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
import type { CallExpression } from "../syntax/node.js";

const HANDS_OUT =
  /^(?:json|send|reply|respond|create|insert|save|update|upsert|put|post|patch|publish|complete|close|resolve|merge|store|commit|persist|writeFile|finish|approve)\w*$/i;

/** Whether a call puts what it is given somewhere, answers a request with it, or does something outside with it. */
export function handsOut(context: FileContext, call: CallExpression): boolean {
  const callee = bare(call.callee);
  const name = callee.type === "MemberExpression" ? propertyName(callee) : dottedName(callee);
  return HANDS_OUT.test(name ?? "") || findRows(context, context.bindings.entityOf(callee), "effect").length > 0;
}
