import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { isLoop, isFunction, isWithin, settled } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";

/** Options and code that see to it that there is one call at a time. */
const ONE_AT_A_TIME = /parallel_?tool_?calls["']?\s*:\s*false|disable_?parallel_?tool_?use["']?\s*:\s*true/i;

export function isOneAtATime({ file }: FileContext): boolean {
  return ONE_AT_A_TIME.test(file.text);
}

/**
 * The jump by which a pass over the tool calls of a reply ends once the first of them has its
 * answer, although the model is asked again: the other calls get none.
 */
export function findFirstOnly(
  context: FileContext,
  loop: TSESTree.ForOfStatement,
  answer: CallExpression,
  answersById: (call: CallExpression) => boolean,
  isInLoop: boolean,
): Node | undefined {
  const { tree } = context;
  const jump = jumpBehind(context, tree.statementOf(answer), loop);
  if (jump === undefined || isOneAtATime(context)) return undefined;
  // Without another turn nobody misses the answers.
  if (jump.type === "ReturnStatement" ? !asksAgain(context, jump) : !isInLoop) return undefined;
  const owner = tree.ownerOf(loop);
  const isAnsweredElsewhere = tree.calls.some(
    (call) => call !== answer && tree.ownerOf(call) === owner && !isWithin(call, loop) && answersById(call),
  );
  return isAnsweredElsewhere ? undefined : jump;
}

/** A `return` or `break` that always follows a statement, before the next item is looked at. */
function jumpBehind(
  { tree }: FileContext,
  statement: Node,
  loop: TSESTree.ForOfStatement,
): TSESTree.ReturnStatement | TSESTree.BreakStatement | undefined {
  for (
    let child = statement, up = tree.parentOf(child);
    up !== undefined && child !== loop.body;
    child = up, up = tree.parentOf(up)
  ) {
    if (isFunction(up) || isLoop(up) || up.type === "SwitchCase") return undefined;
    if (up.type !== "BlockStatement") continue;
    for (const next of up.body.slice(up.body.findIndex((one) => one === child) + 1)) {
      if (next.type === "ReturnStatement" || (next.type === "BreakStatement" && next.label === null)) return next;
    }
  }
  return undefined;
}

/** `return step(messages)` in `step`: what is returned is the next turn. */
function asksAgain({ tree, bindings }: FileContext, { argument }: TSESTree.ReturnStatement): boolean {
  const value = argument === null ? undefined : settled(argument);
  if (value?.type !== "CallExpression") return false;
  const fn = bindings.calleeOf(value);
  return fn !== undefined && isWithin(value, fn) && tree.ownerOf(value) === fn;
}
