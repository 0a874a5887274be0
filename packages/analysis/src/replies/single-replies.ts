import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { Node, Span } from "../syntax/node.js";
import type { IgnoredStop } from "../model/file-model.js";
import { genericAspect } from "./generic-reply.js";
import type { RecognisedCall } from "./model-calls.js";
import { readReplyUses } from "./reply-uses.js";
import type { ReplyUse } from "./reply-uses.js";

/** One turn of a loop that lies elsewhere: its function asks a model, shows why it stopped, and hands on the text all the same. */
export function readIgnoredStops(analysis: LoopAnalysis, loops: readonly Span[]): IgnoredStop[] {
  return analysis.calls.all.flatMap((call): IgnoredStop[] => {
    if (
      call.how !== "model" ||
      loops.some((loop) => loop.start <= call.node.range[0] && call.node.range[1] <= loop.end)
    )
      return [];
    const found = readIgnored(analysis, call);
    return found === undefined ? [] : [found];
  });
}

function readIgnored(analysis: LoopAnalysis, call: RecognisedCall): IgnoredStop | undefined {
  const { tree } = analysis.context;
  const uses = readReplyUses(analysis.context, call.node);
  const reasons = uses.filter((use) => isReason(use));
  // Only a reason that the program has in hand and does nothing with is known to be ignored.
  if (reasons.length === 0 || reasons.some((use) => use.how !== "shown")) return undefined;
  const owner = tree.ownerOf(call.node);
  if (!isFunction(owner) || uses.some((use) => use.how === "whole")) return undefined;
  const asksForCalls = tree.returnsOf(owner).some((value) => hasGuardOnCalls(analysis, value));
  const last = tree
    .returnsOf(owner)
    .filter((value) => value.range[0] > call.node.range[1])
    .at(-1);
  if (!asksForCalls || last === undefined || !isMadeOfReply(analysis, last, call)) return undefined;
  return {
    how: "final",
    span: spanOf(tree.statementOf(last)),
    what: call.callee,
    mend: undefined,
    evidence: [{ what: "why it stopped is only shown", at: spanOf(reasons[0]?.node ?? call.node) }],
  };
}

function isReason({ path }: ReplyUse): boolean {
  return /^(?:finish|stop|done)_?reason$/i.test(path.at(-1) ?? "");
}

function hasGuardOnCalls(analysis: LoopAnalysis, value: Node): boolean {
  const { tree } = analysis.context;
  for (let up = tree.parentOf(value); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
    if (
      up.type === "IfStatement" &&
      /call|action|tool/i.test(analysis.context.file.text.slice(up.test.range[0], up.test.range[1]))
    )
      return true;
  }
  return false;
}

function isMadeOfReply(analysis: LoopAnalysis, value: Node, call: RecognisedCall): boolean {
  return analysis.origins
    .of(value)
    .some(
      (origin) =>
        origin.kind === "reply" &&
        origin.call === call &&
        (genericAspect(origin.path) === "text" || genericAspect(origin.path) === "reply") &&
        !isWithin(value, call.node),
    );
}
