import type { EffectVerb } from "../catalogue/schema.js";
import { readArgument } from "../file/argument-paths.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { Certainty } from "../model/file-model.js";
import { bare, isFunction } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import { readEffect } from "./effects.js";
import { findOnceGuard } from "./once-guards.js";

/** Work that a function does to the world each time it is called: plain data, for those who call it from another file. */
export interface EffectFact {
  /** The call that does it, as written there. */
  readonly callee: string;
  /** What that call is, as the SDK knows it; absent where only the text tells. */
  readonly knownAs?: string;
  readonly verb: EffectVerb;
  readonly certainty: Certainty;
  readonly destructive: boolean;
}

/** What the calls of a function do to the world when nothing in the function keeps a second time from counting. */
export function effectsOfFunction(context: FileContext, calls: readonly CallExpression[]): EffectFact[] {
  return calls.flatMap((call): EffectFact[] => {
    const effect = readEffect(context, call, () => ({ by: [], durable: isKept(context, call), callers: [] }));
    if (effect?.keyed !== "unkeyed") return [];
    const { callee, knownAs, verb, certainty, destructive } = effect;
    return [{ callee, ...(knownAs !== undefined && { knownAs }), verb, certainty, destructive }];
  });
}

/** Whether a call stands behind a look at what is there already. */
export function isLookedAtFirst(context: FileContext, call: CallExpression): boolean {
  return isKept(context, call) || findOnceGuard(context, call, { by: [], durable: false, callers: [] }) !== undefined;
}

/** Whether a workflow engine keeps the result of the step in which a place is. */
function isKept(context: FileContext, place: Node): boolean {
  for (let up = context.tree.parentOf(place); up !== undefined; up = context.tree.parentOf(up)) {
    if (isFunction(up) && isStep(context, up)) return true;
  }
  return false;
}

function isStep(context: FileContext, fn: FunctionNode): boolean {
  const call = context.tree.parentOf(fn);
  if (call?.type !== "CallExpression") return false;
  return findRows(context, context.bindings.entityOf(call.callee), "durable").some(({ row }) => {
    const given = readArgument(context, call, row.calls);
    return given.state === "given" && bare(given.node) === fn;
  });
}
