import type { RunRow } from "../catalogue/schema.js";
import { definedAs, readArgument } from "../file/argument-paths.js";
import { findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { bare } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";

/** The condition that ends a run without an error, where the run's own limit would throw. */
export function findSilentCondition(context: FileContext, run: CallExpression, row: RunRow): Node | undefined {
  for (const limit of row.limits) {
    if (limit.conditions !== true) continue;
    const given = readArgument(context, run, limit.option);
    const list = given.state === "given" ? definedAs(context, given.node) : undefined;
    const conditions = list?.type === "ArrayExpression" ? list.elements : [];
    const silent = conditions.find((condition) => condition?.type === "CallExpression" && isSilent(context, condition));
    if (silent) return silent;
  }
  return undefined;
}

function isSilent(context: FileContext, condition: CallExpression): boolean {
  return findRows(context, context.bindings.entityOf(condition.callee), "stop-condition").some(({ row }) => {
    const { endsSilently } = row;
    if (endsSilently === undefined) return false;
    const said = readArgument(context, condition, endsSilently.unless);
    if (said.state === "absent") return true;
    const value = said.state === "given" ? bare(said.node) : undefined;
    return value?.type === "Literal" && !endsSilently.is.includes(String(value.value));
  });
}
