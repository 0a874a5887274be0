import type { TSESTree } from "@typescript-eslint/types";
import { findRows } from "../file/file-context.js";
import { walk } from "../file/walk.js";
import { claimsSuccess, flagsOf, isSentence } from "../loops/handed-value.js";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import type { FalseSuccess } from "../model/file-model.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { bare, dottedName, isFunction, isWithin, settled, spanOf } from "../syntax/node.js";
import type { Node } from "../syntax/node.js";

/** A limit that throws, and a `catch` round the run that makes a result of it. */
export function readCaughtLimit(analysis: LoopAnalysis, { node, callee }: RecognisedCall): FalseSuccess | undefined {
  const { tree } = analysis.context;
  for (
    let child: Node = node, up = tree.parentOf(node);
    up !== undefined && !isFunction(up);
    child = up, up = tree.parentOf(up)
  ) {
    if (up.type !== "TryStatement" || up.block !== child) continue;
    const { handler } = up;
    if (handler === null) return undefined;
    const instead = assignedInstead(analysis, up.block, handler);
    if (instead !== undefined)
      return {
        how: "answered-limit",
        span: spanOf(instead),
        what: callee,
        evidence: [
          { what: `\`${callee}\` throws when its limit is reached`, at: spanOf(node) },
          { what: "that error comes here, and this stands where its answer would", at: spanOf(instead) },
        ],
      };
    const good = returnsIn(analysis, up.block);
    if (good.length === 0) return undefined;
    const answer = answerToLimit(analysis, handler) ?? answerToAll(analysis, handler);
    if (answer === undefined || !good.some((value) => isTakenFor(analysis, answer.value, value.value, answer.only)))
      return undefined;
    return {
      how: answer.only ? "answered-limit" : "swallowed-limit",
      ...(answer.only ? {} : { handler: spanOf(handler) }),
      span: spanOf(answer.statement),
      what: callee,
      evidence: [
        { what: `\`${callee}\` throws when its limit is reached`, at: spanOf(node) },
        {
          what: answer.only ? "that error comes here" : "this catch takes every error, that one too",
          at: spanOf(answer.only ? answer.statement : handler),
        },
      ],
    };
  }
  return undefined;
}

interface Returned {
  readonly statement: Node;
  readonly value: Node;
}

/** What a handler returns for an error; `only`: for the exceeded limit and no other. */
interface Answer extends Returned {
  readonly only: boolean;
}

/** `if (error instanceof GraphRecursionError) return …` */
function answerToLimit(analysis: LoopAnalysis, handler: TSESTree.CatchClause): Answer | undefined {
  let answer: Answer | undefined;
  walk(handler.body, (node) => {
    if (node.type !== "IfStatement" || !asksForLimit(analysis, node.test)) return false;
    const [first, second] = returnsIn(analysis, node.consequent);
    if (
      first !== undefined &&
      second === undefined &&
      !walk(node.consequent, (inner) => inner.type === "ThrowStatement")
    )
      answer = { ...first, only: true };
    return true;
  });
  return answer;
}

/** `catch (error) { if (!(error instanceof MaxTurnsExceededError)) throw error; answer = "All done!"; }` */
function assignedInstead(
  analysis: LoopAnalysis,
  block: TSESTree.BlockStatement,
  handler: TSESTree.CatchClause,
): TSESTree.ExpressionStatement | undefined {
  const [only, ...others] = limitBranch(analysis, handler).filter((statement) => !isLog(statement));
  if (only?.type !== "ExpressionStatement" || others.length > 0) return undefined;
  const target = assignmentIn(only);
  if (target === undefined || !isSentence(bare(target.right))) return undefined;
  const { scopes } = analysis.context;
  const variable = target.left.type === "Identifier" ? scopes.variableOf(target.left) : undefined;
  const isAnswered = block.body.some((statement) => {
    const good = assignmentIn(statement);
    return (
      variable !== undefined &&
      good?.left.type === "Identifier" &&
      scopes.variableOf(good.left) === variable &&
      analysis.origins.aspectsOf(good.right).has("text")
    );
  });
  return isAnswered ? only : undefined;
}

/** The statements of a handler that run for the exceeded limit and for no other error. */
function limitBranch(analysis: LoopAnalysis, { body: { body } }: TSESTree.CatchClause): readonly TSESTree.Statement[] {
  const [first, ...rest] = body.filter((statement) => !isLog(statement));
  if (first?.type !== "IfStatement") return [];
  const test = bare(first.test);
  const isOther = test.type === "UnaryExpression" && test.operator === "!" && asksForLimit(analysis, test.argument);
  if (isOther) return first.alternate === null && leavesByThrow(first.consequent) ? rest : [];
  // Behind `if (isLimit) answer = …` every other error has to go on.
  if (!asksForLimit(analysis, test) || ![first.alternate, ...rest].some((one) => one != null && leavesByThrow(one)))
    return [];
  return first.consequent.type === "BlockStatement" ? first.consequent.body : [first.consequent];
}

