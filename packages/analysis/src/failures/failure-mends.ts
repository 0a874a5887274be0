import type { TSESTree } from "@typescript-eslint/types";
import type { FileContext } from "../file/file-context.js";
import { forEachChild, isFunction, isWithin, spanOf } from "../syntax/node.js";
import type { Node, Span } from "../syntax/node.js";
import { readToolUse } from "../tools/tool-use.js";
import type { ToolUse } from "../tools/tool-use.js";
import type { FailureSearch } from "./failure-points.js";

/** What a scaffold needs to turn a failure into an observation. */
export type FailureMend =
  /** A `try` round the call that leaves something to answer with either way. */
  | { readonly form: "use"; readonly use: ToolUse; readonly lead: Lead | undefined }
  /** A `.catch` behind a promise that is awaited where no statement can stand. */
  | { readonly form: "promise"; readonly end: number }
  /** The answer that the handler leaves out, and the part of it that failed. */
  | { readonly form: "answer"; readonly answer: Span; readonly failed: Span; readonly handler: HandlerShape }
  /** A handler that hands nothing back. */
  | { readonly form: "return"; readonly handler: HandlerShape };

/** Statements before the call that fail as it does, and belong into the same `try`. */
export interface Lead {
  readonly start: number;
  /** The variables they declare, which nothing behind the call reads. */
  readonly declares: readonly string[];
}

export interface HandlerShape {
  /** The name of the error, when it has one. */
  readonly error: string | undefined;
  /** Behind `catch`, where a name for the error goes. */
  readonly parameterAt: number;
  /** Right behind the opening brace, and right before the closing one. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** A tool call that is awaited on the spot. */
export function observationOf({ analysis, called }: FailureSearch, span: Span): FailureMend | undefined {
  const { tree } = analysis.context;
  const call = tree.calls.find((one) => one.range[0] === span.start && one.range[1] === span.end);
  const waiting = call && tree.parentOf(call);
  if (call === undefined || waiting?.type !== "AwaitExpression") return undefined;
  const use = readToolUse(analysis, called, call);
  if (use !== undefined) return { form: "use", use, lead: undefined };
  const parent = tree.parentOf(waiting);
  const isPart =
    (parent?.type === "Property" && parent.value === waiting) ||
    (parent?.type === "CallExpression" && parent.arguments.some((argument) => argument === waiting));
  return isPart ? { form: "promise", end: call.range[1] } : undefined;
}

/** The statement in the `try` that answers with the result, to be said again with the failure. */
export function missingAnswerOf(
  { analysis, answers }: FailureSearch,
  failed: Span,
  handlerAt: Span | undefined,
): FailureMend | undefined {
  const { tree } = analysis.context;
  const call = tree.calls.find((one) => one.range[0] === failed.start && one.range[1] === failed.end);
  const waiting = call && tree.parentOf(call);
  if (call === undefined || waiting?.type !== "AwaitExpression" || handlerAt === undefined) return undefined;
  const answer = tree.statementOf(call);
  for (let up = tree.parentOf(answer); up !== undefined && !isFunction(up); up = tree.parentOf(up)) {
    if (up.type !== "TryStatement" || up.handler?.range[0] !== handlerAt.start) continue;
    if (
      answer.type !== "ExpressionStatement" ||
      !tree.calls.some((one) => isWithin(one, answer) && answers.isById(one))
    )
      return undefined;
    return inHandler(up.handler, (handler) => ({
      form: "answer",
      answer: spanOf(answer),
      failed: spanOf(waiting),
      handler,
    }));
  }
  return undefined;
}

/** An error that is taken apart has no name to be spoken of by. */
export function inHandler(
  handler: TSESTree.CatchClause,
  mend: (shape: HandlerShape) => FailureMend,
): FailureMend | undefined {
  if (handler.param && handler.param.type !== "Identifier") return undefined;
  return mend({
    error: handler.param?.name,
    parameterAt: handler.range[0] + "catch".length,
    bodyStart: handler.body.range[0] + 1,
    bodyEnd: handler.body.range[1] - 1,
  });
}

/** The statements before a call that a `try` round it has to cover too, up to the first of the other failing places. */
export function leadOf(context: FileContext, { statement }: ToolUse, others: readonly Node[]): Lead | undefined {
  const holder = others
    .flatMap((node) => blocksRound(context, node))
    .find((block) => block.body.some(({ range }) => range[0] === statement.start));
  const index = holder?.body.findIndex(({ range }) => range[0] === statement.start) ?? -1;
  if (holder === undefined || index < 0) return undefined;
  const first = holder.body.findIndex((one) => others.some((node) => isWithin(node, one)));
  const before = holder.body.slice(first, index);
  if (
    first < 0 ||
    first >= index ||
    !others.every(
      (node) =>
        (node.range[0] >= statement.start && node.range[1] <= statement.end) ||
        before.some((one) => isWithin(node, one)),
    )
  )
    return undefined;
  const [start] = before.map(({ range }) => range[0]);
  const declared = before.flatMap((one) =>
    one.type === "VariableDeclaration" ? one.declarations.flatMap(({ id }) => namesIn(id)) : [],
  );
  if (start === undefined || before.some((one) => /^(?:Function|Class)Declaration$/.test(one.type))) return undefined;
  // What is read behind the call has to be declared outside of the `try`.
  if (declared.some((name) => context.scopes.variableOf(name)?.reads.some(({ range }) => range[0] > statement.end)))
    return undefined;
  return { start, declares: declared.map(({ name }) => name) };
}

function blocksRound({ tree }: FileContext, node: Node): TSESTree.BlockStatement[] {
  const blocks: TSESTree.BlockStatement[] = [];
  for (let up = tree.parentOf(node); up !== undefined && !isFunction(up); up = tree.parentOf(up))
    if (up.type === "BlockStatement") blocks.push(up);
  const owner = tree.ownerOf(node);
  return isFunction(owner) && owner.body.type === "BlockStatement" ? [...blocks, owner.body] : blocks;
}

function namesIn(pattern: Node): TSESTree.Identifier[] {
  if (pattern.type === "Identifier") return [pattern];
  const names: TSESTree.Identifier[] = [];
  forEachChild(pattern, (child) => {
    names.push(...namesIn(child));
  });
  return names;
}
