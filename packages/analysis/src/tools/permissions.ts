import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { isWait } from "../loops/pacing.js";
import { calleeText, contractOfCall, findRows, isNamed, textOf } from "../file/file-context.js";
import { bare, isFunction, isLoop, isWithin, propertyName } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { CalledTools } from "./called-tools.js";
import type { RepeatedCode, RepeatedPlace } from "../effects/repetitions.js";
import { readModelChoices } from "./model-choices.js";
import { PERMISSION } from "./permission-words.js";
import type { FoundTool } from "./tools.js";

/** Code that runs on the word of the model, and who is asked before it does. */
export interface Permissions {
  /** The tool in whose body a place is, when nobody is asked before that tool runs. */
  readonly unaskedTool: (place: RepeatedPlace) => ToolCode | undefined;
  /** Somebody or something is asked on the way: a person, a policy, a list of what may be done. */
  readonly isPermitted: (done: Node, callers: readonly Node[], code: RepeatedCode) => boolean;
}

export type ToolCode = RepeatedCode & { readonly tool: FoundTool };

export function readPermissions(analysis: LoopAnalysis, called: CalledTools): Permissions {
  const { context } = analysis;
  const { tree } = context;
  const { isFree } = readModelChoices(context, called);
  return { unaskedTool, isPermitted };

  /** The tool in whose body a place is, when nobody is asked before that tool runs. */
  function unaskedTool(place: RepeatedPlace): ToolCode | undefined {
    if (place.by.some(({ tool }) => tool !== undefined && tool.approved !== "no")) return undefined;
    for (const code of place.by)
      if (code.by === "tool-body" && code.tool !== undefined) return { ...code, tool: code.tool };
    return undefined;
  }

  /** Somebody or something is asked on the way: a person, a policy, a list of what may be done. */
  function isPermitted(done: Node, callers: readonly Node[], code: RepeatedCode): boolean {
    const within = [code.node, ...callers.filter((node) => isFunction(node) || isLoop(node))];
    const isBefore = (node: Node): boolean => node.range[0] < done.range[0] || !isWithin(node, code.node);
    const home = isFunction(code.node) ? code.node : tree.ownerOf(code.node);
    // A prompt for the next task, further out, is no question about this one.
    const furthest = callers.indexOf(home);
    const near = furthest < 0 ? within : within.filter((node) => callers.indexOf(node) <= furthest);
    if (
      tree.calls.some(
        (call) =>
          isBefore(call) &&
          within.some((node) => isWithin(call, node)) &&
          asksPermission(
            call,
            near.some((node) => isWithin(call, node)),
          ),
      )
    )
      return true;
    return within.some(
      (node) =>
        isFunction(node) &&
        conditionsIn(node).some(
          (test) => isBefore(test) && (PERMISSION.test(textOf(context, test, 300)) || narrowsChoice(test, code)),
        ),
    );
  }

  /** `!CACHES.includes(dir)`, `PATTERN.test(name)`: only some of what the model may write gets past. */
  function narrowsChoice(test: Node, { tool }: RepeatedCode): boolean {
    if (tool === undefined) return false;
    return tree.calls.some((call) => {
      const callee = bare(call.callee);
      if (
        !isWithin(call, test) ||
        callee.type !== "MemberExpression" ||
        !/^(?:includes|has|get|test|exec|match|some|every|find|indexOf|startsWith|endsWith)$/.test(
          propertyName(callee) ?? "",
        )
      )
        return false;
      return [callee.object, ...call.arguments].some((part) => part.type !== "SpreadElement" && isFree(part, tool));
    });
  }

  function asksPermission(call: CallExpression, isAsked: boolean): boolean {
    if (PERMISSION.test(calleeText(context, call))) return true;
    if (!isAsked) return false;
    if (isNamed(context, call, context.settings.humanGates) || isWait(analysis, call)) return true;
    return (
      findRows(context, context.bindings.entityOf(call.callee), "human-gate").length > 0 ||
      contractOfCall(context, call)?.what === "humanGate"
    );
  }

  function conditionsIn(node: Node): Node[] {
    return tree.conditions.filter((test) => isWithin(test, node));
  }
}