function leavesByThrow(statement: Node): boolean {
  return statement.type === "BlockStatement"
    ? statement.body.at(-1)?.type === "ThrowStatement"
    : statement.type === "ThrowStatement";
}

function assignmentIn(statement: Node): TSESTree.AssignmentExpression | undefined {
  const expression = statement.type === "ExpressionStatement" ? bare(statement.expression) : undefined;
  return expression?.type === "AssignmentExpression" && expression.operator === "=" ? expression : undefined;
}

function isLog(statement: Node): boolean {
  const call = statement.type === "ExpressionStatement" ? settled(statement.expression) : undefined;
  return (
    call?.type === "CallExpression" &&
    /^(?:console|log|logger|this\.log|this\.logger)\b/.test(dottedName(call.callee) ?? "")
  );
}

function asksForLimit({ context }: LoopAnalysis, test: Node): boolean {
  const asked = bare(test);
  if (asked.type !== "BinaryExpression" || asked.operator !== "instanceof") return false;
  return findRows(context, context.bindings.entityOf(asked.right), "error-class").some(
    ({ row }) => row.means === "limit",
  );
}

/** A handler that does not look at what it caught and has one answer to everything. */
function answerToAll(analysis: LoopAnalysis, handler: TSESTree.CatchClause): Answer | undefined {
  if (looksAtError(analysis, handler)) return undefined;
  const [first, second] = returnsIn(analysis, handler.body);
  return first === undefined || second !== undefined ? undefined : { ...first, only: false };
}

/** Whether a handler tells errors apart, passes one on, or lets the caller see it. */
function looksAtError(analysis: LoopAnalysis, handler: TSESTree.CatchClause): boolean {
  const { context } = analysis;
  if (walk(handler.body, (inner) => inner.type === "ThrowStatement")) return true;
  const { param } = handler;
  if (param == null) return false;
  if (param.type !== "Identifier") return true;
  const reads = context.scopes.variableOf(param)?.reads ?? [];
  return reads.some((read) => !isOnlyShown(analysis, read));
}

function isOnlyShown(analysis: LoopAnalysis, read: Node): boolean {
  const { tree } = analysis.context;
  for (let up = tree.parentOf(read); up !== undefined && up.type !== "BlockStatement"; up = tree.parentOf(up)) {
    if (
      up.type === "CallExpression" &&
      /^(?:console|log|logger|this\.log|this\.logger)\b/.test(dottedName(up.callee) ?? "")
    )
      return true;
  }
  return false;
}

function returnsIn(analysis: LoopAnalysis, block: Node): Returned[] {
  const owner = analysis.context.tree.ownerOf(block);
  if (!isFunction(owner)) return [];
  return analysis.context.tree.returnsOf(owner).flatMap((value) => {
    if (!isWithin(value, block)) return [];
    return [{ statement: returnOf(analysis, value), value: settled(value) }];
  });
}

function returnOf({ context: { tree } }: LoopAnalysis, value: Node): Node {
  for (let up = tree.parentOf(value); up !== undefined && !isFunction(up); up = tree.parentOf(up))
    if (up.type === "ReturnStatement") return up;
  return value;
}

/** Whether a caller cannot tell what is returned for an error from what is returned for a good end. */
function isTakenFor(analysis: LoopAnalysis, bad: Node, good: Node, isLimit: boolean): boolean {
  if (isSameShape(bad, good)) return true;
  // Whoever asks for the limit by name and calls it a success has not made one result for all errors.
  if (!isLimit) return false;
  if (bad.type === "ObjectExpression")
    return callsItselfSuccess(bad) && (good.type !== "ObjectExpression" || !flagsOf(good).isOpen);
  return isSentence(bad) && analysis.origins.aspectsOf(good).has("text");
}

function isSameShape(bad: Node, good: Node): boolean {
  if (bad.type !== "ObjectExpression" || good.type !== "ObjectExpression") return false;
  const [a, b] = [flagsOf(bad), flagsOf(good)];
  if (a.isOpen || b.isOpen || a.keys.length !== b.keys.length || a.keys.some((key) => !b.keys.includes(key)))
    return false;
  if (a.computed.length > 0 || b.computed.length > 0) return false;
  return [...a.constants].every(
    ([name, value]) => b.constants.get(name) === value && claimsSuccess(name, value) !== "no",
  );
}

function callsItselfSuccess(object: TSESTree.ObjectExpression): boolean {
  const { constants, isOpen } = flagsOf(object);
  const claims = [...constants].map(([name, value]) => claimsSuccess(name, value));
  return !isOpen && claims.includes("yes") && !claims.includes("no");
}
