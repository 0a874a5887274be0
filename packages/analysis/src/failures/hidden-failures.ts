import type { TSESTree } from "@typescript-eslint/types";
import { calleeText } from "../file/file-context.js";
import type { Evidence } from "../model/judgement.js";
import { bare, dottedName, isFunction, isNothing, isWithin, propertyName, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, FunctionNode, Node } from "../syntax/node.js";
import type { FoundTool } from "../tools/tools.js";
import { inHandler } from "./failure-mends.js";
import type { FailurePoint, FailureSearch } from "./failure-points.js";
import { findNamelessEnd } from "./nameless-ends.js";
import { handlerBehind, isAnsweredUnlooked } from "./unlooked-values.js";

const MAX_HELPERS = 2;

/** A failure that leaves nothing behind: the model reads that there was nothing, and cannot tell it from work done. */
export function findHiddenFailures({ analysis, called, answers, lookups, tools }: FailureSearch): FailurePoint[] {
  const { context } = analysis;
  const { tree } = context;
  const points: FailurePoint[] = [];

  for (const call of tree.calls) {
    addEmptyAnswer(call);
    addMissing(call);
    addNameless(call);
  }
  for (const tool of tools) if (isFunction(tool.node)) addSilence(tool, tool.node);
  return points;

  /** `try { … } catch {}` and then nothing, or `.catch(() => null)`: done and not done look the same. */
  function addSilence(tool: FoundTool, fn: FunctionNode, depth = 0): void {
    for (const returned of tree.returnsOf(fn)) {
      const value = settled(returned);
      if (value.type !== "CallExpression") continue;
      const helper = context.bindings.calleeOf(value);
      // What the tool only hands on is said by the function it hands it on from.
      if (helper !== undefined && depth < MAX_HELPERS) addSilence(tool, helper, depth + 1);
      const handler = silentHandler(value);
      if (handler !== undefined)
        points.push({
          span: spanOf(handler),
          kind: "silent",
          callee: tool.name ?? "the tool",
          statement: spanOf(tree.statementOf(value)),
          mend: undefined,
          evidence: tool.evidence,
        });
    }
    if (fn.body.type !== "BlockStatement") return;
    const last = fn.body.body.at(-1);
    for (const statement of fn.body.body) {
      if (statement.type !== "TryStatement" || !statement.handler || statement.finalizer !== null) continue;
      const { handler } = statement;
      const end = handler.body.body.at(-1);
      // Without a `return` the handler goes on with what stands behind it.
      if (
        (statement !== last && end?.type !== "ReturnStatement") ||
        !hidesFailure(handler.body) ||
        !statement.block.body.some((one) => holdsAwait(one))
      )
        continue;
      points.push({
        span: spanOf(handler),
        kind: "silent",
        callee: tool.name ?? "the tool",
        statement: spanOf(statement),
        mend:
          fn.returnType || end?.type === "ReturnStatement"
            ? undefined
            : inHandler(handler, (shape) => ({ form: "return", handler: shape })),
        evidence: tool.evidence,
      });
    }
  }

  /** The handler of `work().catch(() => null)`, when it hands back nothing. */
  function silentHandler(call: CallExpression): FunctionNode | undefined {
    const callee = bare(call.callee);
    const [given] = call.arguments;
    const handler = given && bare(given);
    if (
      callee.type !== "MemberExpression" ||
      propertyName(callee) !== "catch" ||
      handler === undefined ||
      !isFunction(handler)
    )
      return undefined;
    return (handler.body.type === "BlockStatement" ? hidesFailure(handler.body) : isEmpty(handler.body))
      ? handler
      : undefined;
  }

  /** `content: await run(call).catch(() => null)`: what the model reads is that there was nothing. */
  function addEmptyAnswer(call: CallExpression): void {
    const behind = handlerBehind(context, call);
    if (behind === undefined) return;
    const { handler, whole } = behind;
    if (
      !(handler.body.type === "BlockStatement" ? hidesFailure(handler.body) : isEmpty(handler.body)) ||
      !isAnsweredUnlooked(context, whole, answers.isAnswer)
    )
      return;
    points.push({
      span: spanOf(handler),
      kind: "silent",
      callee: calleeText(context, call),
      statement: spanOf(tree.statementOf(whole)),
      mend: undefined,
      evidence: [{ what: `\`${calleeText(context, call)}\` fails here`, at: spanOf(call) }],
    });
  }

  /** `content: await tools.get(call.name)?.(args)`: for a name that no tool has, nothing is called and nothing is said. */
  function addMissing(call: CallExpression): void {
    const callee = bare(call.callee);
    const lookup = call.optional
      ? callee
      : callee.type === "MemberExpression" && callee.optional
        ? bare(callee.object)
        : undefined;
    if (lookup === undefined || !lookups.isFound(lookup) || !isAnsweredUnlooked(context, call, answers.isAnswer))
      return;
    const owner = tree.ownerOf(call);
    // Somebody who asks first whether there is such a tool knows what to say when there is none.
    if (
      tree.conditions.some(
        (test) => tree.ownerOf(test) === owner && (lookups.isLookup(test) || lookups.isMissing(test)),
      )
    )
      return;
    addNothing(call, { what: "the model may make up a name", at: spanOf(lookup) });
  }

  /** `content: await this.dispatch(call.name, call.input)`, where the dispatcher has no branch for a name that no tool has. */
  function addNameless(call: CallExpression): void {
    const choice = findNamelessEnd(context, called, call);
    if (choice === undefined || !isAnsweredUnlooked(context, call, answers.isAnswer)) return;
    addNothing(call, { what: "it gives nothing for a name that the model made up", at: spanOf(choice) });
  }

  /** What a call answers for a made-up name is nothing. */
  function addNothing(call: CallExpression, why: Evidence): void {
    points.push({
      span: spanOf(call),
      kind: "missing",
      callee: calleeText(context, call),
      statement: spanOf(tree.statementOf(call)),
      mend: undefined,
      evidence: [why],
    });
  }

  /** Nothing is thrown, kept or handed back: the handler is empty, or only writes a log. */
  function hidesFailure(body: TSESTree.BlockStatement): boolean {
    return body.body.every((statement) => {
      if (statement.type === "EmptyStatement") return true;
      if (statement.type === "ReturnStatement") return statement.argument === null || isEmpty(statement.argument);
      if (statement.type !== "ExpressionStatement") return false;
      const value = settled(statement.expression);
      return (
        value.type === "CallExpression" &&
        /^(?:console|log|logger|debug|Sentry|this\.log|this\.logger)\./i.test(`${dottedName(value.callee) ?? ""}.`)
      );
    });
  }

  function holdsAwait(node: Node): boolean {
    return tree.calls.some((call) => isWithin(call, node) && tree.parentOf(call)?.type === "AwaitExpression");
  }
}

/** What tells the model nothing: no value, or an empty one. */
function isEmpty(node: Node): boolean {
  const value = bare(node);
  if (value.type === "ObjectExpression") return value.properties.length === 0;
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  return (value.type === "Literal" && value.value === "") || isNothing(value);
}
