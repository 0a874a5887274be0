import { someInPlace } from "../file/walk.js";
import type { TSESTree } from "@typescript-eslint/types";
import type { LoopAnalysis } from "../loops/loop-analysis.js";
import { bare, dottedName, isFunction, isWithin, settled, spanOf } from "../syntax/node.js";
import type { CallExpression, Node } from "../syntax/node.js";
import { readArgument } from "../file/argument-paths.js";
import type { LimitOption, RunRow } from "../catalogue/schema.js";
import { marksDone } from "../completion/completing-calls.js";
import { textOf } from "../file/file-context.js";
import type { FileContext } from "../file/file-context.js";
import type { FalseSuccess, UncheckedWork } from "../model/file-model.js";
import { aspectOf } from "../replies/generic-reply.js";
import type { RecognisedCall } from "../replies/model-calls.js";
import { readReplyUses } from "../replies/reply-uses.js";
import type { ReplyUse } from "../replies/reply-uses.js";
import { readCaughtLimit } from "./caught-limits.js";
import { handsOut } from "./handed-out.js";
import { readLimitAnswer } from "./limit-answers.js";
import { findSilentCondition } from "./silent-conditions.js";
import { readStreamedResult } from "./streamed-results.js";
import { readStreamedText } from "./streamed-texts.js";

export interface RunEndings {
  readonly falseSuccesses: readonly FalseSuccess[];
  readonly uncheckedWork: readonly UncheckedWork[];
}

/** What becomes of framework runs once they have ended: at their limit, or by the agent's own word. */
export function readRunEndings(analysis: LoopAnalysis): RunEndings {
  const falseSuccesses: FalseSuccess[] = [];
  const uncheckedWork: UncheckedWork[] = [];
  for (const call of analysis.calls.all) {
    const row = call.row?.row;
    if (call.how !== "run" || row?.kind !== "run") continue;
    const found = falseSuccessOf(analysis, call, row);
    if (found !== undefined) falseSuccesses.push(found);
    const unchecked = uncheckedCompletion(analysis, call, row);
    if (unchecked !== undefined) uncheckedWork.push(unchecked);
  }
  return { falseSuccesses, uncheckedWork };
}

function falseSuccessOf(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): FalseSuccess | undefined {
  switch (row.atLimit) {
    case "silent":
      return silentEnd(analysis, call, row) ?? readStreamedText(analysis, call, row);
    case "throws":
      return (
        readLimitAnswer(analysis, call, row) ??
        readCaughtLimit(analysis, call) ??
        (findSilentCondition(analysis.context, call.node, row) === undefined
          ? undefined
          : silentEnd(analysis, call, row))
      );
    case "flagged":
      return mayHitLimit(analysis, call, row) ? readStreamedResult(analysis, call, row) : undefined;
    case "never":
      return undefined;
  }
}

// A limit that ends the run without a word

function silentEnd(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): FalseSuccess | undefined {
  const text = mayHitLimit(analysis, call, row) ? textUsedUnasked(analysis, call, row) : undefined;
  if (text === undefined) return undefined;
  const whole = analysis.context.tree.statementOf(text.node);
  // `() => (await run(…)).text` returns without a statement of its own.
  const statement = whole.type === "ReturnStatement" || whole.type === "ExpressionStatement" ? whole : text.node;
  return {
    how: "silent-limit",
    span: spanOf(statement),
    what: call.callee,
    evidence: [
      { what: `\`${call.callee}\` ends at its limit without an error`, at: spanOf(call.node) },
      {
        what: `\`${textOf(analysis.context, text.node)}\` is used and nothing asks why it ended`,
        at: spanOf(text.node),
      },
    ],
  };
}

/** The first use of the text by which it reaches a caller, when nothing asks why the run has ended. */
export function textUsedUnasked(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): ReplyUse | undefined {
  const uses = readReplyUses(analysis.context, call.node);
  if (
    uses.length === 0 ||
    uses.some((use) => use.how === "whole" || (use.path.length === 0 && use.how !== "shown") || isCheck(row, use))
  )
    return undefined;
  return uses
    .filter(
      (use) =>
        use.how === "handed" &&
        !use.path.some((part) => /stream/i.test(part)) &&
        isText(call, use) &&
        isHandedOut(analysis, use),
    )
    .sort((a, b) => a.node.range[0] - b.node.range[0])[0];
}

