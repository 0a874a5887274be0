import { bare, isFunction, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { definedAs, readArgument } from "./argument-paths.js";
import { calleeText, findRows, textOf } from "./file-context.js";
import type { FileContext } from "./file-context.js";
import type { Repetition } from "./file-model.js";

/** A client whose own requests are tried again, writing ones among them: `axiosRetry(http, { retryCondition: () => true })`. */
export function findClientRetry(context: FileContext, effect: CallExpression): Repetition | undefined {
  const callee = bare(effect.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const client = definedAs(context, callee.object);
  for (const call of context.tree.calls) {
    for (const { row } of findRows(context, context.bindings.entityOf(call.callee), "retry")) {
      if (row.client === undefined || row.condition === undefined) continue;
      const retried = readArgument(context, call, row.client);
      if (retried.state !== "given" || definedAs(context, retried.node) !== client) continue;
      const condition = readArgument(context, call, row.condition);
      // Without a condition of its own the client leaves effects alone.
      if (condition.state !== "given" || !takesAny(context, condition.node)) continue;
      const place = context.tree.parentOf(condition.node) ?? condition.node;
      return { by: "client", span: spanOf(place.type === "Property" ? place : condition.node), evidence: [{ what: `\`${calleeText(context, call)}\` tries every request of this client again`, at: spanOf(call) }] };
    }
  }
  return undefined;
}

/** A condition that never asks what kind of request has failed. */
function takesAny(context: FileContext, condition: Node): boolean {
  const value = bare(condition);
  if (!isFunction(value)) return false;
  return !/method|idempot|isNetwork|isSafe|\bget\b|config/i.test(textOf(context, value.body, 2_000));
}
