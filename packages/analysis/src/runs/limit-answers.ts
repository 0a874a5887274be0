import { readArgument } from "../file/argument-paths.js";
import type { RunRow } from "../catalogue/schema.js";
import { textOf } from "../file/file-context.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { claimsSuccess, flagsOf, isSentence } from "../loops/handed-value.js";
import type { FalseSuccess } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, dottedName, findProperty, isFunction, settled, spanOf } from "../syntax/node.js";
import type { FunctionNode, Node } from "../syntax/node.js";
import { walk } from "../file/walk.js";

/** A handler by which a run turns its exceeded limit into an answer that looks like any other. */
export function readLimitAnswer(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): FalseSuccess | undefined {
  const { context } = analysis;
  for (const { option, answer } of row.limitAnswers ?? []) {
    const given = readArgument(context, call.node, option);
    if (given.state !== "given") continue;
    const entity = context.bindings.entityOf(given.node);
    const handler = isFunction(given.node) ? given.node : entity.kind === "function" ? entity.node : undefined;
    if (handler === undefined || tellsOtherwise(handler)) continue;
    const returned = context.tree.returnsOf(handler);
    if (returned.length === 0 || !returned.every((value) => isOrdinary(value, answer))) continue;
    const [first] = returned;
    return {
      how: "answered-limit",
      span: spanOf(first === undefined ? handler : (answerIn(first, answer) ?? first)),
      what: call.callee,
      evidence: [
        { what: `\`${call.callee}\` asks this handler when its limit is reached`, at: spanOf(handler) },
        {
          what: `\`${textOf(context, first ?? handler, 60)}\` is handed on like an answer`,
          at: spanOf(first ?? handler),
        },
      ],
    };
  }
  return undefined;
}

function answerIn(result: Node, answer: string): Node | undefined {
  const value = settled(result);
  return value.type === "ObjectExpression" ? findProperty(value, answer)?.value : undefined;
}

/** An answer in words: a structure may say of itself that it is none, and an empty one does. */
function isOrdinary(result: Node, answer: string): boolean {
  const given = answerIn(result, answer);
  if (given === undefined) return false;
  const value = bare(given);
  if (isSentence(value)) return true;
  if (value.type !== "ObjectExpression") return false;
  const flags = flagsOf(value);
  return (
    !flags.isOpen &&
    flags.computed.length === 0 &&
    [...flags.constants].some(([name, flag]) => claimsSuccess(name, flag) === "yes") &&
    ![...flags.constants].some(([name, flag]) => claimsSuccess(name, flag) === "no")
  );
}

/** A handler that throws, sets something or calls somebody has told that the limit was reached. */
function tellsOtherwise(handler: FunctionNode): boolean {
  return walk(handler.body, (node) => {
    if (node.type === "ThrowStatement" || node.type === "AssignmentExpression" || node.type === "UpdateExpression")
      return true;
    return node.type === "CallExpression" && !/^(?:console|log|logger)\b/.test(dottedName(node.callee) ?? "");
  });
}
