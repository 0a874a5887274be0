import { bare, isFunction, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import type { EffectNode } from "./effects.js";
import { calleeText, findRows, textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { Repetition } from "../model/file-model.js";

/** A client whose own requests are tried again, writing ones among them. */
export interface RetriedClient {
  /** What stands for the client: the expression that made it. */
  readonly client: Node;
  readonly repetition: Repetition;
}

/** `axiosRetry(http, { retryCondition: () => true })` */
export function readRetriedClients(context: FileContext): RetriedClient[] {
  return context.tree.calls.flatMap((call) =>
    findRows(context, context.bindings.entityOf(call.callee), "retry").flatMap(({ row }): RetriedClient[] => {
      if (row.client === undefined || row.condition === undefined) return [];
      const client = readArgument(context, call, row.client);
      const condition = readArgument(context, call, row.condition);
      // Without a condition of its own the client leaves effects alone.
      if (client.state !== "given" || condition.state !== "given" || !takesAny(context, condition.node)) return [];
      const place = context.tree.parentOf(condition.node);
      return [
        {
          client: definedAs(context, client.node),
          repetition: {
            by: "client",
            span: spanOf(place?.type === "Property" ? place : condition.node),
            evidence: [
              { what: `\`${calleeText(context, call)}\` tries every request of this client again`, at: spanOf(call) },
            ],
          },
        },
      ];
    }),
  );
}

/** The retry that repeats a call because of the client it is made on. */
export function findClientRetry(
  context: FileContext,
  clients: readonly RetriedClient[],
  effect: EffectNode,
): Repetition | undefined {
  if (effect.type !== "CallExpression") return undefined;
  const callee = bare(effect.callee);
  if (clients.length === 0 || callee.type !== "MemberExpression") return undefined;
  const client = definedAs(context, callee.object);
  return clients.find((retried) => retried.client === client)?.repetition;
}

/** A condition that never asks what kind of request has failed. */
function takesAny(context: FileContext, condition: Node): boolean {
  const value = bare(condition);
  if (!isFunction(value)) return false;
  return !/method|idempot|isNetwork|isSafe|\bget\b|config/i.test(textOf(context, value.body, 2_000));
}
