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
  answer: CallExpression | TSESTree.AssignmentExpression,
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

/** `return step(messages)` in `step`: what is returned is the next turn. So it is in `await step(messages); return;`. */
function asksAgain({ tree, bindings }: FileContext, jump: TSESTree.ReturnStatement): boolean {
  const block = tree.parentOf(jump);
  const before = block?.type === "BlockStatement" ? block.body.slice(0, block.body.indexOf(jump)) : [];
  const asked =
    jump.argument === null
      ? before.map((statement) => (statement.type === "ExpressionStatement" ? statement.expression : undefined))
      : [jump.argument];
  return asked.some((expression) => {
    const value = expression && settled(expression);
    const fn = value?.type === "CallExpression" ? bindings.calleeOf(value) : undefined;
    return value !== undefined && fn !== undefined && isWithin(value, fn) && tree.ownerOf(value) === fn;
  });
}
