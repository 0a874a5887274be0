import type { TSESTree } from "@typescript-eslint/types";
import { findSwitchDispatcher } from "../tools/dispatchers.js";
import type { FileContext } from "../file/file-context.js";
import type { CallExpression, Node } from "../syntax/node.js";
import type { CalledTools } from "../tools/called-tools.js";

/**
 * The choice in a dispatcher that has no way for a name which the model made up: behind the last
 * `case`, or the last `if`, the function ends, and what it gives is nothing.
 *
 * @param call Runs the dispatcher, a function of this file, with the name that the model gave.
 */
export function findNamelessEnd(context: FileContext, called: CalledTools, call: CallExpression): Node | undefined {
  const fn = context.bindings.calleeOf(call);
  if (fn === undefined || fn.body.type !== "BlockStatement" || findSwitchDispatcher(context, fn) === undefined)
    return undefined;
  const named = call.arguments.some((argument) => argument.type !== "SpreadElement" && called.isName(argument));
  return named ? lastChoice(fn.body) : undefined;
}

/** The `switch` that a function ends with, when each of its cases hands something back and none stands for the rest. */
function lastChoice(body: TSESTree.BlockStatement): Node | undefined {
  const last = body.body.at(-1);
  if (last?.type === "TryStatement" && last.finalizer === null) return lastChoice(last.block);
  if (last?.type !== "SwitchStatement" || last.cases.some(({ test }) => test === null)) return undefined;
  const filled = last.cases.filter(({ consequent }) => consequent.length > 0);
  return filled.length > 1 && filled.every(({ consequent }) => handsBack(consequent)) ? last : undefined;
}

function handsBack(statements: readonly TSESTree.Statement[]): boolean {
  const last = statements.at(-1);
  if (last?.type === "BlockStatement") return handsBack(last.body);
  return last?.type === "ThrowStatement" || (last?.type === "ReturnStatement" && last.argument !== null);
}