/** A limit that is written down and that more than one step can reach, or the SDK's own for a run with tools. */
function mayHitLimit(analysis: LoopAnalysis, { node }: RecognisedCall, row: RunRow): boolean {
  const { context } = analysis;
  const tools = row.tools === undefined ? "given" : readArgument(context, node, row.tools).state;
  if (row.loops === "tools" && tools === "absent") return false;
  return row.limits.some((limit) => {
    if (limit.inert === true || limit.measure !== "steps") return false;
    const ways = [limit.option, ...(limit.or ?? [])].map((path) => readArgument(context, node, path));
    const given = ways.find((argument) => argument.state === "given");
    if (given?.state !== "given")
      return (
        tools === "given" &&
        limit.default !== null &&
        limit.default > 1 &&
        ways.every((argument) => argument.state === "absent") &&
        !isReplaced(context, node, row, limit)
      );
    const value = bare(given.node);
    return !(value.type === "Literal" && typeof value.value === "number" && value.value <= 1);
  });
}

/** Another option that is given, or may be, takes the default away. */
function isReplaced(context: FileContext, node: CallExpression, row: RunRow, limit: LimitOption): boolean {
  return row.limits.some(
    (other) =>
      (other.replaces ?? []).includes(limit.option) &&
      [other.option, ...(other.or ?? [])].some((path) => readArgument(context, node, path).state !== "absent"),
  );
}

/** A question whose answer tells a silent end from a good one. */
function isCheck(row: RunRow, use: ReplyUse): boolean {
  if (use.how === "tested") return true;
  if (use.how === "shown") return false;
  const written = use.path.filter((part) => part !== "[]");
  // The reason is handed on to someone who can ask.
  return (row.silentSigns ?? []).some((sign) => {
    const parts = sign.split(".").map((part) => part.replace(/\[[^\]]*\]$/, ""));
    const isTextToo = (row.reply?.text ?? []).includes(sign);
    return !isTextToo && parts.every((part, i) => written[i] === part);
  });
}

function isText({ reply }: RecognisedCall, { path }: ReplyUse): boolean {
  const written = path.map((part) => part);
  if ((reply?.text ?? []).some((text) => text === written.join("."))) return true;
  const aspect = aspectOf(reply, written);
  return aspect === "text" || aspect === "structured";
}

/** Returned to the caller, or written somewhere by a statement of its own. */
export function isHandedOut(analysis: LoopAnalysis, { node }: ReplyUse): boolean {
  const { tree } = analysis.context;
  for (let child: Node = node, up = tree.parentOf(node); up !== undefined; child = up, up = tree.parentOf(up)) {
    if (up.type === "ReturnStatement") return true;
    if (isFunction(up)) return up.body === child;
    if (up.type === "CallExpression") {
      const outer = outermostAwait(analysis, up);
      const statement = tree.parentOf(outer);
      // What a function makes of the text is returned, or looked at by it; an answer to a request is one all the same.
      if (statement?.type === "ReturnStatement") return answersRequest(up);
      return statement?.type === "ExpressionStatement" && handsOut(analysis.context, up);
    }
    if (up.type === "ExpressionStatement" || up.type === "VariableDeclarator") return false;
  }
  return false;
}

/** `return c.json({ text })` */
function answersRequest({ callee }: CallExpression): boolean {
  return /^(?:c|ctx|context|res|response|reply|Response|NextResponse|h)\.(?:json|send|text|status)$/.test(
    dottedName(callee) ?? "",
  );
}

function outermostAwait(analysis: LoopAnalysis, node: Node): Node {
  let value = node;
  for (
    let up = analysis.context.tree.parentOf(value);
    up !== undefined && settled(up) === settled(node);
    up = analysis.context.tree.parentOf(up)
  )
    value = up;
  return value;
}

