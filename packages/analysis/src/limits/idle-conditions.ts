import { calleeText, findRows } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { DeadLimit } from "../model/file-model.js";
import { isIdle } from "../runs/stop-conditions.js";
import { spanOf } from "../syntax/node.js";

/** Conditions that would count and were given no number: whatever they are handed to goes on without them. */
export function readIdleConditions(context: FileContext): DeadLimit[] {
  return context.tree.calls.flatMap((call): DeadLimit[] => {
    const [found] = findRows(context, context.bindings.entityOf(call.callee), "stop-condition");
    if (found?.certain !== true || !isIdle(context, found.row, call)) return [];
    const callee = calleeText(context, call);
    return [
      {
        span: spanOf(call),
        text: callee,
        fault: "no-number",
        of: callee,
        evidence: [{ what: `\`${callee}\` of ${found.packageName} needs a number`, at: spanOf(call) }],
      },
    ];
  });
}
