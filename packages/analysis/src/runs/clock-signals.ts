import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, propertyName } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";

/** Whether a signal (or its controller) is raised by a clock, not only by a person or a caller. */
export function endsByClock(analysis: LoopAnalysis, node: Node): boolean {
  if (analysis.origins.of(node).some((origin) => origin.kind === "timeout-signal")) return true;
  const { tree, scopes } = analysis.context;
  const value = bare(node);
  const root = value.type === "MemberExpression" && propertyName(value) === "signal" ? bare(value.object) : value;
  if (root.type !== "Identifier") return false;
  const variable = scopes.variableOf(root);
  // `setTimeout(() => controller.abort(), 60_000)`
  return (
    variable?.reads.some((read) => {
      const member = tree.parentOf(read);
      if (member?.type !== "MemberExpression" || propertyName(member) !== "abort") return false;
      for (let up = tree.parentOf(member); up !== undefined && up.type !== "BlockStatement"; up = tree.parentOf(up)) {
        if (up.type === "CallExpression" && /(?:^|\.)setTimeout$/.test(dottedName(up.callee) ?? "")) return true;
      }
      return false;
    }) ?? false
  );
}
