import type { Repetitions } from "../effects/repetitions.js";
import { calleeText, textOf } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { MemoryWrite } from "../model/memory-writes.js";
import { storedBy } from "../replies/memory-stores.js";
import { CHECKS } from "../replies/text-checks.js";
import { isWithin, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";
import type { CalledTools } from "./called-tools.js";
import { readModelChoices } from "./model-choices.js";
import { readPermissions } from "./permissions.js";
import type { ToolCode } from "./permissions.js";

/** Tools that keep for later runs what the model tells them, with nobody who looks at it. */
export function readRememberedArguments(
  analysis: LoopAnalysis,
  called: CalledTools,
  repetitions: Repetitions,
): MemoryWrite[] {
  const { context } = analysis;
  const { tree } = context;
  const { isFree } = readModelChoices(context, called);
  const { unaskedTool, isPermitted } = readPermissions(analysis, called);
  return [...tree.calls, ...tree.taggedTemplates].flatMap((call): MemoryWrite[] => {
    const stored = storedBy(analysis, call);
    if (stored.length === 0) return [];
    const place = repetitions.of(call);
    const code = unaskedTool(place);
    if (code === undefined) return [];
    const told = stored.find((node) => isFree(node, code.tool));
    if (told === undefined || isPermitted(call, place.callers, code) || isLookedAt(call, code)) return [];
    const from = code.tool.name ?? "the tool";
    return [
      {
        callee: call.type === "CallExpression" ? calleeText(context, call) : textOf(context, call.tag),
        span: spanOf(call),
        by: "tool",
        from,
        evidence: [
          { what: `\`${textOf(context, told)}\` is what the model wrote`, at: spanOf(told) },
          ...code.evidence,
        ],
      },
    ];
  });

  /** Whether something on the way may say no to what the model wrote: a check, or a condition that is more than "is there anything". */
  function isLookedAt(call: Node, code: ToolCode): boolean {
    const isBefore = (node: Node): boolean =>
      isWithin(node, code.node) && node.range[0] < call.range[0] && !isWithin(call, node);
    const mentionsChoice = (node: Node): boolean =>
      walk(node, (part) => (part.type === "Identifier" || part.type === "MemberExpression") && isFree(part, code.tool));
    if (
      tree.calls.some(
        (one) => isBefore(one) && CHECKS.test(calleeText(context, one)) && one.arguments.some(mentionsChoice),
      )
    )
      return true;
    return tree.conditions.some((test) => isBefore(test) && !isPresence(test) && mentionsChoice(test));
  }

  /** `!note`, `note?.trim()`: whether there is anything to keep. */
  function isPresence(test: Node): boolean {
    const value = settled(test);
    switch (value.type) {
      case "UnaryExpression":
        return value.operator === "!" && isPresence(value.argument);
      case "LogicalExpression":
        return isPresence(value.left) && isPresence(value.right);
      case "CallExpression":
        return value.arguments.length === 0 && /\.trim$/.test(calleeText(context, value));
      default:
        return value.type === "Identifier" || value.type === "MemberExpression";
    }
  }
}
