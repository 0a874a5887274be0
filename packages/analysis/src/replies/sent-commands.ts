import type { ForcedChoice, ModelCallRow } from "../catalogue/schema.js";
import { readArgument } from "../file/arguments.js";
import { findRows } from "../file/file-context.js";
import type { FileContext, FoundRow } from "../file/file-context.js";
import type { CallExpression } from "../syntax/node.js";

/**
 * The row of a request object that a call only sends: `client.send(new ConverseCommand({ … }))`.
 *
 * Rows of request objects speak of what their constructor is given; here their paths lead there from the call.
 */
export function sentCommandRows(context: FileContext, call: CallExpression): FoundRow<ModelCallRow>[] {
  return findRows(context, context.bindings.entityOf(call.callee), "sends").flatMap(({ row: { command } }) => {
    const ways = readArgument(context, call, command);
    return ways
      .flatMap((way) =>
        way.state === "given" ? findRows(context, context.bindings.entityOf(way.value), "model-call") : [],
      )
      .map((found) => ({ ...found, row: seenFromCall(found.row, command) }));
  });
}

function seenFromCall(row: ModelCallRow, command: string): ModelCallRow {
  const from = (path: string): string => (path.startsWith("new.") ? `${command}.${path}` : path);
  const { input, model, tools, signal, timeout, toolChoice, continues } = row;
  return {
    ...row,
    ...(input && { input: input.map(from) }),
    ...(model !== undefined && { model: from(model) }),
    ...(tools !== undefined && { tools: from(tools) }),
    ...(signal !== undefined && { signal: from(signal) }),
    ...(timeout !== undefined && { timeout: from(timeout) }),
    ...(toolChoice && { toolChoice: { ...toolChoice, option: from(toolChoice.option) } satisfies ForcedChoice }),
    ...(continues && { continues: continues.map(from) }),
  };
}
