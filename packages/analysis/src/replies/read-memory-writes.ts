import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { spanOf } from "../syntax/node.js";
import { calleeText, textOf } from "../file/file-context.js";
import { storedBy } from "./memory-stores.js";
import type { MemoryWrite } from "../model/memory-writes.js";
import { rawRepliesIn } from "./raw-replies.js";
import { mayBeChecked } from "./text-checks.js";

/** Replies that are stored for later runs as the model wrote them. */
export function readMemoryWrites(analysis: LoopAnalysis): MemoryWrite[] {
  const { context } = analysis;
  if (analysis.calls.isEmpty()) return [];
  return [...context.tree.calls, ...context.tree.taggedTemplates].flatMap((call): MemoryWrite[] => {
    for (const stored of storedBy(analysis, call)) {
      for (const reply of rawRepliesIn(analysis, stored, { pastTurns: "followed" })) {
        if ([call, ...reply.handed].some((place) => mayBeChecked(analysis, place, reply))) continue;
        const callee = call.type === "CallExpression" ? calleeText(context, call) : textOf(context, call.tag);
        return [
          {
            callee,
            span: spanOf(call),
            by: "reply",
            from: reply.call.callee,
            evidence: [
              { what: `\`${reply.call.callee}\` writes the text`, at: spanOf(reply.call.node) },
              { what: `\`${textOf(context, reply.node)}\` goes into the memory as it is`, at: spanOf(reply.node) },
            ],
          },
        ];
      }
    }
    return [];
  });
}
