import { calleeText, findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import { findOptionValue } from "../file/option-values.js";
import { spanOf } from "../syntax/node.js";
import type { CallExpression, NewExpression } from "../syntax/node.js";
import type { FailurePoint, FailureSearch } from "./failure-points.js";

/** `new ToolNode(tools, { handleToolErrors: false })`, where nothing of this file runs it and sees what it throws. */
export function findLetOutFailures({ analysis: { context } }: FailureSearch): FailurePoint[] {
  const { tree, bindings } = context;
  return [...tree.calls, ...tree.news].flatMap((call) =>
    findRows(context, bindings.entityOf(call.callee), "tool-runner").flatMap(({ row, packageName, path }) => {
      const value = findOptionValue(context, call, row.throwsIf);
      if (value === undefined || isRunHere(context, call)) return [];
      const parent = tree.parentOf(value);
      return {
        span: spanOf(parent?.type === "Property" ? parent : value),
        kind: "let-out" as const,
        callee: calleeText(context, call),
        statement: spanOf(tree.statementOf(call)),
        mend: undefined,
        evidence: [{ what: `${packageName} \`${path}\` then throws what a tool throws`, at: spanOf(call) }],
      };
    }),
  );
}

function isRunHere({ tree, scopes }: FileContext, made: CallExpression | NewExpression): boolean {
  const holder = tree.parentOf(made);
  if (holder?.type === "MemberExpression") return true;
  const variable =
    holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" ? scopes.variableOf(holder.id) : undefined;
  return variable?.reads.some((read) => tree.parentOf(read)?.type === "MemberExpression") ?? false;
}
