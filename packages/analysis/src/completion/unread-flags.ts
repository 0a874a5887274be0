import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { calleeText, textOf } from "../file/file-context.js";
import type { FalseSuccess } from "../model/file-model.js";
import { readReplyUses } from "../replies/reply-uses.js";
import { isHandedOut } from "../runs/run-endings.js";
import { spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode } from "../syntax/node.js";
import { successFlagsOf } from "./success-flags.js";

/** Results of the project's own runs that are handed on by callers who never ask the flag that says whether there is one. */
export function readUnreadFlags(analysis: LoopAnalysis): FalseSuccess[] {
  const { context } = analysis;
  const known = new Map<FunctionNode, readonly string[]>();
  return context.tree.calls.flatMap((call): FalseSuccess[] => {
    const [flag] = flagsOf(call);
    if (flag === undefined || analysis.calls.at(call)?.how !== "wrapper") return [];
    const uses = readReplyUses(context, call);
    // Whoever hands on the whole hands on the flag.
    if (
      uses.some(
        (use) =>
          use.how === "whole" ||
          (use.path.length === 0 && use.how !== "shown") ||
          use.how === "tested" ||
          use.path[0] === flag,
      )
    )
      return [];
    const handed = uses.find((use) => use.how === "handed" && isHandedOut(analysis, use));
    if (handed === undefined) return [];
    const callee = calleeText(context, call);
    return [
      {
        how: "unread-flag",
        span: spanOf(handed.node),
        what: callee,
        evidence: [
          { what: `\`${callee}\` says in \`${flag}\` whether it came to an end`, at: spanOf(call) },
          { what: `\`${textOf(context, handed.node)}\` goes on without a look at it`, at: spanOf(handed.node) },
        ],
      },
    ];
  });

  /** The flags of the function that a call runs, in this file or another. */
  function flagsOf(call: CallExpression): readonly string[] {
    const fn = context.bindings.calleeOf(call);
    if (fn === undefined) {
      const entity = context.bindings.entityOf(call.callee);
      return entity.kind === "remote" && entity.shape.kind === "function" ? entity.shape.facts.flags : [];
    }
    const flags = known.get(fn) ?? successFlagsOf(context, fn);
    known.set(fn, flags);
    return flags;
  }
}