// Work that is called done on the agent's word

function uncheckedCompletion(analysis: LoopAnalysis, call: RecognisedCall, row: RunRow): UncheckedWork | undefined {
  const { context } = analysis;
  const hasTools = row.tools === undefined || readArgument(context, call.node, row.tools).state !== "absent";
  if (row.loops === "tools" && !hasTools) return undefined;
  const owner = context.tree.ownerOf(call.node);
  const done = context.tree.calls
    .filter(
      (one) => context.tree.ownerOf(one) === owner && one.range[0] > call.node.range[1] && marksDone(context, one),
    )
    .sort((a, b) => a.range[0] - b.range[0])[0];
  if (done === undefined || isChecked(analysis, call, done)) return undefined;
  return {
    span: spanOf(context.tree.statementOf(done)),
    what: textOf(context, done.callee),
    evidence: [
      { what: `\`${call.callee}\` ends when the agent thinks it is through`, at: spanOf(call.node) },
      { what: `\`${textOf(context, done.callee)}\` follows, and nothing has looked at the work`, at: spanOf(done) },
    ],
  };
}

/** Whether anything but the reply decides that the work is called done. */
function isChecked(analysis: LoopAnalysis, run: RecognisedCall, done: CallExpression): boolean {
  return conditionsBetween(analysis, run.node, done).some((test) => asksOutside(analysis, test));
}

/** The conditions that have to hold on the way from one place to a later one of the same function. */
export function conditionsBetween(analysis: LoopAnalysis, from: Node, to: Node): Node[] {
  const { tree } = analysis.context;
  const tests: Node[] = [];
  for (
    let child = to, up = tree.parentOf(to);
    up !== undefined && !isFunction(up);
    child = up, up = tree.parentOf(up)
  ) {
    if ((up.type === "IfStatement" || up.type === "ConditionalExpression") && up.test !== child && !isWithin(from, up))
      tests.push(up.test);
    if (up.type === "LogicalExpression" && up.right === child) tests.push(up.left);
    if (up.type === "SwitchStatement" && !isWithin(from, up)) tests.push(up.discriminant);
    if (up.type !== "BlockStatement" && up.type !== "Program") continue;
    for (const statement of up.body) {
      if (statement === child) break;
      if (statement.range[1] <= from.range[0]) continue;
      if (statement.type === "IfStatement" && mayLeave(statement)) tests.push(statement.test);
      // `assertShipped(order)`, `await verify(job)`: a call that may throw.
      if (
        statement.type === "ExpressionStatement" &&
        /(?:^|\.)(?:assert|verify|check|ensure|validate|expect|require)\w*$/i.test(
          dottedName(calleeOf(statement.expression) ?? statement) ?? "",
        )
      )
        tests.push(statement.expression);
    }
  }
  return tests;
}

function calleeOf(node: Node): Node | undefined {
  const call = settled(node);
  return call.type === "CallExpression" ? call.callee : undefined;
}

function mayLeave(statement: TSESTree.IfStatement): boolean {
  return someInPlace(
    statement,
    (inner) =>
      inner.type === "ReturnStatement" ||
      inner.type === "ThrowStatement" ||
      inner.type === "ContinueStatement" ||
      inner.type === "BreakStatement",
  );
}

/** Whether a condition asks something that is not the reply: a call, or a value that a call gave. */
export function asksOutside(analysis: LoopAnalysis, test: Node): boolean {
  if (
    analysis.origins
      .of(test)
      .some(
        (origin) =>
          origin.kind === "call" || origin.kind === "oracle" || origin.kind === "human" || origin.kind === "text-match",
      )
  )
    return true;
  return someInPlace(test, (inner) => {
    if (inner.type !== "CallExpression" || analysis.calls.at(inner) !== undefined) return false;
    const callee = bare(inner.callee);
    const name = dottedName(callee);
    return (
      name !== undefined &&
      !/(?:^|\.)(?:some|every|filter|find|includes|startsWith|endsWith|trim|toLowerCase|at|map|has|get|isArray|test|match)$/.test(
        name,
      )
    );
  });
}
